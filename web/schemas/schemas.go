// Package schemas holds the JSON Schemas (draft 2020-12) of the lines that the commands print. The server publishes them at /schemas/NAME.json
// and in /api/openapi.json, and "tilewatch schema NAME" prints them. New fields may be added to the lines, so the schemas allow others.
package schemas

import (
	"embed"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

//go:embed *.json
var files embed.FS

// Names are the schemas there are: a command's name each.
func Names() []string { return []string{"score", "read", "watch", "engine", "words"} }

// Read is the schema of that name; nil if there is none.
func Read(name string) json.RawMessage {
	data, err := files.ReadFile(name + ".json")
	if err != nil {
		return nil
	}
	return data
}

// Address is below which the server publishes the schemas.
const Address = "/schemas/"

// Mount publishes the schemas.
func Mount(e *echo.Echo) {
	e.GET(Address+":name", func(c echo.Context) error {
		name, isJSON := strings.CutSuffix(c.Param("name"), ".json")
		if schema := Read(name); isJSON && schema != nil {
			return c.Blob(http.StatusOK, "application/schema+json", schema)
		}
		return echo.NewHTTPError(http.StatusNotFound)
	})
}
