package snag

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Photo is the tiles on the board, by their numbers, and its runs.
func (page) Photo(reading []byte, t *text.Texts) (photo scoreboard.Photo) {
	var r struct {
		Tiles []struct {
			Number  int           `json:"number"`
			Corners [4][2]float64 `json:"corners"`
		} `json:"tiles"`
		Runs [][]int `json:"runs"`
	}
	if json.Unmarshal(reading, &r) != nil || len(r.Tiles) == 0 {
		return photo
	}
	var numbers []int
	for _, tile := range r.Tiles {
		numbers = append(numbers, tile.Number)
		photo.Marks = append(photo.Marks, scoreboard.PhotoMark{Corners: tile.Corners, Label: fmt.Sprint(tile.Number)})
	}
	slices.Sort(numbers)
	photo.Lines = append(photo.Lines, scoreboard.PhotoLine{Name: t.Say("after.photo.tiles", "n", len(numbers)), Points: "", Parts: []string{spaced(numbers)}})
	for _, run := range r.Runs {
		photo.Lines = append(photo.Lines, scoreboard.PhotoLine{Name: t.Say("after.photo.run"), Points: t.Say("after.photo.tiles", "n", len(run)), Parts: []string{spaced(run)}})
	}
	return photo
}

func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
