package marks

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
	At      engine.Point // middle of its extent
	Size    float64      // largest extent, pixels
	W, H    float64      // extents along the picture's axes
	Plastic picture.BGR  // the color around it
	Plain   float64      // share of the ring around it that has that color
	Dark    bool         // ink darker than its ground
	ink     float64      // gray levels between the ink and its ground
	inner   bool         // it stands out of what stands out itself
	full    bool         // a filled shape, as the squares of a checked cloth are, or a blurred O
	Uneven  bool         // the ring has one color only once a slope of light is taken out
	Score   float64      // how much like a printed glyph it is; larger is better
}

// markOf is a blob as a mark.
func markOf(b *blob.Blob) Mark {
	m := Mark{At: b.At, Size: b.Long(), W: b.W, H: b.H, Plastic: b.Ground, Plain: b.Plain, Dark: b.Dark, ink: b.Ink, inner: b.Inner, full: b.Solid, Uneven: b.Shaded}
	m.Score = m.ink * m.Plain * m.Plain * min(1, 0.05+picture.Spread(m.Plastic)/80)
	return m
}

const (
	maxMarks = 420
	maxFull  = 120 // more filled shapes than this are the cloth's pattern
)

// The shapes of letters, in pixels of the picture in which ink is searched. Letters of all sets and cameras in the dev scenes are
// 5 to 110 pixels long there.
var markShape = blob.Shape{LeastLong: 5, MostLong: 110, LeastShort: 2, LeastFill: 0.12, MostFill: 0.93, BarSlim: 4, SolidSlim: 2.5}

// markGround accepts a plain ring around a letter, or a plain one just around its box where a large letter nearly touches the frame printed
// around it, or one that is plain but for the slope of a lamp's reflection.
var markGround = blob.Ground{
	Ring:   blob.Ring{Points: 28, Gap: 0.13, LeastGap: 1.8},
	Center: blob.BinnedMedian,
	Same:   30, Least: 0.6,
	Close: blob.Ring{Points: 28, Square: true, Gap: 0.06, LeastGap: 1.5}, CloseLeast: 0.7,
	Shaded: true,
}

// leastInk is the least contrast between a letter and its ground, gray levels.
const leastInk = 18

// Two ways of finding ink, since neither finds all: as strokes too thin for a brush (a bold letter's strokes are a tenth of a tile wide, two
// tenths where they meet, and tiles are 26 to 130 pixels wide), and as what differs from the mean around it.
var (
	markStrokes  = strokes(9)
	markContrast = blob.Options{Threshold: blob.LocalMean{Window: 21, Step: 8}, Shape: markShape, Ground: &markGround, LeastInk: leastInk}
)

// strokes finds strokes that are thinner than a brush, pixels. A whole tile may stand out from a dark table; its letter stands out more.
func strokes(brush int) blob.Options {
	return blob.Options{
		Threshold: blob.TopHat{Brush: brush, Step: 14, Strong: 48, Patch: blob.Patch{Larger: 1.3, Least: 10, Fill: 0.12, Most: 400}},
		Shape:     markShape, Ground: &markGround, LeastInk: leastInk,
	}
}

// marksIn are the blobs of one polarity as marks.
func marksIn(r *picture.Raster, gray blob.Reduced, find *blob.Options, dark bool) ([]Mark, error) {
	found, err := find.Find(Picture(r), gray, dark)
	marks := make([]Mark, len(found))
	for i := range found {
		marks[i] = markOf(&found[i])
	}
	return marks, err
}

// Picture is the picture in which blobs are found.
func Picture(r *picture.Raster) *blob.Picture {
	return &blob.Picture{W: r.W, H: r.H, BGR: r.BGR, Gray: r.Gray}
}

// reduction is by how much a picture is reduced before ink is looked for: large pictures show large tiles.
func reduction(width, height int) int {
	switch pixels := width * height; {
	case pixels > 7_000_000:
		return 3
	case pixels > 2_500_000:
		return 2
	}
	return 1
}

// FindMarks looks for ink of either polarity in both ways. What differs from the mean of its surroundings is larger than a stroke, and
// found in a picture of half the size, if that is not reduced already.
func FindMarks(r *picture.Raster, gray gocv.Mat) ([]Mark, error) {
	by := reduction(r.W, r.H)
	fine, err := blob.ReduceAll(gray, by)
	defer fine.Close()
	if err != nil {
		return nil, err
	}
	coarse, err := blob.ReduceAll(gray, max(by, 2))
	defer coarse.Close()
	if err != nil {
		return nil, err
	}
	ways := []struct {
		find *blob.Options
		gray blob.Reduced
	}{{&markStrokes, fine}, {&markContrast, coarse}}
	found := make([][]Mark, 2*len(ways))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range found {
		group.Go(func() (err error) {
			w := &ways[i/2]
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

// bestMarks drops second sightings of the same spot and keeps the plainest: the uneven ones come last.
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
			return picture.Dist(k.At, m.At) < 0.25*max(k.Size, m.Size) && m.Size < 1.3*k.Size && k.Size < 1.3*m.Size
		}) {
			kept = append(kept, m)
		}
		if len(kept) == maxMarks {
			break
		}
	}
	return kept
}
