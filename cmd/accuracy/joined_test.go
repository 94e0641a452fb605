package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

// above is a camera that looks straight down, its picture's right along the table's y axis.
func above(x, y float64) shownCamera {
	return shownCamera{Camera: *calibration.Pinhole(640, 480, 500), R: [3][3]float64{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}, T: [3]float64{-y, -x, 600}}
}

func TestTheSideFromWhichAPhotoIsTakenIsThatOfThePicture(t *testing.T) {
	for want, at := range map[string][2]float64{"right": {0, 300}, "bottom": {300, 0}, "left": {0, -300}, "upper left": {-300, -300}} {
		if got := above(0, 0).sideOf(above(at[0], at[1])); got != want {
			t.Errorf("from %v: %q, want %q", at, got, want)
		}
	}
}

// TestOneMorePhotoIsJoined grades three photos of a table whose middle stack is two high: the first says one, and is not sure of it; the other two, of which the
// first asks for the one from the bottom, are right.
func TestOneMorePhotoIsJoined(t *testing.T) {
	shot := func(name string, height int, sure float64, from shownCamera) row {
		lies := truth{Camera: from}
		var r still.Reading
		for i, letter := range []engine.Letter{'T', 'E', 'A'} {
			c := still.Cell{Place: engine.Place{Col: i}, Letter: letter, Color: engine.Green, Height: 1}
			text := fmt.Sprintf(`{"row":0,"col":%d,"stack":[`, i)
			if i == 1 {
				text += `{"colour":"green","up":"A"},`
				c.Height = height
			}
			for k, at := range [4][2]float64{{0, 0}, {50, 0}, {50, 50}, {0, 50}} {
				c.Corners[k] = [2]float64{100 + 50*float64(i) + at[0], 100 + at[1]}
			}
			c.Settle(still.Sureness{Tile: 1, Color: 1, Height: sure, Letter: 1})
			r.Cells = append(r.Cells, c)
			lies.Cells = append(lies.Cells, cellOf(t, text+fmt.Sprintf(`{"colour":"green","up":%q}]}`, letter.String())))
		}
		return row{photo: name, match: compare(trueBoard(lies.Cells), seenBoard(r.Cells)), truth: &lies, reading: r}
	}
	rows := []row{shot("a/000.jpg", 1, 0.6, above(0, 0)), shot("a/000-1.jpg", 2, 0.9, above(300, 0)), shot("a/000-2.jpg", 2, 0.9, above(0, 300))}
	var out bytes.Buffer
	printJoined(&out, "none", rows)
	for _, want := range []string{"first photo            1   0.000", "one more               2   1.000", "joined, asked          1   1.000", "joined, others         1   1.000"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
}

func cellOf(t *testing.T, text string) (c truthCell) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	return c
}
