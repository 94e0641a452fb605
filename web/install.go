package web

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/viewer"
)

// icon is one of the manifest's.
type icon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// manifest makes the pages installable: as a program of its own it opens the current table.
func (s *Server) manifest(c echo.Context) error {
	t := viewer.Language(c)
	c.Response().Header().Set("Content-Type", "application/manifest+json")
	c.Response().WriteHeader(http.StatusOK)
	return c.Echo().JSONSerializer.Serialize(c, map[string]any{
		"id": "/", "name": t.Say("site"), "short_name": t.Say("site"), "lang": t.Lang, "start_url": "/play", "scope": "/", "display": "standalone",
		"background_color": "#f4efe4", "theme_color": "#f4efe4",
		"icons": []icon{
			{s.assets.names["icon.svg"], "any", "image/svg+xml", ""},
			{s.assets.names["icon-192.png"], "192x192", "image/png", "any"},
			{s.assets.names["icon-512.png"], "512x512", "image/png", "any"},
		},
	}, "")
}

// shellFiles are what the page for a server that is away is made of.
var shellFiles = []string{"style.css", "nunito-latin.woff2", "icon.svg", "offline.js"}

// worker answers the service worker: the installed program opens, and says that it reconnects, while the server is away. Browsers take it
// from a secure connection only.
func (s *Server) worker(c echo.Context) error {
	shell := []string{"/offline"}
	for _, name := range shellFiles {
		shell = append(shell, s.assets.names[name])
	}
	list, err := json.Marshal(shell)
	if err != nil {
		return err
	}
	code, err := files.ReadFile("assets/sw.js")
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", fmt.Appendf(nil, "const kept = %q, shell = %s;\n%s", "shell-"+s.build, list, code))
}

// offline answers the page that stands in for the others while the server is away.
func (s *Server) offline(c echo.Context) error {
	return write(c, "offline.html", s.Frame(c, viewer.Language(c).Say("site")))
}
