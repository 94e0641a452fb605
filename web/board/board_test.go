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
	t.Run("alone it refers to nothing", func(t *testing.T) {
		text := draw(t, stacks, Options{Standalone: true})
		if strings.Contains(text, "url(") || strings.Contains(text, "<use") || strings.Contains(text, "<text") || !strings.Contains(text, "xmlns=") {
			t.Errorf("it needs a page around it: %s", text)
		}
	})
}

func TestFrame(t *testing.T) {
	for _, tt := range []struct {
		name   string
		stacks []Stack
		want   Frame
	}{
		{"an empty board has the smallest frame", nil, Frame{-4, -4, 8, 8}},
		{"one tile is about in the middle", []Stack{stack(10, -4, 'A', engine.Red, 1)}, Frame{6, -8, 8, 8}},
		{"a first word lies in the middle", []Stack{stack(0, 0, 'C', engine.Red, 1), stack(0, 4, 'E', engine.Red, 1)}, Frame{-4, -2, 8, 8}},
		{"a large board is shown whole", []Stack{stack(-3, 2, 'A', engine.Red, 1), stack(9, 14, 'B', engine.Red, 1)}, Frame{-4, 2, 14, 14}},
		{"edges lie on even rows and columns", []Stack{stack(-7, -3, 'A', engine.Red, 1), stack(7, 9, 'B', engine.Red, 1)}, Frame{-8, -4, 16, 14}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := FrameOf(tt.stacks); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			for _, s := range tt.stacks {
				if f := FrameOf(tt.stacks); s.Row < f.Top || s.Row >= f.Top+f.Rows || s.Col < f.Left || s.Col >= f.Left+f.Cols {
					t.Errorf("%v is outside %+v", s.Place, f)
				}
			}
		})
	}
	t.Run("it stays as it is at most plays", func(t *testing.T) {
		var stacks []Stack
		changes, last := 0, FrameOf(nil)
		for i := range 40 { // a board that grows to all sides
			at := []engine.Place{{Row: 0, Col: i / 4}, {Row: i / 4, Col: 0}, {Row: -i / 4, Col: 0}, {Row: 0, Col: -i / 4}}[i%4]
			stacks = append(stacks, Stack{Place: at, Cell: engine.Cell{Letter: 'A', Color: engine.Red, Height: 1}})
			if f := FrameOf(stacks); f != last {
				changes, last = changes+1, f
			}
		}
		if changes > 20 {
			t.Errorf("%d changes in 40 plays", changes)
		}
	})
}

func TestTurning(t *testing.T) {
	stacks := []Stack{stack(0, 0, 'C', engine.Red, 2), stack(0, 1, 'A', engine.Green, 1), stack(0, 2, 'T', engine.Red, 1)}
	order := func(text string) string {
		var at []string
		for _, m := range regexp.MustCompile(`data-at="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			at = append(at, m[1])
		}
		return strings.Join(at, " ")
	}
	for quarters, want := range []string{"0,0 0,1 0,2", "0,0 0,1 0,2", "0,2 0,1 0,0", "0,2 0,1 0,0"} {
		text := draw(t, stacks, Options{Quarters: quarters})
		if got := order(text); got != want {
			t.Errorf("%d quarter turns: drawn in the order %s, want %s: the back row first", quarters, got, want)
		}
		if n := strings.Count(text, fmt.Sprintf("rotate(%d ", 90*quarters)); quarters > 0 && n != 3 {
			t.Errorf("%d quarter turns: %d letters turned, want 3", quarters, n)
		}
	}
	if a, b := draw(t, stacks, Options{Quarters: -1}), draw(t, stacks, Options{Quarters: 3}); a != b {
		t.Error("a quarter back is not three forward")
	}
	t.Run("the drawing keeps its size", func(t *testing.T) {
		long := []Stack{stack(0, 0, 'A', engine.Red, 1), stack(0, 15, 'B', engine.Red, 1)}
		f := FrameOf(long)
		w, h := f.Size(0)
		w1, h1 := f.Size(1)
		if f.Rows == f.Cols || w1 != h-marginTop-marginBottom || h1 != w+marginTop+marginBottom {
			t.Errorf("%v x %v turned is %v x %v", w, h, w1, h1)
		}
	})
}

func TestDisputed(t *testing.T) {
	stacks := []Stack{stack(0, 0, 'C', engine.Red, 3), stack(0, 1, 'A', engine.Green, 1)}
	word := engine.Word{Text: "CA", Direction: engine.Across}
	text := draw(t, stacks, Options{Disputed: []engine.Word{word}})
	if strings.Count(text, `class="dispute"`) != 1 || !strings.Contains(text, ">?</text>") {
		t.Errorf("not outlined with a question mark: %s", text)
	}
	if strings.Contains(draw(t, stacks, Options{}), "dispute") {
		t.Error("a dispute that nobody has")
	}
}

// Patterns are black, and only owners with white letters have one: they cannot lower the contrast.
func TestContrast(t *testing.T) {
	for c, ink := range inks {
		if r := contrast(t, ink.Fill, ink.Text); r < 4.5 {
			t.Errorf("%s: letter on fill has a contrast of %.2f, want 4.5", c, r)
		}
		if _, patterned := motifs[c]; patterned && ink.Text != "#ffffff" {
			t.Errorf("%s: a black pattern under a %s letter", c, ink.Text)
		}
	}
	for c, m := range motifs {
		if p := m.at(0, 0); !strings.Contains(p, "#000000") || regexp.MustCompile(`(fill|stroke)="#[^0"]`).MatchString(p) {
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
