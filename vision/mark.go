package vision

import (
	"cmp"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	blobs "tilewatch/vision/blob"
)

// mark is a glyph-like blob: a small connected patch of ink on a patch of one plain color.
type mark struct {
	at      engine.Point // middle of its extent
	size    float64      // largest extent, pixels
	w, h    float64      // extents along the picture's axes
	plastic rgb          // the color around it
	plain   float64      // share of the ring around it that has that color
	dark    bool         // ink darker than its ground
	ink     float64      // gray levels between the ink and its ground
	inner   bool         // it stands out of what stands out itself
	full    bool         // a filled shape, as the squares of a checked cloth are, or a blurred O
	uneven  bool         // the ring has one color only once a slope of light is taken out
	score   float64      // how much like a printed glyph it is; larger is better
}

// markOf is a blob as a mark.
func markOf(b *blobs.Blob) mark {
	m := mark{at: b.At, size: b.Long(), w: b.W, h: b.H, plastic: b.Ground, plain: b.Plain, dark: b.Dark, ink: b.Ink, inner: b.Inner, full: b.Solid, uneven: b.Shaded}
	m.score = m.ink * m.plain * m.plain * min(1, 0.05+spread(m.plastic)/80)
	return m
}

const (
	maxMarks = 420
	maxFull  = 120 // more filled shapes than this are the cloth's pattern
)

// The shapes of letters, in pixels of the picture in which ink is searched. Letters of all sets and cameras in the dev scenes are
// 5 to 110 pixels long there.
var markShape = blobs.Shape{LeastLong: 5, MostLong: 110, LeastShort: 2, LeastFill: 0.12, MostFill: 0.93, BarSlim: 4, SolidSlim: 2.5}

// markGround accepts a plain ring around a letter, or a plain one just around its box where a large letter nearly touches the frame printed
// around it, or one that is plain but for the slope of a lamp's reflection.
var markGround = blobs.Ground{
	Ring:   blobs.Ring{Points: 28, Gap: 0.13, LeastGap: 1.8},
	Center: blobs.BinnedMedian,
	Same:   30, Least: 0.6,
	Close: blobs.Ring{Points: 28, Square: true, Gap: 0.06, LeastGap: 1.5}, CloseLeast: 0.7,
	Shaded: true,
}

// leastInk is the least contrast between a letter and its ground, gray levels.
const leastInk = 18

// Two ways of finding ink, since neither finds all: as strokes too thin for a brush (a bold letter's strokes are a tenth of a tile wide, two
// tenths where they meet, and tiles are 26 to 130 pixels wide), and as what differs from the mean around it.
var (
	markStrokes  = strokes(9)
	markContrast = blobs.Options{Threshold: blobs.LocalMean{Window: 21, Step: 8}, Shape: markShape, Ground: &markGround, LeastInk: leastInk}
)

// strokes finds strokes that are thinner than a brush, pixels. A whole tile may stand out from a dark table; its letter stands out more.
func strokes(brush int) blobs.Options {
	return blobs.Options{
		Threshold: blobs.TopHat{Brush: brush, Step: 14, Strong: 48, Patch: blobs.Patch{Larger: 1.3, Least: 10, Fill: 0.12, Most: 400}},
		Shape:     markShape, Ground: &markGround, LeastInk: leastInk,
	}
}

// marksIn are the blobs of one polarity as marks.
func marksIn(r *raster, gray blobs.Reduced, find *blobs.Options, dark bool) ([]mark, error) {
	found, err := find.Find(r.picture(), gray, dark)
	marks := make([]mark, len(found))
	for i := range found {
		marks[i] = markOf(&found[i])
	}
	return marks, err
}

// picture is the picture in which blobs are found.
func (r *raster) picture() *blobs.Picture {
	return &blobs.Picture{W: r.w, H: r.h, BGR: r.bgr, Gray: r.gray}
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

// findMarks looks for ink of either polarity in both ways. What differs from the mean of its surroundings is larger than a stroke, and
// found in a picture of half the size, if that is not reduced already.
func findMarks(r *raster, gray gocv.Mat) ([]mark, error) {
	by := reduction(r.w, r.h)
	fine, err := blobs.ReduceAll(gray, by)
	defer fine.Close()
	if err != nil {
		return nil, err
	}
	coarse, err := blobs.ReduceAll(gray, max(by, 2))
	defer coarse.Close()
	if err != nil {
		return nil, err
	}
	ways := []struct {
		find *blobs.Options
		gray blobs.Reduced
	}{{&markStrokes, fine}, {&markContrast, coarse}}
	found := make([][]mark, 2*len(ways))
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

// letterSized says whether a mark is as large as a letter on a tile whose pitch spans so many pixels.
func (m *mark) letterSized(pitch float64) bool {
	return m.size*maxPitch > pitch && m.size*minPitch < pitch
}

// spread is how colored a sample is: the gap between its largest and smallest channel.
func spread(c rgb) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// colorGap is the largest difference of a channel.
func colorGap(a, b rgb) float64 { return blobs.ColorGap(a, b) }

// ranked is what would be at a place if all were sorted. It changes their order.
func ranked(all []float64, place int) float64 { return blobs.Quickselect(all, place) }

// bestMarks drops second sightings of the same spot and keeps the plainest: the uneven ones come last.
func bestMarks(all []mark) []mark {
	all = slices.DeleteFunc(all, func(m mark) bool { return m.uneven && m.full })
	slices.SortStableFunc(all, func(a, b mark) int {
		if a.uneven != b.uneven {
			if a.uneven {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.score, a.score)
	})
	if full := len(slices.DeleteFunc(slices.Clone(all), func(m mark) bool { return !m.full })); full > maxFull {
		all = slices.DeleteFunc(all, func(m mark) bool { return m.full })
	}
	var kept []mark
	for _, m := range all {
		if !slices.ContainsFunc(kept, func(k mark) bool {
			return dist(k.at, m.at) < 0.25*max(k.size, m.size) && m.size < 1.3*k.size && k.size < 1.3*m.size
		}) {
			kept = append(kept, m)
		}
		if len(kept) == maxMarks {
			break
		}
	}
	return kept
}
