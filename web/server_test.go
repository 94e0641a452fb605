package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tilewatch/web/invite"
	"tilewatch/web/scoreboard"
	"tilewatch/web/webtest"
)

// answer is a whole answer.
type answer struct {
	status int
	header http.Header
	body   string
}

func ask(t *testing.T, method, url string, header map[string]string, body io.Reader) answer {
	t.Helper()
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultTransport.RoundTrip(req) // as a browser: redirects and gzip are seen
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, string(data)}
}

func get(t *testing.T, url string) answer { return ask(t, http.MethodGet, url, nil, nil) }

var pagePaths = []string{"/", "/watch", "/play", "/tv", "/overlay", "/join", "/t/kitchen/watch", "/t/kitchen/play", "/t/kitchen/tv", "/t/kitchen/overlay"}

func TestPages(t *testing.T) {
	_, table, url := testServer(t, Options{Invite: invite.Choose("", "http://192.168.1.20:8080/")})
	for _, s := range webtest.DemoGame(t)[:12] {
		webtest.Publish(t, table, s)
	}
	outside := regexp.MustCompile(`(?:https?:)?//[a-z0-9.-]+`)
	for _, path := range pagePaths {
		t.Run(path+" asks for nothing outside and has no script or style in it but the house's own", func(t *testing.T) {
			a := get(t, url+path)
			if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
				t.Fatalf("status %d, %s", a.status, a.header.Get("Content-Type"))
			}
			for _, found := range outside.FindAllString(a.body, -1) {
				if found != "http://192.168.1.20" { // the invitation itself
					t.Errorf("names %s", found)
				}
			}
			for _, style := range regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindAllStringSubmatch(a.body, -1) {
				if sum := "'" + sumOf([]byte(style[1])) + "'"; !strings.Contains(a.header.Get("Content-Security-Policy"), sum) {
					t.Errorf("the policy does not know its style, %s", sum)
				}
			}
			if bad := regexp.MustCompile(`<style[^>]|\sstyle=|\son[a-z]+=|<script[^>]*>[^<]`).FindString(a.body); bad != "" {
				t.Errorf("has %q, which its own policy forbids", bad)
			}
			if p := a.header.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'none'") || strings.Contains(p, "unsafe") {
				t.Errorf("policy %q", p)
			}
		})
	}
	t.Run("the first paint has the scores without any script", func(t *testing.T) {
		a := get(t, url+"/")
		for _, want := range []string{"Ana", "Grandpa", "ACID", "was AVID", `data-at="3,0"`, "nabbed"} {
			if !strings.Contains(a.body, want) {
				t.Errorf("no %q in the page", want)
			}
		}
	})
	t.Run("the big screen shows how to join", func(t *testing.T) {
		if a := get(t, url+"/tv"); !strings.Contains(a.body, "qrcode") || !strings.Contains(a.body, "192.168.1.20:8080") {
			t.Error("no code, or no address")
		}
	})
	t.Run("an overlay shows the part it is asked for", func(t *testing.T) {
		a := get(t, url+"/overlay?part=board&scale=2")
		if !strings.Contains(a.body, `class="view-overlay only-board scale-2"`) {
			t.Error("part or scale has no effect")
		}
		if a := get(t, url+`/overlay?part="><script>`); !strings.Contains(a.body, `class="view-overlay"`) {
			t.Error("a strange part is not ignored")
		}
	})
	t.Run("an unknown table is not found, in words", func(t *testing.T) {
		a := get(t, url+"/t/attic/watch")
		if a.status != http.StatusNotFound || !strings.Contains(a.body, "attic") {
			t.Errorf("status %d: %s", a.status, a.body)
		}
	})
	t.Run("names cannot smuggle markup in", func(t *testing.T) {
		s := webtest.DemoGame(t)[3]
		s.Players[0].Name = `<img src=x onerror=alert(1)>`
		webtest.Publish(t, table, s)
		if strings.Contains(get(t, url+"/").body, "<img") {
			t.Error("a player's name is markup")
		}
	})
}

// Everything that a phone loads, compressed, is light.
func TestWeight(t *testing.T) {
	_, table, url := testServer(t, Options{})
	game := webtest.DemoGame(t)
	webtest.Publish(t, table, game[len(game)-1])
	page := get(t, url+"/").body
	total := 0
	for _, link := range append([]string{"/"}, regexp.MustCompile(`/assets/[^"]+`).FindAllString(page, -1)...) {
		a := ask(t, http.MethodGet, url+link, map[string]string{"Accept-Encoding": "gzip"}, nil)
		if a.status != http.StatusOK {
			t.Errorf("%s answers %d", link, a.status)
		}
		total += len(a.body)
		if strings.HasPrefix(link, "/assets/") && !strings.Contains(a.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s is loaded anew each time", link)
		}
	}
	t.Logf("a page weighs %d bytes compressed", total)
	if total > 80_000 {
		t.Errorf("a page weighs %d bytes, want at most 80000", total)
	}
}

// mountedElsewhere are the paths of the description that other packages answer.
var mountedElsewhere = []string{"/games/", "/readyz", "/metrics", "/camera/", "/api/hub"}

func TestAPI(t *testing.T) {
	_, table, url := testServer(t, Options{})
	game := webtest.DemoGame(t)
	webtest.Publish(t, table, game[14])
	t.Run("a table's state", func(t *testing.T) {
		var s scoreboard.Sent
		a := get(t, url+"/api/tables/kitchen")
		if err := json.Unmarshal([]byte(a.body), &s); err != nil {
			t.Fatal(err)
		}
		if s.Table != "kitchen" || s.Turn != 14 || len(s.Board) != len(game[14].Crossword().Board) || s.Seq == 0 || s.LastTurn == nil {
			t.Errorf("state %+v", s)
		}
	})
	t.Run("the current table has a name of its own", func(t *testing.T) {
		if a := get(t, url+"/api/tables/current"); !strings.Contains(a.body, `"table":"kitchen"`) {
			t.Error(a.body)
		}
	})
	t.Run("lists are never null", func(t *testing.T) {
		_, _, url := testServer(t, Options{})
		if a := get(t, url+"/api/tables/kitchen"); strings.Contains(a.body, "null") {
			t.Error(a.body)
		}
	})
	t.Run("health", func(t *testing.T) {
		if a := get(t, url+"/healthz"); a.status != http.StatusOK || !strings.Contains(a.body, `"status":"ok"`) {
			t.Errorf("status %d: %s", a.status, a.body)
		}
	})
	t.Run("the description names only what is there", func(t *testing.T) {
		var d struct{ Paths map[string]map[string]any }
		if err := json.Unmarshal([]byte(get(t, url+"/api/openapi.json").body), &d); err != nil || len(d.Paths) < 4 {
			t.Fatalf("%d paths, error %v", len(d.Paths), err)
		}
		for path, methods := range d.Paths {
			for method := range methods {
				if strings.HasSuffix(path, "/events") || strings.HasSuffix(path, "/words") || slices.ContainsFunc(mountedElsewhere, func(below string) bool { return strings.HasPrefix(path, below) }) {
					continue // the first never ends, TestStream asks it; the second needs a table that chooses its list; the others are the commands' mounts
				}
				a := ask(t, strings.ToUpper(method), url+strings.NewReplacer("{id}", "kitchen", "{name}", "score").Replace(path), nil, nil)
				if a.status == http.StatusNotFound || a.status == http.StatusMethodNotAllowed {
					t.Errorf("%s %s answers %d", method, path, a.status)
				}
			}
		}
	})
	t.Run("a table's name is checked", func(t *testing.T) {
		s, err := New(Options{Games: webtest.Games})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, id := range []string{"", "current", "a/b", "a b", strings.Repeat("a", 65)} {
			if _, err := s.Open(id); err == nil {
				t.Errorf("table %q was opened", id)
			}
		}
	})
}

// form is a multipart form with one file.
func form(t *testing.T, field string, data []byte) (kind string, body io.Reader) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, "x.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), &b
}

func TestPhotos(t *testing.T) {
	hold, holding := make(chan struct{}), make(chan struct{}, photosAtOnce)
	s, _, url := testServer(t, Options{PhotoLimit: 1 << 20, Log: slog.New(slog.DiscardHandler),
		Photos: func(_ context.Context, photo []byte) (json.RawMessage, error) {
			switch string(photo) {
			case "break":
				return nil, errors.New("the secret cause")
			case "hold":
				holding <- struct{}{}
				<-hold
			}
			return json.Marshal(map[string]int{"bytes": len(photo)})
		}})
	send := func(field string, data []byte, more map[string]string) answer {
		kind, body := form(t, field, data)
		header := map[string]string{"Content-Type": kind}
		for k, v := range more {
			header[k] = v
		}
		return ask(t, http.MethodPost, url+"/api/photos", header, body)
	}
	for _, tt := range []struct {
		name   string
		answer answer
		status int
		text   string
	}{
		{"a photo is read", send("photo", []byte("12345"), nil), http.StatusOK, `{"bytes":5}`},
		{"its field may have any name", send("file", []byte("123"), nil), http.StatusOK, `{"bytes":3}`},
		{"a photo beyond the limit is refused", send("photo", make([]byte, 2<<20), nil), http.StatusRequestEntityTooLarge, "larger than 1 MB"},
		{"something else than a form is refused", ask(t, http.MethodPost, url+"/api/photos", nil, strings.NewReader("x")), http.StatusUnsupportedMediaType, "multipart"},
		{"a form without a file is refused", ask(t, http.MethodPost, url+"/api/photos", map[string]string{"Content-Type": "multipart/form-data; boundary=x"},
			strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n")), http.StatusBadRequest, "holds no file"},
		{"an upload that breaks off is refused", ask(t, http.MethodPost, url+"/api/photos", map[string]string{"Content-Type": "multipart/form-data; boundary=x"},
			strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\nb")), http.StatusBadRequest, "cut off"},
		{"another site's page cannot send one", send("photo", []byte("1"), map[string]string{"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}), http.StatusForbidden, ""},
		{"what went wrong inside stays inside", send("photo", []byte("break"), nil), http.StatusInternalServerError, "try again"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.answer.status != tt.status || !strings.Contains(tt.answer.body, tt.text) {
				t.Errorf("status %d: %s; want %d with %q", tt.answer.status, tt.answer.body, tt.status, tt.text)
			}
			if strings.Contains(tt.answer.body, "secret") {
				t.Error("the cause leaked")
			}
		})
	}
	t.Run("one sender holds not all places, and all together hold only so many", func(t *testing.T) {
		for n := range photosAtOnce {
			if n == photosOfOne {
				if a := send("photo", []byte("1"), nil); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
					t.Errorf("one more of one sender: %d: %s", a.status, a.body)
				}
				s.senders.Most = photosAtOnce + 1 // from here on as if others sent them
			}
			go send("photo", []byte("hold"), nil)
			<-holding
		}
		if a := send("photo", []byte("1"), nil); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
			t.Errorf("one more of all: %d: %s", a.status, a.body)
		}
		close(hold)
	})
	t.Run("without a reader the way to read photos is told", func(t *testing.T) {
		_, _, url := testServer(t, Options{})
		kind, body := form(t, "photo", []byte("1"))
		if a := ask(t, http.MethodPost, url+"/api/photos", map[string]string{"Content-Type": kind}, body); a.status != http.StatusNotImplemented {
			t.Errorf("status %d: %s", a.status, a.body)
		}
	})
}

func TestCompression(t *testing.T) {
	_, _, url := testServer(t, Options{})
	a := ask(t, http.MethodGet, url+"/", map[string]string{"Accept-Encoding": "gzip"}, nil)
	if a.header.Get("Content-Encoding") != "gzip" {
		t.Fatal("the page is not compressed")
	}
	r, err := gzip.NewReader(strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(r); err != nil || !bytes.Contains(data, []byte("</html>")) {
		t.Errorf("the page is cut: %v", err)
	}
}
