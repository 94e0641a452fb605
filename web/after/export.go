package after

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/journal"
)

// export answers the game as a file. All events (ndjson) of any kind of game, also of one that cannot be replayed.
func (p *pages) export(c echo.Context) error {
	k, err := p.kept(c)
	if k == nil {
		return err
	}
	var b bytes.Buffer
	kind, name := "application/x-ndjson", k.info.Game+".ndjson"
	switch format := c.Param("format"); {
	case format == "ndjson":
		var whole journal.Game
		if whole, err = k.info.Load(c.Request().Context(), p.Journal); err == nil {
			err = journal.Write(&b, whole)
		}
	case format != "csv" && format != "txt":
		return echo.NewHTTPError(http.StatusNotFound, fmt.Sprintf("no format %q: use ndjson, csv or txt", format))
	case k.Kept == nil && err == nil:
		return echo.NewHTTPError(http.StatusNotFound, "this game can only be exported as ndjson")
	case format == "csv" && err == nil:
		kind, name = "text/csv; charset=utf-8; header=present", k.info.Game+".csv"
		err = k.CSV(&b, p.server.Texts(c))
	case err == nil:
		kind, name = "text/plain; charset=utf-8", k.info.Game+".txt"
		err = k.Notation(&b, k.info.Title, p.server.Texts(c))
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, name))
	return c.Blob(http.StatusOK, kind, b.Bytes())
}
