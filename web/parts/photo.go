package parts

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// TellPhoto puts a photo's reading into the words of its game, or plainly where the game has none. reading is the line that
// "tilewatch score" prints.
func TellPhoto(g scoreboard.Game, reading []byte, t *text.Texts) scoreboard.Told {
	if teller, ok := g.(scoreboard.PhotoTeller); ok {
		return teller.Told(reading, t)
	}
	return toldPlainly(reading)
}

// toldPlainly lists the fields of a reading by their names, and outlines whatever has corners.
func toldPlainly(reading []byte) (told scoreboard.Told) {
	for _, f := range fieldsOf(json.RawMessage(reading)) {
		if !slices.Contains([]string{"photo", "game", "elapsed_ms"}, f.Name) {
			told.Lines = append(told.Lines, scoreboard.ToldLine{Name: f.Name, Points: f.Text(), Parts: nil})
		}
	}
	var all any
	if json.Unmarshal(reading, &all) == nil {
		mark(&told, all)
	}
	if len(told.Lines) == 0 && len(told.Marks) > 0 {
		told.Lines = []scoreboard.ToldLine{{Name: "", Points: fmt.Sprint(len(told.Marks)), Parts: nil}}
	}
	return told
}

// mark outlines the things with corners in a value and below it.
func mark(told *scoreboard.Told, value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			mark(told, one)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name != "corners" {
				mark(told, v[name])
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
		told.Marks = append(told.Marks, scoreboard.ToldMark{Corners: [4][2]float64(m.Corners), Label: label})
	}
}
