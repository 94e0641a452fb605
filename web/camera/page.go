package camera

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"net/http"
	"path"
	"strings"

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
}

// Handler serves /camera and all below it.
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
	handle("GET /camera", h.page(o))
	handle("GET /camera/socket", h.socket)
	handle("POST /camera/frame", h.frame)
	handle("POST /camera/photo", h.upload)
	handle("POST /camera/leave", h.leave)
	mux.HandleFunc("GET /camera/status", func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusOK, h.Status()) })
	mux.HandleFunc("GET /camera/assets/{name}", asset)
	return mux
}

var pages = template.Must(template.New("").Funcs(template.FuncMap{"asset": assetURL}).ParseFS(files, "assets/*.html"))

// page answers GET /camera.
func (h *Hub) page(o Options) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		t := viewer.LanguageOf(r)
		var body bytes.Buffer
		err := pages.ExecuteTemplate(&body, "camera.html", map[string]any{
			"Lang": t.Lang, "Text": t.Under("phone."), "Secure": o.Secure,
		})
		if err != nil {
			http.Error(w, "the page could not be drawn", http.StatusInternalServerError)
			return
		}
		// Not every browser takes 'self' for the socket's address too.
		host := strings.Map(hostRune, r.Host)
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "+
			"connect-src 'self' ws://"+host+" wss://"+host+"; base-uri 'none'; form-action 'self'; frame-ancestors 'self'")
		w.Header().Set("Permissions-Policy", "camera=(self)")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(body.Bytes()) // who asked may be gone
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
