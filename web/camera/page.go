package camera

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

//go:embed assets
var files embed.FS

// Options say how the pages are served. The zero value lets everybody offer a camera.
type Options struct {
	// May says whether who asks may be the camera; nil: everybody may.
	May func(*http.Request) bool
	// Secure is where the same page is found on a secure connection, like https://192.168.1.5:8080/camera; empty: nowhere. A
	// browser gives its camera only to such a page, or to one of its own machine.
	Secure string
	// Table is what the table shows on which photos are read; nil: their senders do not learn what was read.
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
	handle("GET /camera/socket", h.socket)
	handle("POST /camera/frame", h.frame)
	handle("POST /camera/photo", func(w http.ResponseWriter, r *http.Request) { h.upload(w, r, o.Table) })
	handle("POST /camera/leave", h.depart)
	mux.HandleFunc("GET /camera/status", func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusOK, h.Status()) })
	mux.HandleFunc("GET /camera/assets/{name}", asset)
	return mux
}

var pages = template.Must(template.New("").Funcs(template.FuncMap{"asset": assetURL}).ParseFS(files, "assets/*.html"))

// Page answers GET /camera in the server's frame. It leaves May to the caller.
func (h *Hub) Page(s *web.Server, o Options) echo.HandlerFunc {
	return func(c echo.Context) error {
		t := viewer.Language(c)
		var body bytes.Buffer
		if err := pages.ExecuteTemplate(&body, "camera.html", map[string]any{"Text": t.Under("phone."), "Secure": o.Secure}); err != nil {
			return fmt.Errorf("draw the page: %w", err)
		}
		// Not every browser takes 'self' for the socket's address too.
		head, host := c.Response().Header(), strings.Map(hostRune, c.Request().Host)
		head.Set("Content-Security-Policy", strings.Replace(head.Get("Content-Security-Policy"), "connect-src 'self'", "connect-src 'self' ws://"+host+" wss://"+host, 1))
		head.Set("Permissions-Policy", "camera=(self)")
		return s.Page(c, web.Page{Title: t.Say("phone.title"), Class: "phone-camera", Body: template.HTML(body.String()),
			Styles: []string{assetURL("camera.css")}, Scripts: []string{assetURL("camera.js")}})
	}
}

func hostRune(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(".-:[]", r) {
		return r
	}
	return -1
}

// assetURL is an asset's address; it changes with the content, so that a browser may keep it for ever.
func assetURL(name string) string {
	data, err := files.ReadFile("assets/" + name)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	return "/camera/assets/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}

// asset answers one of the page's files.
func asset(w http.ResponseWriter, r *http.Request) {
	for _, name := range []string{"camera.js", "camera.css"} {
		if assetURL(name) == r.URL.Path {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			http.ServeFileFS(w, r, files, "assets/"+name)
			return
		}
	}
	http.Error(w, "no such file: reload the page", http.StatusNotFound)
}
