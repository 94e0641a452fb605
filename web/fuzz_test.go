package web

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tilewatch/engine/nabit"
)

// asked is what the site answers a request made of these.
func asked(s *Server, method, path, kind, key string, body []byte) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, bytes.NewReader(body))
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Authorization", "Bearer "+key)
	answer := httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, request)
	return answer
}

// fuzzed is a site with a game begun at its table.
func fuzzed(f *testing.F) (*Server, string) {
	f.Helper()
	s, err := New(Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(s.Close)
	table, err := s.Open("kitchen")
	if err != nil {
		f.Fatal(err)
	}
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	key := s.keys.now().key("kitchen", RoleHost)
	if a := asked(s, http.MethodPost, commands, "application/json", key, []byte(begin)); a.Code != http.StatusOK {
		f.Fatalf("the game does not begin: %s", a.Body)
	}
	return s, key
}

// FuzzCommand sends anything as a host's event.
func FuzzCommand(f *testing.F) {
	for _, seed := range []string{begin, `{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"O"}]}`,
		`{"type":"name","player":"red","name":"\u202e<b>"}`, `{"type":"undo"}`, `{"type":"correct","turn":-1,"placements":null}`, `null`, `[]`, `{"type":1}`} {
		f.Add([]byte(seed), "application/json")
	}
	f.Add([]byte(begin), "text/plain; charset=\"")
	s, key := fuzzed(f)
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		s.limits = newLimiter() // nobody taps as fast
		if a := asked(s, http.MethodPost, commands, kind, key, body); a.Code >= 500 {
			t.Errorf("status %d: %s", a.Code, a.Body)
		}
		if a := asked(s, http.MethodGet, "/watch", "", "", nil); a.Code != http.StatusOK || strings.Contains(a.Body.String(), "ZgotmplZ") {
			t.Errorf("the page is broken: %d", a.Code)
		}
	})
}

// FuzzUpload sends anything as a form with a photo.
func FuzzUpload(f *testing.F) {
	const kind = "multipart/form-data; boundary=edge"
	for _, seed := range []string{"--edge\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\nphoto\r\n--edge--\r\n",
		"--edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--edge\r\nContent-Disposition: form-data; filename=\"\"\r\n\r\n--edge--", "--edge--", ""} {
		f.Add([]byte(seed), kind)
	}
	f.Add([]byte("x"), "multipart/form-data; boundary=")
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		request := httptest.NewRequest(http.MethodPost, "/api/photos", bytes.NewReader(body))
		request.Header.Set("Content-Type", kind)
		photo, err := uploaded(request)
		if err == nil && len(photo) > len(body) {
			t.Errorf("a photo of %d bytes in a form of %d", len(photo), len(body))
		}
	})
}
