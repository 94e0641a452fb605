package dabble

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tilewatch/engine"
)

// Blank and Apostrophe are what Tile.Letter says of the tiles that are no letters.
const (
	Blank      = "?"
	Apostrophe = "'"
)

// spanishTiles are the tiles that English play leaves in the box. RR and LL are one tile each.
var spanishTiles = []string{"RR", "LL", "Ñ"}

// Tile is one tile. The zero value is an empty place.
type Tile struct {
	Letter string // "A" to "Z", Blank, Apostrophe, or one of the Spanish "LL", "RR", "Ñ"
	As     string // the letter that a person gave a blank; empty: whatever makes a word
	Value  int    // points; 0 for blanks and apostrophes
	Known  bool   // Value was read from the tile or entered, and is not the table's guess
	Quad   *engine.Quad
}

// shows is the letter the tile stands for in a word; Blank if that is open.
func (t Tile) shows() string {
	if t.Letter == Blank && t.As != "" {
		return t.As
	}
	return t.Letter
}

// parseTile reads a tile as people write it: a letter in upper case, "?", "'", LL, RR, Ñ; a letter in lower case is a
// blank that stands for it.
func parseTile(text string) (Tile, error) {
	text = strings.ReplaceAll(text, "’", Apostrophe)
	upper := strings.ToUpper(text)
	switch {
	case text == Blank || text == Apostrophe || slices.Contains(spanishTiles, upper) && len(upper) == 2 && text != "ñ":
		return Tile{Letter: upper}, nil
	case isLetter(upper) && text == upper:
		return Tile{Letter: upper}, nil
	case isLetter(upper):
		return Tile{Letter: Blank, As: upper}, nil
	}
	return Tile{}, fmt.Errorf("%.20q is not a tile: use A to Z, ? for a blank, ' for an apostrophe, or LL, RR, Ñ", text)
}

// isLetter reports whether the text is one letter in upper case.
func isLetter(text string) bool {
	return len(text) == 1 && text[0] >= 'A' && text[0] <= 'Z' || text == "Ñ"
}

// tileJSON is how a tile is written: the contract's fields, and what a blank stands for.
type tileJSON struct {
	Letter  string         `json:"letter"`
	As      string         `json:"as,omitempty"`
	Value   *int           `json:"value,omitempty"`
	Corners *[4][2]float64 `json:"corners,omitempty"`
}

// MarshalJSON writes {"letter":"A","value":1,"corners":[...]}, the corners only of a tile in a picture.
func (t Tile) MarshalJSON() ([]byte, error) {
	out := tileJSON{Letter: t.Letter, As: t.As, Value: &t.Value}
	if t.Quad != nil {
		out.Corners = new([4][2]float64)
		for i, p := range t.Quad {
			out.Corners[i] = [2]float64{p.X, p.Y}
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads a tile as people write it, or an object.
func (t *Tile) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*t, err = parseTile(text)
		return err
	}
	var in tileJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("%.40q is not a tile: use a letter, or {\"letter\":\"A\",\"value\":1}", data)
	}
	read, err := parseTile(in.Letter)
	if err != nil {
		return err
	}
	if in.As != "" {
		if read.Letter != Blank || !isLetter(strings.ToUpper(in.As)) {
			return fmt.Errorf("%q cannot stand for %.20q: only a blank stands for a letter", in.Letter, in.As)
		}
		read.As = strings.ToUpper(in.As)
	}
	if in.Value != nil {
		if *in.Value < 0 || *in.Value > mostPoints {
			return fmt.Errorf("%q is worth %d: tiles are worth 0 to %d", in.Letter, *in.Value, mostPoints)
		}
		read.Value, read.Known = *in.Value, read.Letter != Blank && read.Letter != Apostrophe
	}
	*t = read
	return nil
}

// mostPoints is what a tile can be worth at most.
const mostPoints = 100

// Written is a tier as an event has it: a text or a list of tiles. Which tiles a text means depends on the length of the
// tier, since LL may be one tile or two.
type Written struct {
	Text  string
	Tiles []Tile
}

// UnmarshalJSON reads either form.
func (w *Written) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		return json.Unmarshal(data, &w.Tiles)
	}
	return json.Unmarshal(data, &w.Text)
}

// MarshalJSON writes the form that was read.
func (w Written) MarshalJSON() ([]byte, error) {
	if w.Tiles != nil {
		return json.Marshal(w.Tiles)
	}
	return json.Marshal(w.Text)
}

// Spelled is the tier in letters.
func (w Written) Spelled() string {
	text := w.Text
	for _, t := range w.Tiles {
		text += t.shows()
	}
	return text
}

// tiles are the tiles of a tier with so many places. A text has a tile for each letter; in Spanish play, LL and RR are taken for
// one tile each, from the left, while the text has more letters than the tier places.
func (w Written) tiles(places int, spanish bool) ([]Tile, error) {
	if w.Tiles != nil {
		return slices.Clone(w.Tiles), nil
	}
	if len(w.Text) > 4*MostTiles {
		return nil, fmt.Errorf("%.20q... does not fit a tier of %d", w.Text, places)
	}
	tiles := []Tile{}
	left := utf8.RuneCountInString(strings.ReplaceAll(w.Text, " ", ""))
	for rest := strings.ReplaceAll(w.Text, " ", ""); rest != ""; {
		size := 1
		if _, size = utf8.DecodeRuneInString(rest); spanish && len(tiles)+left > places && len(rest) > 1 && slices.Contains(spanishTiles, rest[:2]) && rest[0] < utf8.RuneSelf {
			size, left = 2, left-1
		}
		t, err := parseTile(rest[:size])
		if err != nil {
			return nil, err
		}
		tiles, rest, left = append(tiles, t), rest[size:], left-1
	}
	return tiles, nil
}
