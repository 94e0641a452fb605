package main

import (
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
