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

// A set with unusual drawings has one example of each picture: the distance of a card to them then decides which picture it shows. The numbers
// are hand-set; TestUnusualDrawingsAreLearnedFromOneExampleOfEach reacts to them.
const (
	strokeSigma       = 0.06 // stroke distance: standard deviation among cards with the same picture
	mostEvidence      = 9.0  // natural logarithm: the bound of the examples' evidence
	priorWeight       = 0.3  // weight of the network, which knows the drawings of other sets
	mostPrior         = 1.5  // natural logarithm: the bound of that
	examplePicture    = 12.0 // natural logarithm: what a card gains as a picture if it looks like an example
	differentDistance = 0.28 // stroke distance of cards with different drawings
	sameDistance      = 0.18 // stroke distance of cards with the same drawing
)

// strokeDistance is the root mean square difference of two orientation histograms.
func strokeDistance(a, b *Vector) float64 {
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
		Message: "no three cards found at the side nearest to you: put a moon, a star and a tree, from left to right, into its first three picture boxes"}
)

// Learn cuts out one example of each picture: a moon, a star and a tree that lie in this order in the first three boxes of the picture's lower
// side, as who sits there sees them. The answers are PNG files by the picture's name.
func (e *Eyes) Learn(p *picture.Picture, in profile.Inputs) (map[string][]byte, error) {
	found := map[string][]byte{}
	err := e.onBoard(p, in, func(r *picture.Raster, b *board) error {
		var look tabit.Look
		if err := e.readBoard(r, b, &look, nil); err != nil {
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
			text, err := rectify(r, b.outline(b.card(i), SubjectWide, SubjectWide*cropRatio, s.seat)).png()
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

// exampleRow is the row of the lower side with a card in each of its first boxes; if both have them, the one whose cards look less like letters.
// A card's back counts as a card here, because an unusual drawing may look like one. False if there is no such row.
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

// examples are the features of a set's own pictures; nil if it has none.
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
		all[k] = cropOf(img).features()
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

// compareExamples replaces the network's log-likelihoods of the pictures by those from the distances to the examples.
func compareExamples(box *tabit.Box, view *Vector, known *[len(tabit.Pictures)]*Vector) {
	var far [len(tabit.Pictures)]float64
	least := differentDistance
	for k, v := range known {
		far[k] = strokeDistance(view, v)
		least = min(least, far[k])
	}
	best := slices.Max(box.Pictures[:])
	for k := range far {
		evidence := -min((far[k]*far[k]-least*least)/(2*strokeSigma*strokeSigma), mostEvidence)
		box.Pictures[k] = evidence + max(priorWeight*(box.Pictures[k]-best), -mostPrior)
	}
	box.Picture += examplePicture * min(1, (differentDistance-least)/(differentDistance-sameDistance))
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

// onBoard finds the board and lends it to use, with the picture's bytes.
func (e *Eyes) onBoard(p *picture.Picture, in profile.Inputs, use func(r *picture.Raster, b *board) error) error {
	return picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		quads, err := findQuads(p.Pixels)
		if err != nil {
			return err
		}
		b, ok := findBoard(mergeQuads(quads), newLens(in.Camera, p.Width, p.Height))
		if !ok {
			return errNoBoard
		}
		return use(r, &b)
	})
}
