package web

import (
	"encoding/json"
	"strings"

	"tilewatch/web/text"
)

// Told is each seat's cards and points.
func (tabitGame) Told(reading []byte, t *text.Texts) (told Told) {
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
		told.Lines = append(told.Lines, ToldLine{t.Say("after.photo.seat." + p.Seat), t.Say("after.points", "n", p.Points), []string{cardText(p.Letters), cardText(p.Pictures)}})
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
