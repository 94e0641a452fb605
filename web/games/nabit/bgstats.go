package nabit

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"tilewatch/web/retold"
)

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
func (g *told) bgStats(p reader) string {
	if !g.Over() {
		return ""
	}
	data := play{SourceName: "Tilewatch", SourcePlayID: g.name, Game: playedGame{Name: "NAB-IT!", SourceGameID: "nabit", HighestWins: true}}
	if !g.Ended.IsZero() {
		data.PlayDate = g.Ended.UTC().Format("2006-01-02 15:04:05")
		data.DurationMin = int(g.Ended.Sub(g.Began).Minutes() + 0.5)
	}
	rows := p.stand(g.Scores(), g.State.Options, true).Rows
	for i, color := range g.Players() {
		n := slices.IndexFunc(rows, func(r retold.Rank) bool { return r.Color == color })
		id := color.String()
		if name := g.Game.Name(color); name != "" {
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
