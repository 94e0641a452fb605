package main

import (
	"crypto/tls"
	"net/http"
	"strings"
	"testing"
)

func TestHowAServerIsReachedIsCheckedFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--base", "/tilewatch"}, "give it a name of its own"},
		{[]string{"--host", "http://scores.example.org"}, "write it as scores.example.org"},
		{[]string{"--trust-proxy", "proxy"}, "write it as 192.168.1.2 or 10.0.0.0/8"},
	} {
		for _, command := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"hub", "--journal", "nats://127.0.0.1:1"}} {
			_, said, status := call(t, append(command, c.flags...)...)
			if status != exitUsage || !strings.Contains(said, c.says) {
				t.Errorf("%v %v: status %d, %s", command, c.flags, status, said)
			}
		}
	}
}

func TestAServerAnswersToTheNamesItIsGiven(t *testing.T) {
	t.Parallel()
	h := host(t, nil, "--data", t.TempDir(), "--host", "scores.example.org", "--host", "tiles.example.org", "--trust-proxy", "127.0.0.0/8")
	for lines, want := range map[string]string{
		"GET /healthz\nHost: scores.example.org":                                                   "200",
		"GET /healthz\nHost: TILES.example.org:8443":                                               "200",
		"GET /healthz\nHost: other.example.org":                                                    "421",
		"GET /healthz\nHost: 10.88.0.1:80":                                                         "200",
		"GET /healthz\nHost: tilewatch:8080\nX-Forwarded-Host: scores.example.org":                 "200",
		"GET /healthz\nHost: localhost\nX-Forwarded-Host: evil.example":                            "421",
		"GET /healthz\nHost: localhost\nX-Forwarded-Host: scores.example.org, evil.example":        "421",
		"GET /watch\nHost: tilewatch:8080\nX-Forwarded-Host: tiles.example.org\nAccept: text/html": "200",
	} {
		if got := strings.Fields(h.raw(h.asking(lines, "")) + " ? ?")[1]; got != want {
			t.Errorf("%q is answered %s, not %s", lines, got, want)
		}
	}
	answer := h.raw("GET /healthz HTTP/1.0\r\n\r\n") // as a container's health check asks
	if !strings.HasPrefix(answer, "HTTP/1.0 200") {
		t.Errorf("without a name: %.200s", answer)
	}
}

// TestHTTPSAlone: nothing but the way to https goes over the plain connection, not even to a health check.
func TestHTTPSAlone(t *testing.T) {
	t.Parallel()
	h := host(t, nil, "--data", t.TempDir(), "--https", "--pin", pin)
	for _, lines := range []string{"GET /j/1/%KEY?to=setup", "GET /api/tables/1", "POST /host" + asForm, "GET /camera/socket\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="} {
		path := strings.ReplaceAll(strings.Fields(lines)[1], "%KEY", h.key)
		got := h.raw(h.asking(lines, ""))
		if !strings.HasPrefix(got, "HTTP/1.1 307") || !strings.Contains(got, "\r\nLocation: https://"+h.address+path+"\r\n") || strings.Contains(got, "Set-Cookie") {
			t.Errorf("%q is answered %.300s", lines, got)
		}
	}
	if got := h.raw(h.asking("GET /\nHost: evil.example", "")); !strings.HasPrefix(got, "HTTP/1.1 421") {
		t.Errorf("a stranger's name is answered %.300s", got)
	}
	if got := h.raw("GET /healthz HTTP/1.0\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.0 307") || !strings.Contains(got, "Location: https://"+h.address+"/healthz") {
		t.Errorf("a health check is answered %.300s", got)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	answer, err := client.Get("http://" + h.address + "/api/tables/1") // which follows
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.TLS == nil {
		t.Errorf("by https: %s", answer.Status)
	}
}
