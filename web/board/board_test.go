package board

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tilewatch/engine"
)

func draw(t *testing.T, stacks []Stack, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := SVG(&b, stacks, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func stack(row, col int, letter engine.Letter, c engine.Color, height int) Stack {
	return Stack{Place: engine.Place{Row: row, Col: col}, Cell: engine.Cell{Letter: letter, Color: c, Height: height}}
}

func TestSVG(t *testing.T) {
	stacks := []Stack{stack(0, 0, 'G', engine.Yellow, 1), stack(0, 1, 'A', engine.Green, 3), stack(-2, 1, '?', engine.NoColor, 1)}
	stacks[1].Last, stacks[2].Blank, stacks[2].Doubt = true, true, true
	t.Run("it is well-formed", func(t *testing.T) {
		for _, text := range []string{
			draw(t, stacks, Options{}), draw(t, nil, Options{}),
			draw(t, stacks, Options{Standalone: true, Label: `The "board" of <A&B>`}),
		} {
			d := xml.NewDecoder(strings.NewReader(text))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%v in %s", err, text)
				}
			}
		}
	})
	t.Run("a stack shows every layer and its height in figures", func(t *testing.T) {
		text := draw(t, stacks[1:2], Options{})
		if n := strings.Count(text, `class="s-green"`); n != 3 {
			t.Errorf("%d layers, want 3", n)
		}
		if !strings.Contains(text, ">3</text>") {
			t.Error("no 3 in the drawing")
		}
	})
	t.Run("a single tile has no figure", func(t *testing.T) {
		if text := draw(t, stacks[:1], Options{}); strings.Contains(text, ">1</text>") {
			t.Error("a 1 in the drawing")
		}
	})
	t.Run("known layers keep their own colors", func(t *testing.T) {
		s := stacks[1]
		s.Layers = []engine.Color{engine.Yellow, engine.Red, engine.Green}
		text := draw(t, []Stack{s}, Options{})
		for _, side := range []string{"s-yellow", "s-red", "s-green"} {
			if strings.Count(text, side) != 1 {
				t.Errorf("%s is drawn %d times, want once", side, strings.Count(text, side))
			}
		}
	})
	t.Run("the last turn is outlined, dark and light", func(t *testing.T) {
		text := draw(t, stacks, Options{})
		if !strings.Contains(text, `class="stack last" data-at="0,1"`) || strings.Count(text, "ring-out") != 2 || strings.Count(text, "ring-in") != 2 {
			t.Error(text)
		}
	})
	t.Run("no stack hides the letter behind it", func(t *testing.T) {
		// The letter's foot is 66 below its tile's top; the tallest neighbor rises by rise*(MaxHeight-1).
		if hidden := pitch - rise*float64(engine.MaxHeight-1); hidden < 66+4 {
			t.Errorf("a stack of %d covers all below %v, the letter ends at 66", engine.MaxHeight, hidden)
		}
	})
	t.Run("alone it brings its patterns", func(t *testing.T) {
		if text := draw(t, stacks, Options{Standalone: true}); !strings.Contains(text, `id="pat-red"`) || !strings.Contains(text, "xmlns=") {
			t.Error(text)
		}
	})
}

func TestFrame(t *testing.T) {
	for _, tt := range []struct {
		name   string
		stacks []Stack
		want   frame
	}{
		{"an empty board has the smallest frame", nil, frame{0, 0, minRows, minCols}},
		{"one tile is in the middle", []Stack{stack(10, -4, 'A', engine.Red, 1)}, frame{7, -7, minRows, minCols}},
		{"a large board is shown whole", []Stack{stack(-3, 2, 'A', engine.Red, 1), stack(9, 14, 'B', engine.Red, 1)}, frame{-3, 2, 13, 13}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := frameOf(tt.stacks); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// Patterns are black, and only owners with white letters have one: they cannot lower the contrast.
func TestContrast(t *testing.T) {
	for c, ink := range inks {
		if r := contrast(t, ink.Fill, ink.Text); r < 4.5 {
			t.Errorf("%s: letter on fill has a contrast of %.2f, want 4.5", c, r)
		}
		if patterns[c] != "" && ink.Text != "#ffffff" {
			t.Errorf("%s: a black pattern under a %s letter", c, ink.Text)
		}
	}
	for c, p := range patterns {
		if strings.Count(p, "#000") == 0 || regexp.MustCompile(`(fill|stroke)="#[^0"]`).MatchString(p) {
			t.Errorf("%s: the pattern is not black: %s", c, p)
		}
	}
}

// contrast is WCAG's ratio of two #rrggbb colors.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		t.Fatalf("bad color %q", hex)
	}
	linear := func(shift uint) float64 {
		c := float64(v>>shift&255) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

func TestSwatch(t *testing.T) {
	for _, c := range engine.PlayerColors {
		var b strings.Builder
		if err := Swatch(&b, c); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), fmt.Sprintf(">%s</text>", InkOf(c).Mark)) {
			t.Errorf("%s: no mark %q in %s", c, InkOf(c).Mark, b.String())
		}
	}
}
