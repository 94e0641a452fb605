package svg

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"unicode"

	"tilewatch/web/text"
)

func TestNum(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -0.001: "0", 1.5: "1.5", 12: "12", 100: "100", -3.14159: "-3.14"} {
		if got := Num(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

func TestText(t *testing.T) {
	t.Run("every letter of the pages' languages has an outline of its own", func(t *testing.T) {
		missing := Outline("\U0010ffff", 0, 0, 100, Start)
		letters := map[rune]bool{}
		for _, lang := range text.Langs() {
			for _, key := range lang.Keys() {
				for _, r := range lang.Say(key) {
					letters[r] = !unicode.IsSpace(r)
				}
			}
		}
		for r, seen := range letters {
			if d := Outline(string(r), 0, 0, 100, Start); seen && (d == "" || d == missing) {
				t.Errorf("%q has none", r)
			}
		}
	})
	t.Run("anchors move it by its width", func(t *testing.T) {
		w := Width("NAB", 50)
		if w < 60 || w > 150 {
			t.Errorf("NAB at size 50 is %v wide", w)
		}
		if Outline("NAB", 200, 0, 50, End) != Outline("NAB", 200-w, 0, 50, Start) || Outline("NAB", 200, 0, 50, Middle) != Outline("NAB", 200-w/2, 0, 50, Start) {
			t.Error("not at the same place")
		}
	})
	t.Run("what is too long is shortened", func(t *testing.T) {
		for _, width := range []float64{10, 80, 200, 1000} {
			if got := Fit("Bartholomew the Elder", 30, width); Width(got, 30) > max(width, Width("…", 30)) {
				t.Errorf("%q is wider than %v", got, width)
			}
		}
		if got := Fit("Ana", 30, 200); got != "Ana" {
			t.Errorf("%q", got)
		}
	})
}

func TestWrap(t *testing.T) {
	const text = "Ana and Ben have 8 points each, and that is that"
	lines := Wrap(text, 20, 150)
	if strings.Join(lines, " ") != text || len(lines) < 3 {
		t.Errorf("%q", lines)
	}
	for _, line := range lines {
		if Width(line, 20) > 150 {
			t.Errorf("%q is too wide", line)
		}
	}
	if lines := Wrap("Donaudampfschiff", 20, 10); len(lines) != 1 {
		t.Errorf("a long word: %q", lines)
	}
}

func TestPNG(t *testing.T) {
	var b strings.Builder
	Head(&b, 100, 50)
	b.WriteString(`<rect fill="#c62828" x="10" y="10" width="30" height="30" rx="0" ry="0"/><path stroke="#000000" stroke-width="10" fill="none" d="M60 25H90"/></svg>`)
	for _, scale := range []int{1, 3} {
		data, err := PNG([]byte(b.String()), 100*scale, 50*scale)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for at, want := range map[[2]int]color.RGBA{
			{5, 5}: {255, 255, 255, 255}, {25, 25}: {0xc6, 0x28, 0x28, 255}, {75, 25}: {0, 0, 0, 255}, {75, 22}: {0, 0, 0, 255}, {75, 15}: {255, 255, 255, 255},
		} {
			if got := color.RGBAModel.Convert(picture.At(at[0]*scale, at[1]*scale)); got != want {
				t.Errorf("scale %d, at %v: %v, want %v", scale, at, got, want)
			}
		}
	}
	for name, bad := range map[string]string{"no SVG": "x", "no size": `<svg xmlns="http://www.w3.org/2000/svg"></svg>`, "an element it does not know": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>a</text></svg>`} {
		if _, err := PNG([]byte(bad), 10, 10); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
	if _, err := PNG([]byte(b.String()), 100000, 10); err == nil {
		t.Error("an endless picture is drawn")
	}
}
