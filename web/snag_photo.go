package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tilewatch/web/text"
)

// Told is the tiles on the board, by their numbers, and its runs.
func (snagGame) Told(reading []byte, t *text.Texts) (told Told) {
	var r struct {
		Tiles []struct {
			Number  int           `json:"number"`
			Corners [4][2]float64 `json:"corners"`
		} `json:"tiles"`
		Runs [][]int `json:"runs"`
	}
	if json.Unmarshal(reading, &r) != nil || len(r.Tiles) == 0 {
		return told
	}
	var numbers []int
	for _, tile := range r.Tiles {
		numbers = append(numbers, tile.Number)
		told.Marks = append(told.Marks, ToldMark{tile.Corners, fmt.Sprint(tile.Number)})
	}
	slices.Sort(numbers)
	told.Lines = append(told.Lines, ToldLine{t.Say("after.photo.tiles", "n", len(numbers)), "", []string{spaced(numbers)}})
	for _, run := range r.Runs {
		told.Lines = append(told.Lines, ToldLine{t.Say("after.photo.run"), t.Say("after.photo.tiles", "n", len(run)), []string{spaced(run)}})
	}
	return told
}

func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
