package calibrate

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
)

// bench remembers what it was asked for.
type bench struct {
	asked []Ask
	err   error
}

func (b *bench) State() State    { return State{Camera: "cam", Step: Camera, Views: 3} }
func (b *bench) Picture() []byte { return nil }
func (b *bench) Do(_ context.Context, ask Ask) error {
	b.asked = append(b.asked, ask)
	return b.err
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// framed is a server with the page in its frame.
func framed(t *testing.T, b Bench) http.Handler {
	t.Helper()
	server, err := web.New(web.Options{Mount: []func(*web.Server, *echo.Echo){func(s *web.Server, e *echo.Echo) {
		e.GET("/calibrate", Page(s))
		e.Any("/calibrate/*", echo.WrapHandler(Handler(b)))
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return server.Handler()
}

func TestPages(t *testing.T) {
	server := httptest.NewServer(framed(t, &bench{}))
	defer server.Close()
	for path, want := range map[string]string{
		"/calibrate": `<span class="game">Calibrate</span>`, "/calibrate?lang=es": `<span class="game">Calibrar</span>`, "/calibrate/board": "bank card", "/calibrate/board.pdf?paper=letter": "%PDF",
		"/calibrate/board.svg": "<svg", "/calibrate/state": `"views":3`, assets.URL("calibrate.js"): "fetch", assets.URL("board.js"): "85.6", assets.URL("calibrate.css"): "--accent",
	} {
		if status, body := get(t, server.URL+path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d, want %q in %.200s", path, status, want, body)
		}
	}
	for _, path := range []string{"/calibrate/picture.jpg", "/calibrate/assets/nothing.js"} {
		if status, _ := get(t, server.URL+path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestDoPassesOnWhatIsAskedFor(t *testing.T) {
	b := &bench{}
	server := httptest.NewServer(Handler(b))
	defer server.Close()
	for _, c := range []struct {
		form   url.Values
		err    error
		status int
		want   Ask
	}{
		{url.Values{"do": {"start"}, "step": {"camera"}}, nil, 200, Ask{Start, Camera, -1, -1}},
		{url.Values{"do": {"board"}, "square": {"12,5"}, "thick": {"0"}}, nil, 200, Ask{Board, "", 12.5, 0}},
		{url.Values{"do": {"board"}, "square": {"NaN"}, "thick": {"1e9"}}, nil, 200, Ask{Board, "", -1, -1}},
		{url.Values{"do": {"save"}}, errors.New("nothing to keep"), 422, Ask{Save, "", -1, -1}},
	} {
		b.asked, b.err = nil, c.err
		answer, err := http.PostForm(server.URL+"/calibrate/do", c.form)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != c.status || len(b.asked) != 1 || b.asked[0] != c.want {
			t.Errorf("%v: %d, asked %+v, want %+v", c.form, answer.StatusCode, b.asked, c.want)
		}
		if c.err != nil && !strings.Contains(string(body), c.err.Error()) {
			t.Errorf("%v: not told why: %s", c.form, body)
		}
	}
	answer, err := http.Post(server.URL+"/calibrate/do", "application/x-www-form-urlencoded", strings.NewReader("do="+strings.Repeat("x", 1<<20)))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a huge form: %d", answer.StatusCode)
	}
}
