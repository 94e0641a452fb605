package web

import (
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
