package camera

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// FuzzSocket sends anything over a phone's WebSocket; a good picture afterwards is taken.
func FuzzSocket(f *testing.F) {
	f.Add(true, []byte("\xff\xd8\xff\xe0"))
	f.Add(false, []byte(`{"name":"x","take":true}`))
	f.Fuzz(func(t *testing.T, binary bool, message []byte) {
		_, url := site(t, Options{})
		p := dial(t, url)
		p.offers("phone", false)
		p.receives("ready")
		kind := websocket.MessageText
		if binary {
			kind = websocket.MessageBinary
		}
		p.send(kind, message)
		p.send(websocket.MessageBinary, shot(t, 1))
		p.receives("ack")
	})
}

// FuzzPost sends anything by a phone that gets no WebSocket through. What is taken for a picture is one, and small enough.
func FuzzPost(f *testing.F) {
	for i, seed := range []string{"id=1&name=Ana%27s+phone", "id=&name=", "id=2&take=1&name=%00%1b%5b2J", "id=" + strings.Repeat("9", 99), "%zz", ""} {
		f.Add(uint8(i), seed, []byte("\xff\xd8\xff\xe0"))
	}
	f.Add(uint8(0), "id=1", []byte("\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"))
	h := New()
	f.Cleanup(h.Close)
	pages := h.Handler(Options{})
	f.Fuzz(func(t *testing.T, route uint8, query string, body []byte) {
		to := []string{"/camera/frame", "/camera/photo", "/camera/leave"}[int(route)%3]
		request := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: to, RawQuery: query}, Body: http.NoBody, Header: http.Header{}}
		if len(body) > 0 {
			request = httptest.NewRequest(http.MethodPost, "http://here"+to, bytes.NewReader(body))
			request.URL.RawQuery = query
		}
		before := h.Status().Pictures
		a := httptest.NewRecorder()
		pages.ServeHTTP(a, request)
		if taken := h.Status().Pictures > before; taken && check(body) != nil {
			t.Error("what is no picture was taken")
		}
		var said answer
		if err := json.Unmarshal(a.Body.Bytes(), &said); err != nil || a.Code == http.StatusInternalServerError {
			t.Errorf("%d, %v: %s", a.Code, err, a.Body)
		}
	})
}
