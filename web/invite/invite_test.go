package invite

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rsc.io/qr"
)

func TestAddresses(t *testing.T) {
	at := netip.MustParseAddr
	links := func(all ...any) (l []link) {
		for i := 0; i < len(all); i += 2 {
			l = append(l, link{all[i].(kind), []netip.Addr{at(all[i+1].(string))}})
		}
		return l
	}
	for _, tt := range []struct {
		name  string
		links []link
		out   string
		want  string
	}{
		{"the address that leads out before another private one", links(card, "10.0.0.5", card, "192.168.1.20"), "192.168.1.20", "[192.168.1.20 10.0.0.5]"},
		{"private IPv4 before public, and that before IPv6", links(card, "2001:db8::1", card, "203.0.113.9", card, "10.0.0.5"), "", "[10.0.0.5 203.0.113.9 2001:db8::1]"},
		{"a network card before a tunnel that leads out", links(tunnel, "10.8.0.2", card, "192.168.1.20"), "10.8.0.2", "[192.168.1.20]"},
		{"a network card before a bridge", links(bridge, "10.0.3.1", card, "192.168.1.20"), "10.0.3.1", "[192.168.1.20 10.0.3.1]"},
		{"a tunnel where there is nothing else", links(tunnel, "10.8.0.2"), "10.8.0.2", "[10.8.0.2]"},
		{"a tunnel that looks like a card", links(card, "100.101.102.103", card, "192.168.1.20"), "100.101.102.103", "[192.168.1.20]"},
		{"an interface that was left out leads out", links(), "192.168.1.20", "[192.168.1.20]"},
		{"none", links(), "", "[]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out netip.Addr
			if tt.out != "" {
				out = at(tt.out)
			}
			if got := fmt.Sprint(ranked(tt.links, out)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	t.Run("addresses are as short as they can be", func(t *testing.T) {
		for want, got := range map[string]string{
			"http://10.0.0.5:8080/": pageURL("http", "10.0.0.5", 8080), "http://10.0.0.5/": pageURL("http", "10.0.0.5", 80), "http://[2001:db8::1]:8080/": pageURL("http", "2001:db8::1", 8080),
		} {
			if got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})
	t.Run("localhost is told last", func(t *testing.T) {
		urls := PageURLs(&net.TCPAddr{Port: 8080})
		if urls[len(urls)-1] != "http://localhost:8080/" {
			t.Errorf("addresses %v", urls)
		}
	})
}

func TestACodeOnATerminal(t *testing.T) {
	code, err := qr.Encode("http://10.0.0.5:8080/", qr.L)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(qrText(code), "\n")
	plain := regexp.MustCompile("\x1b\\[[0-9;]*m")
	width := len([]rune(plain.ReplaceAllString(lines[0], "")))
	for i, line := range lines[:width/2] {
		if n := len([]rune(plain.ReplaceAllString(line, ""))); n != width {
			t.Errorf("line %d is %d wide, want %d", i, n, width)
		}
	}
	if strings.Contains(lines[0]+lines[1], "\x1b[30") {
		t.Error("the quiet zone is not white")
	}
}

func TestFilesAndPipesGetNoCode(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := PrintAddress(file, "http://10.0.0.5:8080/", "http://localhost:8080/"); err != nil {
		t.Fatal(err)
	}
	if out, err := os.ReadFile(file.Name()); err != nil || string(out) != "Scoreboard: http://10.0.0.5:8080/   http://localhost:8080/\n" {
		t.Errorf("%v, %q", err, out)
	}
}

func TestAddressesOfAListener(t *testing.T) {
	for _, c := range []struct{ at, want string }{
		{"127.0.0.1:8080", "[http://localhost:8080/]"},
		{"[::1]:8080", "[http://localhost:8080/]"},
		{"192.0.2.7:80", "[http://192.0.2.7/]"},
	} {
		at, err := net.ResolveTCPAddr("tcp", c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(PageURLs(at)); got != c.want {
			t.Errorf("%s: %s, want %s", c.at, got, c.want)
		}
	}
	for address, want := range map[string]bool{"http://localhost:8080/": false, "http://127.0.0.1/": false, "http://[::1]:8080/": false, "http://192.0.2.7/": true, "https://games.example/": true, "": false} {
		if got := ForPhones(address); got != want {
			t.Errorf("%q is for phones: %v", address, got)
		}
	}
}

func TestTheHostsChoiceIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "address")
	cable, wifi := "http://10.0.0.5:8080/", "http://192.168.1.20:8080/"
	c := Choose(file, cable, wifi)
	if c.Address() != cable || len(c.All()) != 2 {
		t.Errorf("%s first, of %q", c.Address(), c.All())
	}
	for _, choose := range []string{wifi, "http://evil.example/"} { // the second is none of them
		if err := c.Choose(choose); err != nil || c.Address() != wifi {
			t.Errorf("after %s: %s, %v", choose, c.Address(), err)
		}
	}
	for want, all := range map[string][]string{
		"http://192.168.1.20:9000/": {cable, "http://192.168.1.20:9000/"}, // another port
		cable:                       {cable, "http://10.0.0.6:8080/"},     // another network
		"":                          nil,
	} {
		if got := Choose(file, all...).Address(); got != want {
			t.Errorf("later, of %q: %q, want %q", all, got, want)
		}
	}
	var none *Choice
	if none.Address() != "" || none.All() != nil {
		t.Error("no choice has an address")
	}
	if err := Choose(filepath.Join(file, "no folder"), cable, wifi).Choose(wifi); err == nil {
		t.Error("a choice that is not kept passes for one that is")
	}
}
