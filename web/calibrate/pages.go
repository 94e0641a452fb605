package calibrate

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/asset"
	"tilewatch/web/calibrate/sheet"
	"tilewatch/web/docs"
	"tilewatch/web/viewer"
)

//go:embed assets
var files embed.FS

var assets = asset.Folder{At: "/calibrate", Files: files}

// The board's size, in points where four squares meet.
const columns, rows = 9, 6

// Handler serves all below /calibrate. The page itself is Page. Who may is for the caller to decide: asking for things changes how every later
// game is read.
func Handler(b Bench) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /calibrate/board", shown)
	mux.HandleFunc("GET /calibrate/board.pdf", printed)
	mux.HandleFunc("GET /calibrate/board.svg", drawn)
	mux.HandleFunc("GET /calibrate/state", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, b.State()) })
	mux.HandleFunc("GET /calibrate/picture.jpg", func(w http.ResponseWriter, _ *http.Request) { picture(w, b.Picture()) })
	mux.HandleFunc("POST /calibrate/do", func(w http.ResponseWriter, r *http.Request) { do(w, r, b) })
	mux.Handle("GET /calibrate/assets/{name}", assets)
	return mux
}

var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"asset": assets.URL}).ParseFS(files, "assets/*.html"))
})

// labels are the English words in the manual's drawings: the page says them in the reader's language.
var labels = regexp.MustCompile(`<text[^>]*>[^<]*\pL{3}[^<]*</text>`)

// Page answers GET /calibrate in the server's frame.
func Page(s *web.Server) echo.HandlerFunc {
	drawings := map[string]string{}
	for _, name := range []string{"good", "bad"} {
		drawings[name] = s.Asset("position-"+name+".svg", labels.ReplaceAll(docs.Drawing("camera-"+name+".svg"), nil))
	}
	return func(c echo.Context) error {
		t := viewer.Language(c)
		var body bytes.Buffer
		if err := pages().ExecuteTemplate(&body, "calibrate.html", map[string]any{"Text": t.Under("calibrate."), "Drawings": drawings}); err != nil {
			return fmt.Errorf("draw the page: %w", err)
		}
		return s.Page(c, web.Page{Title: t.Say("calibrate.title"), Class: "calibrating", Back: "/play", Wide: true, Body: template.HTML(body.String()),
			Styles: []string{assets.URL("calibrate.css")}, Scripts: []string{assets.URL("calibrate.js")}})
	}
}

// shown is the page on which another screen shows the board: nothing else is on it.
func shown(w http.ResponseWriter, r *http.Request) {
	t := viewer.LanguageOf(r)
	var body bytes.Buffer
	if err := pages().ExecuteTemplate(&body, "board.html", map[string]any{"Lang": t.Lang, "Text": t.Under("calibrate."), "Columns": columns, "Rows": rows}); err != nil {
		http.Error(w, "the page could not be drawn", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "+
		"base-uri 'none'; form-action 'self'; frame-ancestors 'self'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body.Bytes()) // who asked may be gone
}

// do passes on what a person asks for, as a form.
func do(w http.ResponseWriter, r *http.Request, b Bench) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := r.ParseForm(); err != nil {
		answer(w, http.StatusBadRequest, map[string]string{"problem": "the form could not be read: reload the page"})
		return
	}
	ask := Ask{Do: r.PostForm.Get("do"), Step: r.PostForm.Get("step"), SquareMM: length(r.PostForm.Get("square")), ThickMM: length(r.PostForm.Get("thick"))}
	if err := b.Do(r.Context(), ask); err != nil {
		answer(w, http.StatusUnprocessableEntity, map[string]string{"problem": err.Error()})
		return
	}
	answer(w, http.StatusOK, b.State())
}

// length reads millimetres. It is -1 for a text that is not a length.
func length(text string) float64 {
	mm, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if err != nil || !(mm >= 0 && mm <= 1000) {
		return -1
	}
	return mm
}

func picture(w http.ResponseWriter, jpeg []byte) {
	if jpeg == nil {
		http.Error(w, "no picture from the camera", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(jpeg) // who asked may be gone
}

func printed(w http.ResponseWriter, r *http.Request) {
	paper, ok := sheet.Papers[strings.ToLower(r.URL.Query().Get("paper"))]
	if !ok {
		paper = sheet.Papers["a4"]
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="tilewatch-board.pdf"`)
	_, _ = w.Write(sheet.Fit(columns, rows, paper).PDF(paper))
}

func drawn(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write([]byte(sheet.Board{Columns: columns, Rows: rows, SquareMM: 25}.SVG()))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // who asked may be gone
}
