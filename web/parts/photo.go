package parts

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// PhotoOf puts a photo's reading into the words of its game, or plainly where the game has none. reading is the line that
// "tilewatch score" prints.
func PhotoOf(g scoreboard.Game, reading []byte, t *text.Texts) scoreboard.Photo {
	if drawn, ok := g.(scoreboard.PhotoGame); ok {
		return drawn.Photo(reading, t)
	}
	return plainPhoto(reading)
}

// plainPhoto lists the fields of a reading by their names, and outlines whatever has corners.
func plainPhoto(reading []byte) (photo scoreboard.Photo) {
	for _, f := range fieldsOf(json.RawMessage(reading)) {
		if !slices.Contains([]string{"photo", "game", "elapsed_ms"}, f.Name) {
			photo.Lines = append(photo.Lines, scoreboard.PhotoLine{Name: f.Name, Points: f.Text(), Parts: nil})
		}
	}
	var all any
	if json.Unmarshal(reading, &all) == nil {
		mark(&photo, all)
	}
	if len(photo.Lines) == 0 && len(photo.Marks) > 0 {
		photo.Lines = []scoreboard.PhotoLine{{Name: "", Points: fmt.Sprint(len(photo.Marks)), Parts: nil}}
	}
	return photo
}

// mark outlines the things with corners in a value and below it.
func mark(photo *scoreboard.Photo, value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			mark(photo, one)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name != "corners" {
				mark(photo, v[name])
			}
		}
		var m struct {
			Corners [][2]float64
			Letter  string
			Number  json.Number
			Label   string
		}
		if data, err := json.Marshal(v); err != nil || json.Unmarshal(data, &m) != nil || len(m.Corners) != 4 {
			return
		}
		label := m.Letter + m.Number.String() + m.Label // one of them is there
		photo.Marks = append(photo.Marks, scoreboard.PhotoMark{Corners: [4][2]float64(m.Corners), Label: label})
	}
}
