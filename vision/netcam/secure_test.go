package netcam

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestACertificateIsJudgedForEachHost has one camera under several names, which signs its certificate itself.
func TestACertificateIsJudgedForEachHost(t *testing.T) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewRGBA(image.Rect(0, 0, 96, 80)), nil); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(file.Bytes()) // who hung up does not matter
	}))
	server.Config.ErrorLog = nil
	t.Cleanup(server.Close)
	here := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}
	for _, c := range []struct {
		address  string
		insecure bool
		seen     bool
	}{
		{"https://192.168.1.20/shot.jpg", false, true},
		{"https://camera.local/shot.jpg", false, true},
		{"https://camera.example.org/shot.jpg", false, false},
		{"https://camera.example.org/shot.jpg", true, true},
		{"https://192.168.1.20/?to=https://camera.example.org/shot.jpg", false, false},
		{"https://192.168.1.20/?to=https://camera.example.org/shot.jpg", true, true},
		{"https://ana:secret@camera.example.org/shot.jpg", false, false},
	} {
		address, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		camera, err := open(address, dialer{here, c.insecure})
		if err == nil {
			err = camera.Close()
		} else if text := err.Error(); !strings.Contains(text, "no authority vouches for") || !strings.Contains(text, "--insecure-camera") || strings.Contains(text, "secret") {
			t.Errorf("%s: %v", c.address, err)
		}
		if (err == nil) != c.seen {
			t.Errorf("%s is seen: %v, want %v", c.address, err == nil, c.seen)
		}
	}
}
