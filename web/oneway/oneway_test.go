package oneway

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/labstack/echo/v4"
)

// sizes are on both sides of each form of a message's length.
var sizes = []int{0, 1, 125, 126, 127, 65535, 65536, 200_000}

// saying serves WebSockets that say those and then goodbye.
func saying(t *testing.T) (site string) {
	t.Helper()
	e := echo.New()
	e.GET("/", func(c echo.Context) error {
		conn, out, _, err := Accept(c)
		if err != nil {
			return err
		}
		defer conn.Close()
		for _, n := range sizes {
			out = Frame(out, false, func(to []byte) []byte { return append(to, strings.Repeat("ñ", n/2)+strings.Repeat("x", n%2)...) })
		}
		_, err = conn.Write(append(out, Goodbye...))
		return err
	})
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return server.URL
}

func TestAnotherImplementationReadsTheMessages(t *testing.T) {
	site := saying(t)
	conn, _, err := websocket.Dial(context.Background(), site, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {site}}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	for _, n := range sizes {
		if kind, message, err := conn.Read(context.Background()); err != nil || kind != websocket.MessageText || len(message) != n {
			t.Fatalf("%d bytes come as %d, %v, %v", n, len(message), kind, err)
		}
	}
	if _, _, err := conn.Read(context.Background()); websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("it ends with %v", err)
	}
}

func TestWhatIsNoWebSocketOfOursIsRefused(t *testing.T) {
	site := saying(t)
	good := map[string]string{"Connection": "keep-alive, Upgrade", "Upgrade": "WebSocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
	for _, c := range []struct {
		name, header, value string
		status              int
	}{
		{"as RFC 6455 has it", "Origin", site, http.StatusSwitchingProtocols},
		{"by no page", "Accept", "*/*", http.StatusSwitchingProtocols},
		{"another site's page", "Origin", "http://evil.example", http.StatusForbidden},
		{"a page without a site", "Origin", "null", http.StatusForbidden},
		{"another version", "Sec-WebSocket-Version", "8", http.StatusBadRequest},
		{"a short key", "Sec-WebSocket-Key", "AAAA", http.StatusBadRequest},
		{"a key that is none", "Sec-WebSocket-Key", "\xff", http.StatusBadRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodGet, site, nil)
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range good {
				r.Header.Set(name, value)
			}
			r.Header.Set(c.header, c.value)
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.StatusCode != c.status {
				t.Errorf("status %d, want %d", answer.StatusCode, c.status)
			}
			if accept := answer.Header.Get("Sec-WebSocket-Accept"); c.status == http.StatusSwitchingProtocols && accept != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
				t.Errorf("it accepts with %q, which is not the RFC's", accept)
			}
		})
	}
}

func TestOnlyAWindowOfOursIsCompressed(t *testing.T) {
	for offer, want := range map[string]bool{
		"": false, "permessage-deflate": true, "permessage-deflate; client_max_window_bits": true, "permessage-deflate;server_max_window_bits=10": false,
		"permessage-deflate; server_max_window_bits=10, permessage-deflate": true, "x-permessage-deflate": false,
	} {
		if got := deflates([]string{offer}); got != want {
			t.Errorf("%q: %v", offer, got)
		}
	}
}
