package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tilewatch/web/text"
)

// Told is what a photo shows, for people.
type Told struct {
	Lines []ToldLine // none: nothing of the game
	Marks []ToldMark
}

// ToldLine is a player, a rack, a run: with its points, if it has any, and what it is made of.
type ToldLine struct {
	Name, Points string
	Parts        []string
}

// ToldMark is one thing in the photo.
type ToldMark struct {
	Corners [4][2]float64 // pixels, around it
	Label   string
}

// photoTeller is a Game with words of its own for photos.
type photoTeller interface {
	// Told reads the line that "tilewatch score" prints for a photo. What cannot be read is left out.
	Told(reading []byte, t *text.Texts) Told
}

// TellPhoto tells a photo's reading in the words of its game; plainly where the game has none. reading is the line that
// "tilewatch score" prints.
func TellPhoto(g Game, reading []byte, t *text.Texts) Told {
	if teller, ok := g.(photoTeller); ok {
		return teller.Told(reading, t)
	}
	return toldPlainly(reading)
}

// toldPlainly lists the fields of a reading by their names, and outlines whatever has corners.
func toldPlainly(reading []byte) (told Told) {
	for _, f := range fieldsOf(json.RawMessage(reading)) {
		if !slices.Contains([]string{"photo", "game", "elapsed_ms"}, f.Name) {
			told.Lines = append(told.Lines, ToldLine{f.Name, f.Text(), nil})
		}
	}
	var all any
	if json.Unmarshal(reading, &all) == nil {
		told.mark(all)
	}
	if len(told.Lines) == 0 && len(told.Marks) > 0 {
		told.Lines = []ToldLine{{"", fmt.Sprint(len(told.Marks)), nil}}
	}
	return told
}

// mark outlines the things with corners in a value and below it.
func (told *Told) mark(value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			told.mark(one)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name != "corners" {
				told.mark(v[name])
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
		told.Marks = append(told.Marks, ToldMark{[4][2]float64(m.Corners), label})
	}
}
