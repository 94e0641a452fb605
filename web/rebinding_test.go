package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"tilewatch/web/access"
	"tilewatch/web/hosts"
)

// named asks a site under a name, as a browser does to which DNS gave the site's address for it.
func named(t *testing.T, site, method, path, host string, header map[string]string, body string) answer {
	t.Helper()
	r, err := http.NewRequest(method, site+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	for name, value := range header {
		r.Header.Set(name, value)
	}
	response, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

// TestAReboundPageGetsNothing is the attack by DNS rebinding: a stranger's page whose name leads here, with the right PIN.
func TestAReboundPageGetsNothing(t *testing.T) {
	s, _, site := seated(t, Options{PIN: "4711"})
	pin := func(host string) answer {
		return named(t, site, http.MethodPost, "/host", host, map[string]string{"Origin": "http://" + host, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}, "pin=4711")
	}
	for _, host := range []string{"evil.example", "evil.example:8080", "localhost.evil.example", "a.b.local"} {
		if a := pin(host); a.status != http.StatusMisdirectedRequest || a.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d, %q", host, a.status, a.header)
		}
		if a := named(t, site, http.MethodPost, commands, host, with(bearer(s, "kitchen", access.RoleHost), "Content-Type", "application/json"), begin); a.status != http.StatusMisdirectedRequest {
			t.Errorf("%s: a command with the host's key is answered %d", host, a.status)
		}
		for _, path := range []string{"/", "/t/kitchen/play", "/api/tables/kitchen", "/api/tables/kitchen/events", "/api/openapi.json", "/healthz", "/join", "/nowhere", s.Link("kitchen", access.RoleHost)} {
			if a := named(t, site, http.MethodGet, path, host, nil, ""); a.status != http.StatusMisdirectedRequest || a.header.Get("Set-Cookie") != "" {
				t.Errorf("%s%s: %d", host, path, a.status)
			}
		}
	}
	for _, host := range []string{"localhost", "localhost:8080", "kitchen.local:8080", "192.168.1.5:8080", "[2001:db8::1]:8080"} {
		if a := pin(host); a.status != http.StatusSeeOther || a.header.Get("Set-Cookie") == "" {
			t.Errorf("%s: the right PIN is answered %d", host, a.status)
		}
	}
	page := named(t, site, http.MethodGet, "/", "evil.example", map[string]string{"Accept": "text/html", "Accept-Language": "es"}, "").body
	if !strings.Contains(page, "--host") || !strings.Contains(page, "Este servidor") || strings.Contains(page, "href=") || strings.Contains(page, "evil.example") {
		t.Errorf("people read %s", page)
	}
	if a := named(t, site, http.MethodGet, "/api/tables/kitchen", "evil.example", nil, ""); !strings.Contains(a.body, `"code":"misdirected_request"`) || !strings.Contains(a.body, "--host NAME") {
		t.Errorf("programs read %s", a.body)
	}
}

// TestAProxy puts a reverse proxy that rewrites Host before the server: it passes where it is trusted, and only then.
func TestAProxy(t *testing.T) {
	for _, c := range []struct {
		name    string
		proxies []string
		rewrite bool
		status  int // of a form of our own page
	}{
		{"a proxy that keeps Host needs no trust", nil, false, http.StatusSeeOther},
		{"a trusted proxy may rewrite it", []string{"127.0.0.0/8"}, true, http.StatusSeeOther},
		{"another proxy may not", []string{"10.0.0.0/8"}, true, http.StatusForbidden},
	} {
		t.Run(c.name, func(t *testing.T) {
			names, err := hosts.New([]string{"scores.example.org"}, c.proxies)
			if err != nil {
				t.Fatal(err)
			}
			_, _, site := seated(t, Options{PIN: "4711", Hosts: names})
			behind, err := url.Parse(site)
			if err != nil {
				t.Fatal(err)
			}
			front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(behind)
				r.Out.Host = r.In.Host
				if c.rewrite {
					r.Out.Host = behind.Host
					r.SetXForwarded()
					r.Out.Header.Set("X-Forwarded-Proto", "https")
				}
			}})
			t.Cleanup(front.Close)
			form := map[string]string{"Origin": "http://scores.example.org", "Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
			a := named(t, front.URL, http.MethodPost, "/host", "scores.example.org", form, "pin=4711")
			if a.status != c.status {
				t.Errorf("a form of our own page is answered %d: %s", a.status, a.body)
			}
			if c.status == http.StatusForbidden && !strings.Contains(a.body, "--trust-proxy") {
				t.Errorf("the page does not say what helps: %s", a.body)
			}
			if secure := strings.Contains(a.header.Get("Set-Cookie"), "Secure"); secure != (c.rewrite && c.status == http.StatusSeeOther) {
				t.Errorf("the cookie is for https: %v", secure)
			}
			if c.status != http.StatusSeeOther {
				return
			}
			form["Origin"] = "http://evil.example"
			if a := named(t, front.URL, http.MethodPost, "/host", "scores.example.org", form, "pin=4711"); a.status != http.StatusForbidden {
				t.Errorf("a form of another site is answered %d", a.status)
			}
			if a := named(t, front.URL, http.MethodPost, "/host", "evil.example", form, "pin=4711"); a.status != http.StatusMisdirectedRequest {
				t.Errorf("a rebound page through the proxy is answered %d", a.status)
			}
			if a := named(t, site, http.MethodGet, "/t/kitchen/play", "localhost", nil, ""); a.status != http.StatusOK {
				t.Errorf("beside the proxy: %d", a.status)
			}
		})
	}
}

// TestBehindAProxyThatSpeaksHTTPS the server knows that the browser did.
func TestBehindAProxyThatSpeaksHTTPS(t *testing.T) {
	names, err := hosts.New(nil, []string{"127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	_, _, site := seated(t, Options{Hosts: names, SecureOnly: true})
	for scheme, want := range map[string]int{"": http.StatusTemporaryRedirect, "http": http.StatusTemporaryRedirect, "https": http.StatusOK} {
		if a := named(t, site, http.MethodGet, "/watch", "localhost", map[string]string{"X-Forwarded-Proto": scheme}, ""); a.status != want {
			t.Errorf("a browser by %q is answered %d, not %d", scheme, a.status, want)
		}
	}
}
