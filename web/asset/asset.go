// Package asset serves embedded files under names that change with their content, so that a browser may keep them for ever.
package asset

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
)

// Hashed is the file's name with what it holds in it: style.css is style.0123456789.css.
func Hashed(name string, data []byte) string {
	sum, ext := sha256.Sum256(data), path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
}

// Keep has the browser keep an answer for a year.
func Keep(h http.Header) { h.Set("Cache-Control", "public, max-age=31536000, immutable") }

// Folder is the folder "assets" of a package that answers below At.
type Folder struct {
	At    string
	Files embed.FS
}

// URL is a file's address; empty if there is no such file.
func (f Folder) URL(name string) string {
	data, err := f.Files.ReadFile("assets/" + name)
	if err != nil {
		return ""
	}
	return f.At + "/assets/" + Hashed(name, data)
}

// ServeHTTP answers one of the scripts and styles.
func (f Folder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	entries, _ := f.Files.ReadDir("assets") // embedded files can be read
	for _, e := range entries {
		if name := e.Name(); path.Ext(name) != ".html" && f.URL(name) == r.URL.Path {
			Keep(w.Header())
			http.ServeFileFS(w, r, f.Files, "assets/"+name)
			return
		}
	}
	http.Error(w, "no such file: reload the page", http.StatusNotFound)
}
