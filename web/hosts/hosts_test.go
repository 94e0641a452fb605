package hosts

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAServerAnswersToItsOwnNamesAlone(t *testing.T) {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	label, _, _ := strings.Cut(own, ".")
	n, err := New([]string{"Scores.Example.org"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		host string
		has  bool
	}{
		{"localhost", true}, {"localhost:8080", true}, {"LOCALHOST.", true}, {"127.0.0.1:8080", true}, {"[::1]:8080", true}, {"[::1]", true},
		{"192.168.1.5", true}, {"192.168.1.5:8080", true}, {"10.88.0.1:80", true}, {"[2001:db8::1]:8080", true}, {"[fe80::1%25eth0]:8080", true},
		{own, true}, {label + ":8080", true}, {"kitchen.local:8080", true}, {"KITCHEN.local.", true},
		{"scores.example.org", true}, {"SCORES.example.ORG.:443", true}, {"", true},
		{"evil.example", false}, {"evil.example:8080", false}, {"localhost.evil.example", false}, {"127.0.0.1.evil.example", false},
		{"a.kitchen.local", false}, {".local", false}, {"local", false}, {"kitchen.local.evil.example", false}, {label + ".evil.example", false},
		{"x.scores.example.org", false}, {"example.org", false}, {"2130706433", false}, {"0x7f000001", false}, {"127.1", false},
		{"evil.example@localhost", false}, {"localhost evil", false}, {"localhost,evil.example", false},
	} {
		if got := n.Has(c.host); got != c.has {
			t.Errorf("%q: %v, want %v", c.host, got, c.has)
		}
	}
}

func TestDomainsOfTheNetwork(t *testing.T) {
	file := filepath.Join(t.TempDir(), "resolv.conf")
	if err := os.WriteFile(file, []byte("# search none\nnameserver 1.1.1.1\ndomain lan\nsearch Fritz.Box. home.arpa\nsearch\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := domains(file); !slices.Equal(got, []string{"lan", "fritz.box", "home.arpa"}) {
		t.Errorf("got %q", got)
	}
	if got := domains(file + "none"); got != nil {
		t.Errorf("without a file: %q", got)
	}
}

func TestBadNamesAndProxiesAreRefused(t *testing.T) {
	for _, c := range []struct{ named, proxies []string }{
		{[]string{"http://scores.example.org"}, nil}, {[]string{"scores.example.org:8080"}, nil}, {[]string{""}, nil}, {[]string{"a b"}, nil},
		{nil, []string{"proxy"}}, {nil, []string{"10.0.0.0/33"}}, {nil, []string{""}},
	} {
		if _, err := New(c.named, c.proxies); err == nil || !strings.Contains(err.Error(), "write it as") {
			t.Errorf("%q, %q: %v", c.named, c.proxies, err)
		}
	}
}

func TestTheWordOfATrustedProxyAloneCounts(t *testing.T) {
	n, err := New(nil, []string{"10.1.0.0/16", "192.168.1.2"})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"X-Forwarded-Host": "scores.example.org", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
	for _, c := range []struct {
		name, from          string
		said                map[string]string
		host, sender, https string
	}{
		{"a stranger", "10.2.0.1:5", all, "inside:8080", "10.2.0.1:5", ""},
		{"a proxy's network", "10.1.9.9:5", all, "scores.example.org", "203.0.113.9:0", "https"},
		{"a proxy's address", "192.168.1.2:5", all, "scores.example.org", "203.0.113.9:0", "https"},
		{"a proxy's address in IPv6 clothes", "[::ffff:192.168.1.2]:5", all, "scores.example.org", "203.0.113.9:0", "https"},
		{"a proxy that says nothing", "192.168.1.2:5", nil, "inside:8080", "192.168.1.2:5", ""},
		{"what the sender made up stands first", "192.168.1.2:5", map[string]string{"X-Forwarded-Host": "localhost, evil.example", "X-Forwarded-For": "127.0.0.1, 203.0.113.9"}, "evil.example", "203.0.113.9:0", ""},
		{"two proxies", "192.168.1.2:5", map[string]string{"X-Forwarded-For": "1.1.1.1, 203.0.113.9, 10.1.0.7"}, "inside:8080", "203.0.113.9:0", ""},
		{"a sender that is none", "192.168.1.2:5", map[string]string{"X-Forwarded-For": "1.1.1.1, unknown, 10.1.0.7"}, "inside:8080", "10.1.0.7:0", ""},
		{"a sender with a port", "192.168.1.2:5", map[string]string{"X-Forwarded-For": "[2001:db8::1]:443"}, "inside:8080", "[2001:db8::1]:0", ""},
		{"a WebSocket", "192.168.1.2:5", map[string]string{"X-Forwarded-Proto": "wss"}, "inside:8080", "192.168.1.2:5", "https"},
		{"other headers", "192.168.1.2:5", map[string]string{"Forwarded": "host=evil.example", "X-Real-IP": "1.1.1.1", "X-Forwarded-Ssl": "on"}, "inside:8080", "192.168.1.2:5", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "http://inside:8080/", nil)
			r.RemoteAddr = c.from
			for name, value := range c.said {
				r.Header.Set(name, value)
			}
			n.Behind(http.HandlerFunc(func(_ http.ResponseWriter, got *http.Request) {
				if got.Host != c.host || got.RemoteAddr != c.sender || got.Header.Get("X-Forwarded-Proto") != c.https {
					t.Errorf("host %q, sender %q, scheme %q", got.Host, got.RemoteAddr, got.Header.Get("X-Forwarded-Proto"))
				}
				for _, name := range claims {
					if name != "X-Forwarded-Proto" && got.Header.Get(name) != "" {
						t.Errorf("%s is left: %q", name, got.Header.Get(name))
					}
				}
			})).ServeHTTP(httptest.NewRecorder(), r)
		})
	}
}
