package candidate

import (
	"cmp"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/picture"
)

// Mark is a glyph-like blob: a small connected patch of ink on a patch of one plain color.
type Mark struct {
	At      engine.Point // center of its bounding box
	Size    float64      // longer side of that box, pixels
	W, H    float64      // sides of the box along the picture's axes
	Plastic picture.BGR  // the color around it
	Plain   float64      // share of the ring around it that has that color
	Dark    bool         // its ink is darker than its ground
	ink     float64      // contrast between the ink and its ground, gray levels
	inner   bool         // it lies in a larger region that stands out from the picture, too
	full    bool         // it is a filled shape: a square of a checked cloth, or a blurred O
	Uneven  bool         // the ring has one color only after a slope of light is subtracted
	Score   float64      // how much it resembles a printed glyph; larger is better
}

// markOf is a blob as a mark. Its score is contrast times squared plainness, discounted on gray grounds: players' tiles are colorful.
func markOf(b *blob.Blob) Mark {
	m := Mark{At: b.At, Size: b.Long(), W: b.W, H: b.H, Plastic: b.Ground, Plain: b.Plain, Dark: b.Dark, ink: b.Ink, inner: b.Inner, full: b.Solid, Uneven: b.Shaded}
	m.Score = m.ink * m.Plain * m.Plain * min(1, grayWorth+picture.Spread(m.Plastic)/colorfulSpread)
	return m
}

// A gray ground keeps grayWorth of a mark's score; one whose channels differ by about colorfulSpread levels keeps all of it.
const (
	grayWorth      = 0.05
	colorfulSpread = 80
)

// markShape is the shape of a letter, in pixels of the reduced picture. Letters of all sets and cameras in the development scenes are 5 to
// 110 pixels long there.
var markShape = blob.Shape{LeastLong: 5, MostLong: 110, LeastShort: 2, LeastFill: 0.12, MostFill: 0.93, BarSlim: 4, SolidSlim: 2.5}

// markGround accepts a plain ring around a letter. It also accepts a plain ring close around the letter's box, for a large letter that nearly
// touches the frame printed around it, and a ring that is plain but for the slope of light of a lamp's reflection.
var markGround = blob.Ground{
	Ring:   blob.Ring{Points: 28, Gap: 0.13, LeastGap: 1.8},
	Center: blob.BinnedMedian,
	Same:   30, Least: 0.6,
	Close: blob.Ring{Points: 28, Square: true, Gap: 0.06, LeastGap: 1.5}, CloseLeast: 0.7,
	Shaded: true,
}

// leastInk is the least contrast between a letter and its ground, gray levels.
const leastInk = 18

// fineBrush is the top hat's brush, pixels of the reduced picture. A bold letter's strokes are a tenth of a tile wide, two tenths where they
// meet, and tiles are 26 to 130 pixels wide.
const fineBrush = 9

// Two finders of ink, since neither finds all: strokes thinner than a brush (top hat), and contrast to the local mean.
var (
	markStrokes  = strokes(fineBrush)
	markContrast = blob.Options{Threshold: blob.LocalMean{Window: 21, Step: 8}, Shape: markShape, Ground: &markGround, LeastInk: leastInk}
)

// strokes are the options that find strokes thinner than a brush, pixels. A whole tile may stand out from a dark table; its letter stands
// out from the tile.
func strokes(brush int) blob.Options {
	return blob.Options{
		Threshold: blob.TopHat{Brush: brush, Step: 14, Strong: 48, Patch: blob.Patch{Larger: 1.3, Least: 10, Fill: 0.12, Most: 400}},
		Shape:     markShape, Ground: &markGround, LeastInk: leastInk,
	}
}

// marksIn finds the blobs of one polarity as marks.
func marksIn(r *picture.Raster, gray blob.Reduced, find *blob.Options, dark bool) ([]Mark, error) {
	found, err := find.Find(r.Blobs(), gray, dark)
	marks := make([]Mark, len(found))
	for i := range found {
		marks[i] = markOf(&found[i])
	}
	return marks, err
}

// reduction is the factor by which a picture of so many pixels shrinks before the search for ink: large pictures show large tiles.
func reduction(width, height int) int {
	switch pixels := width * height; {
	case pixels > 7_000_000:
		return 3
	case pixels > 2_500_000:
		return 2
	}
	return 1
}

// Find returns the marks of a picture, best first, of either polarity. Contrast to the local mean finds larger ink than the top hat, so it
// works on half the size at most.
func Find(r *picture.Raster, gray gocv.Mat) ([]Mark, error) {
	by := reduction(r.W, r.H)
	fine, err := blob.ReduceAll(gray, by)
	if err != nil {
		return nil, err
	}
	defer fine.Close()
	coarse, err := blob.ReduceAll(gray, max(by, 2))
	if err != nil {
		return nil, err
	}
	defer coarse.Close()
	finders := []struct {
		find *blob.Options
		gray blob.Reduced
	}{{&markStrokes, fine}, {&markContrast, coarse}}
	found := make([][]Mark, 2*len(finders))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range found {
		group.Go(func() (err error) {
			w := &finders[i/2]
			found[i], err = marksIn(r, w.gray, w.find, i%2 == 0)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return bestMarks(slices.Concat(found...)), nil
}

// LetterSized says whether a mark is as large as a letter on a tile whose pitch spans so many pixels.
func (m *Mark) LetterSized(pitch float64) bool {
	return m.Size*MaxPitch > pitch && m.Size*MinPitch < pitch
}

// bestMarks sorts the marks by score, the uneven ones last, and keeps the best of each spot (non-maximum suppression).
func bestMarks(all []Mark) []Mark {
	all = slices.DeleteFunc(all, func(m Mark) bool { return m.Uneven && m.full })
	slices.SortStableFunc(all, func(a, b Mark) int {
		if a.Uneven != b.Uneven {
			if a.Uneven {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.Score, a.Score)
	})
	if full := len(slices.DeleteFunc(slices.Clone(all), func(m Mark) bool { return !m.full })); full > maxFull {
		all = slices.DeleteFunc(all, func(m Mark) bool { return m.full })
	}
	var kept []Mark
	for _, m := range all {
		if !slices.ContainsFunc(kept, func(k Mark) bool {
			return picture.Dist(k.At, m.At) < sameMark*max(k.Size, m.Size) && m.sizeNear(&k)
		}) {
			kept = append(kept, m)
		}
		if len(kept) == maxMarks {
			break
		}
	}
	return kept
}

const (
	maxMarks = 420
	maxFull  = 120  // more filled shapes than this are the cloth's pattern: none of them stays
	sameMark = 0.25 // two marks of like size whose centers are closer than this share of the larger one are one mark
)

// sizeNear says whether two marks have about the same size.
func (m *Mark) sizeNear(k *Mark) bool {
	return m.Size < sameSize*k.Size && k.Size < sameSize*m.Size
}

// sameSize is the factor below which two sizes count as the same.
const sameSize = 1.3
