package main

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// loadFonts are the program's own fonts and the bold upright ones below a folder.
func loadFonts(folder string) ([]*sfnt.Font, error) {
	var fonts []*sfnt.Font
	add := func(data []byte) {
		if f, err := sfnt.Parse(data); err == nil && usable(f) {
			fonts = append(fonts, f)
		}
	}
	add(gobold.TTF)
	add(goregular.TTF)
	var files []string
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		base := strings.ToLower(entry.Name())
		if err == nil && !entry.IsDir() && boldUpright(base) {
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		add(data)
	}
	if len(fonts) == 0 {
		return nil, errors.New("no fonts")
	}
	return fonts, nil
}

// boldUpright says whether a file's name, in lower case, is that of a bold upright font.
func boldUpright(name string) bool {
	return strings.Contains(name, "bold") && !strings.Contains(name, "italic") && !strings.Contains(name, "oblique") &&
		(strings.HasSuffix(name, ".ttf") || strings.HasSuffix(name, ".otf"))
}

// usable says whether a font has all letters of the cards.
func usable(f *sfnt.Font) bool {
	var buf sfnt.Buffer
	for _, letter := range "MONSTARE?" {
		if g, err := f.GlyphIndex(&buf, letter); err != nil || g == 0 {
			return false
		}
	}
	return true
}

const unitsPerEm = 1000

// letters is a line of text around the middle; high is the height of its capitals, mm.
func letters(f *sfnt.Font, text string, high float64) path {
	var buf sfnt.Buffer
	var out path
	x := 0.0
	for _, letter := range text {
		g, err := f.GlyphIndex(&buf, letter)
		if err != nil {
			continue
		}
		segments, err := f.LoadGlyph(&buf, g, fixed.I(unitsPerEm), nil)
		if err != nil {
			continue
		}
		out = append(out, loops(segments, x)...)
		if advance, err := f.GlyphAdvance(&buf, g, fixed.I(unitsPerEm), font.HintingNone); err == nil {
			x += float64(advance) / 64
		}
	}
	return out.centered(high)
}

// loops are a letter's outlines, with curves as a few lines each.
func loops(segments sfnt.Segments, dx float64) (out path) {
	at := func(p fixed.Point26_6) point { return point{dx + float64(p.X)/64, float64(p.Y) / 64} }
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			out = append(out, []point{at(s.Args[0])})
			continue
		}
		loop := &out[len(out)-1]
		a := (*loop)[len(*loop)-1]
		switch s.Op {
		case sfnt.SegmentOpLineTo:
			*loop = append(*loop, at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			b, c := at(s.Args[0]), at(s.Args[1])
			for i := 1; i <= 6; i++ {
				t := float64(i) / 6
				u := 1 - t
				*loop = append(*loop, point{u*u*a.x + 2*u*t*b.x + t*t*c.x, u*u*a.y + 2*u*t*b.y + t*t*c.y})
			}
		case sfnt.SegmentOpCubeTo:
			b, c, d := at(s.Args[0]), at(s.Args[1]), at(s.Args[2])
			for i := 1; i <= 8; i++ {
				t := float64(i) / 8
				u := 1 - t
				*loop = append(*loop, point{u*u*u*a.x + 3*u*u*t*b.x + 3*u*t*t*c.x + t*t*t*d.x, u*u*u*a.y + 3*u*u*t*b.y + 3*u*t*t*c.y + t*t*t*d.y})
			}
		}
	}
	return out
}

// centered is the path around the middle, scaled to a height.
func (p path) centered(high float64) path {
	low, top := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, loop := range p {
		for _, q := range loop {
			low, top = point{min(low.x, q.x), min(low.y, q.y)}, point{max(top.x, q.x), max(top.y, q.y)}
		}
	}
	if !(top.y > low.y) {
		return nil
	}
	scale := high / (top.y - low.y)
	return p.transformed(0, scale, -scale*(low.x+top.x)/2, -scale*(low.y+top.y)/2)
}

// width is the path's width.
func (p path) width() float64 {
	low, top := math.Inf(1), math.Inf(-1)
	for _, loop := range p {
		for _, q := range loop {
			low, top = min(low, q.x), max(top, q.x)
		}
	}
	return max(top-low, 1e-6)
}
