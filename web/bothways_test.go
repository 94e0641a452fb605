package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	both "tilewatch/web/secure"
	"tilewatch/web/webtest"
)

// bothWays serves on a port that takes https and http, as with --https, and answers its host and port and a client for both.
func bothWays(t *testing.T, s *Server) (address string, client *http.Client) {
	t.Helper()
	certificate, err := both.Certificate(t.TempDir(), []string{"127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	below, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, both.Listen(below, certificate)) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	known := x509.NewCertPool()
	known.AddCert(certificate.Leaf)
	client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: known}}, Timeout: time.Minute}
	t.Cleanup(client.CloseIdleConnections)
	return below.Addr().String(), client
}

// TestPhotosComeBothWays sends photos over http and https to the same port, over connections that are kept, among other requests: good
// ones, refused ones, and one that takes some time.
func TestPhotosComeBothWays(t *testing.T) {
	s, err := New(Options{Games: webtest.Games, PhotoLimit: 1 << 20, Photos: func(ctx context.Context, photo []byte) (json.RawMessage, error) {
		select {
		case <-ctx.Done(): // nobody has hung up
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
			return json.Marshal(len(photo))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	address, client := bothWays(t, s)
	for _, scheme := range []string{"http", "https"} {
		for round := range 3 {
			for _, c := range []struct {
				size, status int
				answer       string
			}{{5, http.StatusOK, "5"}, {2 << 20, http.StatusRequestEntityTooLarge, "larger than 1 MB"}, {600 << 10, http.StatusOK, "614400"}} {
				kind, body := form(t, "photo", make([]byte, c.size))
				answer, err := client.Post(scheme+"://"+address+"/api/photos", kind, body)
				if err != nil && c.status == http.StatusRequestEntityTooLarge {
					continue // refused while it was still being sent
				}
				if err != nil {
					t.Fatalf("%s, round %d, %d bytes: %v", scheme, round, c.size, err)
				}
				text, err := io.ReadAll(answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != c.status || !strings.Contains(string(text), c.answer) {
					t.Errorf("%s, round %d, %d bytes: %s %s, %v", scheme, round, c.size, answer.Status, text, err)
				}
			}
			if answer, err := client.Get(scheme + "://" + address + "/healthz"); err != nil || answer.StatusCode != http.StatusOK {
				t.Errorf("%s: %v, %v", scheme, answer, err)
			} else {
				answer.Body.Close()
			}
		}
	}
}

// TestStreamsComeBothWays has a phone on each; that one has left is noticed without its being sent much.
func TestStreamsComeBothWays(t *testing.T) {
	s, err := New(Options{Games: webtest.Games})
	if err != nil {
		t.Fatal(err)
	}
	s.streams.Beat = 20 * time.Millisecond
	table, err := s.Open("kitchen")
	if err != nil {
		t.Fatal(err)
	}
	webtest.Publish(t, table, webtest.DemoGame(t)[3])
	address, client := bothWays(t, s)
	for _, scheme := range []string{"http", "https"} {
		answer, err := client.Get(scheme + "://" + address + "/api/tables/kitchen/events")
		if err != nil {
			t.Fatal(err)
		}
		r := reader{t, bufio.NewReader(answer.Body), answer.Body}
		if e := r.must(); e.event != "snapshot" || table.Phones() != 1 {
			t.Errorf("%s: first comes %q, to %d phones", scheme, e.event, table.Phones())
		}
		for r.any().event != "beat" {
		}
		answer.Body.Close()
		webtest.WaitFor(t, scheme+": the server to notice that the phone has left", func() bool { return table.Phones() == 0 })
	}
}
