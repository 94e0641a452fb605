package camera

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/asset"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

//go:embed assets
var files embed.FS

var assets = asset.Folder{At: "/camera", Files: files}

// Options say how the pages are served. The zero value lets everybody offer a camera.
type Options struct {
	// May says whether who asks may be the camera; nil: everybody may.
	May func(*http.Request) bool
	// Secure is where the same page is found on a secure connection, like https://192.168.1.5:8080/camera; empty: nowhere. A
	// browser gives its camera only to such a page, or to one of its own machine.
	Secure string
	// Table is what the table shows whose pictures are sent; nil: their senders do not learn what was read, or why nothing is.
	Table func() (*stream.Event, error)
}

// Handler serves all below /camera. The page itself is Page.
func (h *Hub) Handler(o Options) http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, f http.HandlerFunc) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if o.May != nil && !o.May(r) {
				http.Error(w, "only the host can connect a camera: open the host link first", http.StatusForbidden)
				return
			}
			f(w, r)
		})
	}
	handle("GET /camera/socket", func(w http.ResponseWriter, r *http.Request) { h.socket(w, r, o.Table) })
	handle("POST /camera/frame", func(w http.ResponseWriter, r *http.Request) { h.frame(w, r, o.Table) })
	handle("POST /camera/photo", func(w http.ResponseWriter, r *http.Request) { h.upload(w, r, o.Table) })
	handle("POST /camera/leave", h.depart)
	mux.HandleFunc("GET /camera/status", func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusOK, h.Status()) })
	mux.Handle("GET /camera/assets/{name}", assets)
	return mux
}

var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"asset": assets.URL}).ParseFS(files, "assets/*.html"))
})

// Page answers GET /camera in the server's frame. It leaves May to the caller.
func (h *Hub) Page(s *web.Server, o Options) echo.HandlerFunc {
	return func(c echo.Context) error {
		t := viewer.Language(c)
		var body bytes.Buffer
		seen := ""
		if now := snapshot(o.Table); now != nil {
			seen = "/t/" + now.State.Table + "/camera/seen"
		}
		if err := pages().ExecuteTemplate(&body, "camera.html", map[string]any{"Text": t.Under("phone."), "Secure": o.Secure, "Seen": seen}); err != nil {
			return fmt.Errorf("draw the page: %w", err)
		}
		// Not every browser takes 'self' for the socket's address too.
		head, host := c.Response().Header(), strings.Map(hostRune, c.Request().Host)
		head.Set("Content-Security-Policy", strings.Replace(head.Get("Content-Security-Policy"), "connect-src 'self'", "connect-src 'self' ws://"+host+" wss://"+host, 1))
		head.Set("Permissions-Policy", "camera=(self)")
		return s.Page(c, web.Page{Title: t.Say("phone.title"), Class: "phone-camera", Body: template.HTML(body.String()),
			Styles: []string{assets.URL("camera.css")}, Scripts: []string{assets.URL("camera.js")}})
	}
}

func hostRune(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(".-:[]", r) {
		return r
	}
	return -1
}
