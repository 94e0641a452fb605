package doctor

import (
	"fmt"
	"image"
	"slices"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/vision/focus"
	"tilewatch/vision/picture"
)

// Limits of a sharp picture. A film of NAB-IT! whose tiles are 40 pixels wide, blurred until an edge takes 5 pixels, is read as if it were sharp;
// at 7, three of six plays are lost. The 68 pictures of testdata/nabit with tiles have 3.8 at most, and in each the widest edges of a tile are
// 1.5 times as wide as those of the sharpest quarter, at most; with a smear on the lens, 2.7 and more.
const (
	blurred = 6.0 // pixels of a picture that is usualWidth wide
	smeared = 1.8

	usualWidth = 1280
)

// focus says whether the picture is blurred, or the tiles in one part of it, which dirt on the lens does.
func (p *Patient) focus(pic *picture.Picture, seen *sight.Result, report func(Line)) {
	gray, err := pic.Gray()
	if err != nil {
		return
	}
	const remedy = "focus the camera, wipe its lens, and put on more light"
	if width := focus.Width(gray, gray.Bounds()); width > blurred*max(1, float64(pic.Width)/usualWidth) {
		report(Line{"focus", Note, fmt.Sprintf("the picture is blurred: an edge takes %.0f pixels", width), remedy})
		return
	}
	var widths []float64
	add := func(corners [4][2]float64) {
		var tile image.Rectangle
		for _, c := range corners {
			at := image.Pt(int(c[0]), int(c[1]))
			tile = tile.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
		if width := focus.Width(gray, tile.Inset(-3)); width > 0 { // with its edges
			widths = append(widths, width)
		}
	}
	for _, c := range seen.Cells {
		add(c.Corners)
	}
	for _, r := range seen.Racks {
		for _, t := range r.Tiles {
			add(t.Corners)
		}
	}
	slices.Sort(widths)
	if n := len(widths); n > 4 && widths[n-1] > smeared*widths[n/4] {
		report(Line{"focus", Note, "some tiles are blurred, and others are not", "wipe the camera's lens, and move what is close before it"})
	}
}
