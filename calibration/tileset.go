package calibration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"maps"
	"slices"
	"strings"

	"tilewatch/engine"
)

// Tileset is what is known of the tiles. Zero lengths and empty maps mean "not known": they are then
// estimated from the picture or taken from defaults.
type Tileset struct {
	SideMM      float64 // a tile's side, without tabs
	ThicknessMM float64 // by how much one tile raises a stack
	PitchMM     float64 // from one linked tile to the next
	// Colors are each plastic's red, green, blue under white light, 0 to 255, as a screen shows them (sRGB).
	Colors map[engine.Color][3]float64
	// Values are the letters' points where a game prints them too small to read.
	Values map[engine.Letter]int
	// Spanish are those of the tiles Ñ, LL and RR.
	Spanish map[string]int
	// Cards are pictures, PNG files, of one example of each card whose drawing a game's eyes must be shown, upright, by the card's name.
	Cards map[string][]byte
}

// spanish are the tiles that Spanish sets have beside A to Z.
var spanish = []string{"Ñ", "LL", "RR"}

const tilesetForm = `{"side_mm":24,"thickness_mm":5.5,"pitch_mm":24.3,"colors":{"red":[200,40,30]},"values":{"A":1}}, any of them left out`

type tilesetFile struct {
	Side      *float64             `json:"side_mm"`
	Thickness *float64             `json:"thickness_mm"`
	Pitch     *float64             `json:"pitch_mm"`
	Colors    map[string][]float64 `json:"colors"`
	Values    map[string]int       `json:"values"`
	Cards     map[string][]byte    `json:"cards"` // base64, as JSON has bytes
}

// MarshalJSON writes the form that ParseTileset reads, leaving out what is not known.
func (t Tileset) MarshalJSON() ([]byte, error) {
	values := maps.Clone(t.Spanish)
	for letter, points := range t.Values {
		if values == nil {
			values = map[string]int{}
		}
		values[letter.String()] = points
	}
	return json.Marshal(struct {
		Side      float64                     `json:"side_mm,omitempty"`
		Thickness float64                     `json:"thickness_mm,omitempty"`
		Pitch     float64                     `json:"pitch_mm,omitempty"`
		Colors    map[engine.Color][3]float64 `json:"colors,omitempty"`
		Values    map[string]int              `json:"values,omitempty"`
		Cards     map[string][]byte           `json:"cards,omitempty"`
	}{t.SideMM, t.ThicknessMM, t.PitchMM, t.Colors, values, t.Cards})
}

// LoadTileset reads a tile set file. Errors name the file, the field and what to write instead.
func LoadTileset(path string) (*Tileset, error) { return load("tileset", path, ParseTileset) }

// ParseTileset reads a tile set file's text. Every field may be missing, unknown ones are passed over.
func ParseTileset(data []byte) (*Tileset, error) {
	var file tilesetFile
	if err := decode(data, &file, tilesetForm); err != nil {
		return nil, err
	}
	t := &Tileset{}
	for _, step := range []func(*Tileset) error{file.lengths, file.colors, file.values, file.cards} {
		if err := step(t); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (f *tilesetFile) lengths(t *Tileset) error {
	for _, length := range []struct {
		name      string
		value     *float64
		low, high float64
		into      *float64
	}{
		{"side_mm", f.Side, 5, 100, &t.SideMM},
		{"thickness_mm", f.Thickness, 0.5, 50, &t.ThicknessMM},
		{"pitch_mm", f.Pitch, 5, 120, &t.PitchMM},
	} {
		if length.value == nil {
			continue
		}
		if v := *length.value; !(v >= length.low && v <= length.high) {
			return fmt.Errorf("%s is %v: tiles measure %v to %v mm there: measure one, or leave the field out",
				length.name, v, length.low, length.high)
		}
		*length.into = *length.value
	}
	return t.checkPitch()
}

// checkPitch refuses tiles that would overlap or barely touch: the two lengths were then mixed up.
func (t *Tileset) checkPitch() error {
	if t.SideMM == 0 || t.PitchMM == 0 || t.PitchMM >= 0.97*t.SideMM && t.PitchMM <= 1.5*t.SideMM {
		return nil
	}
	return fmt.Errorf("pitch_mm is %v with side_mm %v: linked tiles repeat at their side and a small gap: measure a row of five from edge to edge, "+
		"subtract the side and divide by four", t.PitchMM, t.SideMM)
}

func (f *tilesetFile) colors(t *Tileset) error {
	for name, rgb := range f.Colors {
		color, err := engine.ParseColor(name)
		if err != nil {
			return fmt.Errorf("colors: %w", err)
		}
		if len(rgb) != 3 {
			return fmt.Errorf("colors: %s has %d numbers, not 3: write [red,green,blue], each 0 to 255", name, len(rgb))
		}
		for _, v := range rgb {
			if !(v >= 0 && v <= 255) {
				return fmt.Errorf("colors: %s has %v: write [red,green,blue], each 0 to 255", name, v)
			}
		}
		if t.Colors == nil {
			t.Colors = map[engine.Color][3]float64{}
		}
		t.Colors[color] = [3]float64(rgb)
	}
	return nil
}

func (f *tilesetFile) values(t *Tileset) error {
	for name, points := range f.Values {
		if points < 0 || points > 100 {
			return fmt.Errorf("values: %s is worth %d: letters are worth 0 to 100", name, points)
		}
		if upper := strings.ToUpper(name); slices.Contains(spanish, upper) {
			if t.Spanish == nil {
				t.Spanish = map[string]int{}
			}
			t.Spanish[upper] = points
			continue
		}
		var letter engine.Letter
		if err := letter.UnmarshalText([]byte(name)); err != nil {
			return fmt.Errorf("values: %w", err)
		}
		if t.Values == nil {
			t.Values = map[engine.Letter]int{}
		}
		t.Values[letter] = points
	}
	return nil
}

// mostCard is how many pixels a side of a card's picture has at most.
const mostCard = 1000

func (f *tilesetFile) cards(t *Tileset) error {
	for name, data := range f.Cards {
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("cards: %.20q is not a PNG picture (%w): write it with \"tilewatch calibrate cards\"", name, err)
		}
		if c.Width < 8 || c.Height < 8 || c.Width > mostCard || c.Height > mostCard {
			return fmt.Errorf("cards: %.20q is %d x %d pixels: pictures have 8 to %d a side", name, c.Width, c.Height, mostCard)
		}
	}
	if len(f.Cards) > 0 {
		t.Cards = f.Cards
	}
	return nil
}
