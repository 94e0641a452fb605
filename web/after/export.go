package after

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

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
	case k.retold != nil && err == nil:
		if kind, name = "text/csv; charset=utf-8; header=present", k.info.Game+".csv"; format == "csv" {
			err = k.retold.CSV(&b, p.server.Texts(c))
		} else {
			kind, name = "text/plain; charset=utf-8", k.info.Game+".txt"
			err = k.retold.Notation(&b, k.info.Title, p.server.Texts(c))
		}
	case k.Game == nil && err == nil:
		return echo.NewHTTPError(http.StatusNotFound, "this game can only be exported as ndjson")
	case format == "csv" && err == nil:
		kind, name = "text/csv; charset=utf-8; header=present", k.info.Game+".csv"
		err = k.CSV(&b)
	case err == nil:
		kind, name = "text/plain; charset=utf-8", k.info.Game+".txt"
		err = k.Notation(&b, k.info.Title)
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, name))
	return c.Blob(http.StatusOK, kind, b.Bytes())
}

// play is what BG Stats takes from other programs. Its makers describe it at
// https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ : sourceName, sourcePlayId, playDate (UTC), the game's
// name and sourceGameId, and of each player the name and sourcePlayerId are required.
type play struct {
	SourceName   string       `json:"sourceName"`
	SourcePlayID string       `json:"sourcePlayId"`
	PlayDate     string       `json:"playDate"`
	DurationMin  int          `json:"durationMin,omitempty"`
	Game         playedGame   `json:"game"`
	Players      []playedSeat `json:"players"`
}

type playedGame struct {
	Name         string `json:"name"`
	SourceGameID string `json:"sourceGameId"`
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

type playedSeat struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId"`
	StartPlayer    bool   `json:"startPlayer"`
	Role           string `json:"role,omitempty"` // the color
	Score          int    `json:"score"`
	Rank           int    `json:"rank"`
	Winner         bool   `json:"winner"` // must be there: the Android app refuses players without it
}

// bgStats is the link that hands the finished game to the app; empty while it goes on.
func bgStats(k *kept, p page) string {
	if !k.Over() {
		return ""
	}
	data := play{SourceName: "Tilewatch", SourcePlayID: k.info.Game, Game: playedGame{Name: "NAB-IT!", SourceGameID: "nabit", HighestWins: true}}
	if !k.Ended.IsZero() {
		data.PlayDate = k.Ended.UTC().Format("2006-01-02 15:04:05")
		data.DurationMin = int(k.Ended.Sub(k.Began).Minutes() + 0.5)
	}
	rows := p.stand(k.Scores(), k.State.Options, true).Rows
	for i, color := range k.Players() {
		n := slices.IndexFunc(rows, func(r rankRow) bool { return r.Color == color })
		id := color.String()
		if name := k.Name(color); name != "" {
			id = strings.ToLower(name)
		}
		data.Players = append(data.Players, playedSeat{Name: p.Name(color), SourcePlayerID: id, StartPlayer: i == 0, Role: color.String(),
			Score: rows[n].Total, Rank: rows[n].Place, Winner: rows[n].Winner})
	}
	text, err := json.Marshal(data)
	if err != nil {
		return "" // plain data: cannot fail
	}
	return "https://app.bgstatsapp.com/createPlay.html?data=" + strings.ReplaceAll(url.QueryEscape(string(text)), "+", "%20")
}
