package dabble

import (
	"encoding/json"
	"fmt"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Photo is each rack with its words and points.
func (page) Photo(reading []byte, t *text.Texts) (photo scoreboard.Photo) {
	var r struct {
		Racks []struct {
			Tiers []struct {
				Word   string `json:"word"`
				Points int    `json:"points"`
				Valid  bool   `json:"valid"`
				Tiles  []struct {
					Letter  string        `json:"letter"`
					Corners [4][2]float64 `json:"corners"`
				} `json:"tiles"`
			} `json:"tiers"`
			Points int `json:"points"`
			Unused int `json:"unused_points"`
		} `json:"racks"`
	}
	if json.Unmarshal(reading, &r) != nil {
		return photo
	}
	for i, rack := range r.Racks {
		line := scoreboard.PhotoLine{Name: t.Say("after.photo.rack", "n", i+1), Points: t.Say("after.points", "n", rack.Points)}
		for _, tier := range rack.Tiers {
			if tier.Valid {
				line.Parts = append(line.Parts, fmt.Sprintf("%s %d", tier.Word, tier.Points))
			} else {
				line.Parts = append(line.Parts, tier.Word+" –")
			}
			for _, tile := range tier.Tiles {
				photo.Marks = append(photo.Marks, scoreboard.PhotoMark{Corners: tile.Corners, Label: tile.Letter})
			}
		}
		if rack.Unused > 0 {
			line.Parts = append(line.Parts, t.Say("after.photo.unused", "n", rack.Unused))
		}
		photo.Lines = append(photo.Lines, line)
	}
	return photo
}
