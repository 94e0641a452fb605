package tabit

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine/tabit"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
)

// A set whose drawings are unusual is learned from one example of each picture: its eyes then judge by how alike a card is to them.
const (
	telling     = 0.06 // root mean square between strokes: by how much less alike another card is, for one standard deviation
	mostTold    = 9.0  // natural logarithm: examples say no more than that
	usualTold   = 0.3  // what the drawings of other sets say counts for this much then
	mostUsual   = 1.5  // and for no more, as a natural logarithm
	exampleKind = 12.0 // the same, of how surely a card that looks like an example is a picture
	unlike      = 0.28 // root mean square between the strokes of cards that have nothing in common
	same        = 0.18 // the same of cards that look the same
)

// difference is how different the strokes of two looks are.
func difference(a, b *Vector) float64 {
	sum := 0.0
	for i := range strokes {
		d := float64(a[i] - b[i])
		sum += d * d
	}
	return math.Sqrt(sum / strokes)
}

var (
	_ profile.Learner = (*Eyes)(nil)

	errNoExamples = &picture.Error{Code: picture.NoTiles,
		Message: "three cards in a row were not found at the side nearest to you: lay a moon, a star and a tree, in this order from left to right, into the first three of its picture boxes"}
)

// Learn cuts out one example of each picture: a moon, a star and a tree that lie in this order in the first three boxes of the picture's lower
// side, as who sits there sees them. The answers are PNG files by the picture's name.
func (e *Eyes) Learn(p *picture.Picture, in profile.Inputs) (map[string][]byte, error) {
	found := map[string][]byte{}
	err := e.onBoard(p, in, func(r *picture.Raster, b *board) error {
		var look tabit.Look
		if err := e.see(r, b, &look, nil); err != nil {
			return err
		}
		row, ok := exampleRow(&look)
		if !ok {
			return errNoExamples
		}
		for i := range boxes {
			s := siteOf(i)
			if (s.seat-b.top()+seats)%seats != lowerSide || s.row != row || s.place >= len(tabit.Pictures) {
				continue
			}
			text, err := cut(r, b.outline(b.card(i), SubjectWide, SubjectWide*cropRatio, s.seat)).png()
			if err != nil {
				return err
			}
			found[tabit.Pictures[s.place].String()] = text
		}
		return nil
	})
	return found, err
}

// lowerSide is the picture's lower side, counted as Look has sides.
const lowerSide = 2

// exampleRow is the row of the lower side with a card in each of its first boxes, of two the one whose cards look less like letters: an unusual
// drawing may look like a card's back. It is false if there is none.
func exampleRow(look *tabit.Look) (int, bool) {
	best, least := -1, 0.0
	for row := range look.Boxes[lowerSide] {
		lettered, full := 0.0, true
		for k := range tabit.Pictures {
			b := &look.Boxes[lowerSide][row][k]
			full = full && logSum(b.Picture, b.Letter, b.Down) > b.Empty
			lettered += b.Letter - logSum(b.Picture, b.Down)
		}
		if full && (best < 0 || lettered < least) {
			best, least = row, lettered
		}
	}
	return best, best >= 0
}

// examples are a set's own pictures, as the eyes look at them; nil where it has none.
func examples(set *calibration.Tileset) (*[len(tabit.Pictures)]*Vector, error) {
	if set == nil || len(set.Cards) == 0 {
		return nil, nil
	}
	var all [len(tabit.Pictures)]*Vector
	for k, picture := range tabit.Pictures {
		data, ok := set.Cards[picture.String()]
		if !ok {
			return nil, fmt.Errorf("the tile set's cards have no %q: %s are needed, one of each", picture, strings.Join(pictureNames(), ", "))
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("the tile set's card %q: %w", picture, err)
		}
		all[k] = cropOf(img).look()
	}
	return &all, nil
}

func pictureNames() []string {
	var names []string
	for _, p := range tabit.Pictures {
		names = append(names, p.String())
	}
	return names
}

// compare lets the examples say what a card shows.
func compare(box *tabit.Box, view *Vector, known *[len(tabit.Pictures)]*Vector) {
	var far [len(tabit.Pictures)]float64
	least := unlike
	for k, v := range known {
		far[k] = difference(view, v)
		least = min(least, far[k])
	}
	best := slices.Max(box.Pictures[:])
	for k := range far {
		told := -min((far[k]*far[k]-least*least)/(2*telling*telling), mostTold)
		box.Pictures[k] = told + max(usualTold*(box.Pictures[k]-best), -mostUsual)
	}
	box.Picture += exampleKind * min(1, (unlike-least)/(unlike-same))
}

// png is the crop as a file.
func (c *crop) png() ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, cropW, cropH))
	for i, p := range c {
		img.SetRGBA(i%cropW, i/cropW, color.RGBA{uint8(p[2] + 0.5), uint8(p[1] + 0.5), uint8(p[0] + 0.5), 255})
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

// cropOf is a picture of any size as a crop: each pixel is what lies nearest.
func cropOf(img image.Image) *crop {
	var c crop
	at := img.Bounds()
	for i := range c {
		x, y := at.Min.X+(2*(i%cropW)+1)*at.Dx()/(2*cropW), at.Min.Y+(2*(i/cropW)+1)*at.Dy()/(2*cropH)
		r, g, b, _ := img.At(x, y).RGBA()
		c[i] = [3]float32{float32(b >> 8), float32(g >> 8), float32(r >> 8)}
	}
	return &c
}

// onBoard finds the board, and lends it with the picture's bytes for one call.
func (e *Eyes) onBoard(p *picture.Picture, in profile.Inputs, use func(r *picture.Raster, b *board) error) error {
	return picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		quads, err := findQuads(p.Mat())
		if err != nil {
			return err
		}
		b, ok := findBoard(spotsOf(quads), newLens(in.Camera, p.Width, p.Height))
		if !ok {
			return errNoBoard
		}
		return use(r, &b)
	})
}
