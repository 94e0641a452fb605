package tabit

import (
	"encoding/json"
	"strings"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Photo is each seat's cards and points.
func (page) Photo(reading []byte, t *text.Texts) (photo scoreboard.Photo) {
	var r struct {
		Players []struct {
			Seat     string    `json:"seat"`
			Letters  []*string `json:"letters"`
			Pictures []*string `json:"pictures"`
			Points   int       `json:"points"`
		} `json:"players"`
	}
	if json.Unmarshal(reading, &r) != nil {
		return photo
	}
	for _, p := range r.Players {
		photo.Lines = append(photo.Lines, scoreboard.PhotoLine{Name: t.Say("after.photo.seat." + p.Seat), Points: t.Say("after.points", "n", p.Points), Parts: []string{cardText(p.Letters), cardText(p.Pictures)}})
	}
	return photo
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
