package calibration

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"tilewatch/engine"
)

func TestParseTileset(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Tileset
	}{
		{"every field may be missing", `{}`, Tileset{}},
		{"null is missing", `{"side_mm":null,"colors":null}`, Tileset{}},
		{"unknown fields are passed over", `{"side_mm":24,"glyphs":[1,2]}`, Tileset{SideMM: 24}},
		{"all of it", `{"side_mm":24,"thickness_mm":5.5,"pitch_mm":24.3,"colors":{"red":[200,40,30]},"values":{"A":1,"q":10}}`,
			Tileset{24, 5.5, 24.3, map[engine.Color][3]float64{engine.Red: {200, 40, 30}}, map[engine.Letter]int{'A': 1, 'Q': 10}, nil, nil}},
		{"Spanish tiles", `{"values":{"A":1,"ñ":8,"LL":7,"RR":9}}`,
			Tileset{Values: map[engine.Letter]int{'A': 1}, Spanish: map[string]int{"Ñ": 8, "LL": 7, "RR": 9}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseTileset([]byte(c.text))
			if err != nil || !reflect.DeepEqual(*got, c.want) {
				t.Fatalf("got %+v, %v", got, err)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := ParseTileset(text); err != nil || !reflect.DeepEqual(*again, c.want) {
				t.Errorf("written as %s and read again: %+v, %v", text, again, err)
			}
		})
	}
}

func TestTilesetErrorsNameTheFieldAndTheRemedy(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"not JSON", `side_mm: 24`, "not JSON"},
		{"NaN is not JSON", `{"side_mm":NaN}`, "not JSON at byte 12"},
		{"a text where a number belongs", `{"side_mm":"24"}`, "side_mm must not be string"},
		{"a negative side", `{"side_mm":-24}`, "side_mm is -24: tiles measure 5 to 100 mm"},
		{"zero is not a length", `{"thickness_mm":0}`, "thickness_mm is 0"},
		{"meters", `{"side_mm":0.024}`, "side_mm is 0.024"},
		{"a pitch smaller than the side", `{"side_mm":24,"pitch_mm":20}`, "pitch_mm is 20 with side_mm 24"},
		{"an unknown color", `{"colors":{"blue":[0,0,255]}}`, `no such color "blue": use red`},
		{"two numbers for a color", `{"colors":{"red":[1,2]}}`, "red has 2 numbers"},
		{"a color out of range", `{"colors":{"red":[1,2,256]}}`, "red has 256"},
		{"a value for no letter", `{"values":{"QU":1}}`, `not a letter: "QU"`},
		{"a card that is no picture", `{"cards":{"moon":"bW9vbg=="}}`, `cards: "moon" is not a PNG picture`},
		{"an absurd value", `{"values":{"Q":1000}}`, "Q is worth 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ParseTileset([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(goodCamera))
	f.Add([]byte(`{"side_mm":24,"thickness_mm":5.5,"pitch_mm":24.3,"colors":{"red":[200,40,30]},"values":{"A":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if c, err := ParseCamera(text); err == nil {
			c.Normalize(engine.Point{X: 1, Y: 2})
		}
		if set, err := ParseTileset(text); err == nil && (set.SideMM < 0 || set.SideMM > 100) {
			t.Errorf("accepted %+v", set)
		}
	})
}
