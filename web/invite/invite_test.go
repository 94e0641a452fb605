package invite

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

func TestAddresses(t *testing.T) {
	routed := netip.MustParseAddr("192.168.1.20")
	for _, tt := range []struct{ name, better, worse string }{
		{"the address that leads out before another private one", "192.168.1.20", "10.0.0.5"},
		{"private IPv4 before public", "10.0.0.5", "203.0.113.9"},
		{"IPv4 before IPv6", "203.0.113.9", "2001:db8::1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if likeliness(netip.MustParseAddr(tt.better), routed) <= likeliness(netip.MustParseAddr(tt.worse), routed) {
				t.Errorf("%s is not before %s", tt.better, tt.worse)
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
		urls := PageURLs(8080)
		if urls[len(urls)-1] != "http://localhost:8080/" {
			t.Errorf("addresses %v", urls)
		}
	})
}

func TestPrintAddress(t *testing.T) {
	var b strings.Builder
	if err := PrintAddress(&b, "http://10.0.0.5:8080/", "http://localhost:8080/"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if !strings.Contains(b.String(), "Scoreboard: http://10.0.0.5:8080/   http://localhost:8080/") {
		t.Error("the addresses are not told")
	}
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

func TestTheJournalGetsNoCode(t *testing.T) {
	for _, c := range []struct {
		name    string
		journal func(os.FileInfo) string
		coded   bool
	}{
		{"the journal", func(i os.FileInfo) string { s := i.Sys().(*syscall.Stat_t); return fmt.Sprintf("%d:%d", s.Dev, s.Ino) }, false},
		{"another file than the journal's", func(os.FileInfo) string { return "1:2" }, true},
		{"no journal", func(os.FileInfo) string { return "" }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			info, err := file.Stat()
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("JOURNAL_STREAM", c.journal(info))
			if err := PrintAddress(file, "http://10.0.0.5:8080/"); err != nil {
				t.Fatal(err)
			}
			out, err := os.ReadFile(file.Name())
			if err != nil || strings.Contains(string(out), "\x1b[") != c.coded || !strings.HasSuffix(string(out), "Scoreboard: http://10.0.0.5:8080/\n") {
				t.Errorf("%v, %q", err, out)
			}
		})
	}
}
