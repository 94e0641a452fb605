package tabit

import (
	"encoding/json"
	"strings"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Told is each seat's cards and points.
func (page) Told(reading []byte, t *text.Texts) (told scoreboard.Told) {
	var r struct {
		Players []struct {
			Seat     string    `json:"seat"`
			Letters  []*string `json:"letters"`
			Pictures []*string `json:"pictures"`
			Points   int       `json:"points"`
		} `json:"players"`
	}
	if json.Unmarshal(reading, &r) != nil {
		return told
	}
	for _, p := range r.Players {
		told.Lines = append(told.Lines, scoreboard.ToldLine{Name: t.Say("after.photo.seat." + p.Seat), Points: t.Say("after.points", "n", p.Points), Parts: []string{cardText(p.Letters), cardText(p.Pictures)}})
	}
	return told
}

// cardText is a row of cards; one that lies face down is a dash.
func cardText(cards []*string) string {
	var text []string
	for _, c := range cards {
		if c == nil {
			text = append(text, "–")
		} else {
			text = append(text, *c)
		}
	}
	return strings.Join(text, " ")
}
