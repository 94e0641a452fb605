package web

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/web/access"
	"tilewatch/web/webtest"
)

// asked is what the site answers a request made of these.
func asked(s *Server, method, path, kind, key string, body []byte) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, "http://localhost"+path, bytes.NewReader(body))
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Authorization", "Bearer "+key)
	answer := httptest.NewRecorder()
	s.Handler().ServeHTTP(answer, request)
	return answer
}

// fuzzed is a site with a game begun at its table.
func fuzzed(f *testing.F) (*Server, string) {
	f.Helper()
	s, err := New(Options{Games: webtest.Games})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(s.Close)
	table, err := s.Open("kitchen")
	if err != nil {
		f.Fatal(err)
	}
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	key := s.guard.Keys.Now().Key("kitchen", access.RoleHost)
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
		s.guard.Limits = access.NewLimiter() // nobody taps as fast
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

// forms are the routes that take a form, and pages those that a browser opens.
var (
	forms = []string{"/t/kitchen/setup", "/t/kitchen/choices", "/t/kitchen/tiles", "/t/kitchen/links", "/t/kitchen/seat", "/join", "/host", "/lang"}
	views = []string{"/", "/watch", "/play", "/tv", "/overlay", "/t/kitchen/setup", "/t/kitchen/join", "/t/kitchen/camera", "/host", "/j/kitchen/", "/t/kitchen/crop/",
		"/t/kitchen/sheet/challenge", "/t/kitchen/sheet/cell", "/t/kitchen/sheet/", "/assets/", "/api/tables/", "/t/", "/manifest.webmanifest", ""}
)

// sane fails the test if an answer is wrong for any request.
func sane(t *testing.T, a *httptest.ResponseRecorder) {
	t.Helper()
	if a.Code >= 500 {
		t.Errorf("status %d: %.300s", a.Code, a.Body)
	}
	if to := a.Header().Get("Location"); a.Code == http.StatusSeeOther && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n")) {
		t.Errorf("it leads to %q", to)
	}
	if body := a.Body.String(); strings.Contains(body, "<script>") || strings.Contains(body, "ZgotmplZ") {
		t.Errorf("what was asked is in the page as it is: %.300s", body)
	}
	if !strings.Contains(a.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Error("no policy for what a page may load")
	}
}

// FuzzForm sends anything as a host's form.
func FuzzForm(f *testing.F) {
	for i, seed := range []string{"seat=red&plays-red=1&name-red=%3Cscript%3E&seat=green&plays-green=1&first=lot&option-words=refuse", "timer=-1&hints=1&nudges=", "x=1",
		"color=red%0d%0aX:1", "code=%00", "pin=4711", "lang=es&back=%2f%5cevil.example", "seat=red&seat=red&plays-red=&first=nobody", "%zz&;=&&=", "seat=" + strings.Repeat("x", 300)} {
		f.Add(uint8(i), []byte(seed), "application/x-www-form-urlencoded")
	}
	f.Add(uint8(0), []byte("--a\r\nContent-Disposition: form-data; name=\"seat\"\r\n\r\nred\r\n--a--"), "multipart/form-data; boundary=a")
	s, _ := fuzzed(f)
	f.Fuzz(func(t *testing.T, route uint8, body []byte, kind string) {
		s.guard.Limits = access.NewLimiter()
		a := asked(s, http.MethodPost, forms[int(route)%len(forms)], kind, s.guard.Keys.Now().Key("kitchen", access.RoleHost), body)
		sane(t, a)
		a = asked(s, http.MethodGet, "/watch", "", "", nil)
		if sane(t, a); a.Code != http.StatusOK {
			t.Errorf("the page is broken: %d", a.Code)
		}
	})
}

// FuzzPage opens pages with anything in their addresses and headers.
func FuzzPage(f *testing.F) {
	for i, seed := range []string{"", "lang=%3Cscript%3E", "turned=9&turned=-1", "part=<script>", "part=board&scale=3&theme=dark", "renewed=1", "to=//evil.example", "x", "..%2f", "cell=0,0&words=1", "cell=99999999999,-1", "%zz;&"} {
		f.Add(uint8(i), "", seed, "es", "lang=en; turned=2; seat-kitchen=<script>", i%2 == 0)
	}
	f.Add(uint8(9), "2222222222", "to=setup", "*;q=x,,", "tilewatch-kitchen=x", false)
	f.Add(uint8(10), "0,0.jpg", "", "", "", true)
	f.Add(uint8(18), "/t/kitchen/../../x\x00\xff", "", "\r\n", "\x01=\x02", true)
	s, key := fuzzed(f)
	f.Fuzz(func(t *testing.T, route uint8, more, query, lang, cookies string, host bool) {
		s.guard.Limits = access.NewLimiter()
		request := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: views[int(route)%len(views)] + more, RawQuery: query}, Host: "here", RemoteAddr: "192.0.2.1:9",
			Header: http.Header{"Accept": {"text/html"}, "Accept-Language": {lang}, "Cookie": {cookies}}}
		if strings.HasSuffix(request.URL.Path, "/events") {
			return // it has no end
		}
		if host {
			request.Header.Set("Authorization", "Bearer "+key)
		}
		a := httptest.NewRecorder()
		s.Handler().ServeHTTP(a, request)
		sane(t, a)
	})
}

// FuzzRole comes with anything for a key. Nothing but a key gives a role.
func FuzzRole(f *testing.F) {
	f.Add("Bearer ", "tilewatch-kitchen=", "kitchen")
	f.Add("bearer x", "tilewatch-kitchen=\"\"; tilewatch-kitchen=x", "..")
	f.Add("Bearer 4711", "tilewatch-=x", "current")
	s, key := fuzzed(f)
	f.Fuzz(func(t *testing.T, authorization, cookies, table string) {
		if strings.Contains(authorization+cookies, key) {
			return
		}
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Authorization", authorization)
		request.Header.Set("Cookie", cookies)
		for _, name := range []string{table, "kitchen"} {
			if r := s.Role(s.echo.NewContext(request, nil), name); r != access.RoleWatcher {
				t.Errorf("%q and %q make a %s of %q", authorization, cookies, r, name)
			}
		}
	})
}
