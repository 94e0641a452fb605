package letters

import (
	"cmp"
	"image"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision"
)

// mark is a connected patch of ink on a ground of one plain color: perhaps a letter.
type mark struct {
	at     engine.Point // middle of its box, pixels
	w, h   float64
	size   float64    // the longer of both
	ground [3]float64 // the color around it, blue, green, red
	dark   bool       // darker than its ground
	ink    float64    // gray levels between ink and ground

	letter [angles]float64 // how surely it is a letter turned by so much, 0 to 1
	line   bool            // that letter would be an I
}

// Ink is what differs from the mean of its surroundings. A window finds strokes up to about its own width, so the
// picture is looked at in several sizes.
const (
	longestSide = 2000 // of the largest picture in which marks are looked for
	levels      = 3    // pictures, each half as large as the one before
	window      = 25
	smallWindow = 13 // in the largest picture only: letters on small dark tiles stand out from the plastic, and both from the board
	smallLeast  = 9  // of what is looked for through it
	smallMost   = 17
	inkStep     = 9 // gray levels
	leastHigh   = 7 // of a mark in its picture
	mostHigh    = 60
	mostMarks   = 1600
)

// findMarks finds what may be letters, those with the most ink first.
func findMarks(r *vision.Raster, gray gocv.Mat) ([]mark, error) {
	base := 1
	for max(r.W, r.H)/base > longestSide {
		base++
	}
	found := make([][]mark, 2*(levels+1))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range found {
		group.Go(func() (err error) {
			by, wide := base<<(i/2), window
			if i/2 == levels {
				by, wide = base, smallWindow
			}
			found[i], err = marksAt(r, gray, by, wide, i%2 == 0)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return distinct(slices.Concat(found...)), nil
}

// marksAt looks for ink of one polarity in the picture reduced by a factor, through a window of so many pixels.
func marksAt(r *vision.Raster, gray gocv.Mat, by, wide int, dark bool) ([]mark, error) {
	small, mask, labels, stats, centers, counts := gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	for _, m := range []*gocv.Mat{&small, &mask, &labels, &stats, &centers, &counts} {
		defer m.Close()
	}
	if err := gocv.Resize(gray, &small, image.Pt(gray.Cols()/by, gray.Rows()/by), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, err
	}
	kind, step := gocv.ThresholdBinary, float32(-inkStep)
	if dark {
		kind, step = gocv.ThresholdBinaryInv, inkStep
	}
	if err := gocv.AdaptiveThreshold(small, &mask, 255, gocv.AdaptiveThresholdMean, kind, wide, step); err != nil {
		return nil, err
	}
	pixels, err := mask.DataPtrUint8()
	if err != nil {
		return nil, err
	}
	n := gocv.ConnectedComponentsWithStats(mask, &labels, &stats, &centers)
	if err := stats.ConvertTo(&counts, gocv.MatTypeCV32F); err != nil { // counts fit a float32 exactly
		return nil, err
	}
	s, err := counts.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	var found []mark
	for i := 1; i < n; i++ {
		if long := max(s[5*i+2], s[5*i+3]); wide == smallWindow && (long < smallLeast || long > smallMost) {
			continue
		}
		if m, ok := markOf(r, s[5*i:5*i+5], float64(by), dark); ok && !solid(pixels, mask.Cols(), s[5*i:5*i+5]) {
			found = append(found, m)
		}
	}
	return found, nil
}

// markOf is a mark of a component's left, top, width, height and area in a picture reduced by a factor.
func markOf(r *vision.Raster, s []float32, by float64, dark bool) (mark, bool) {
	x, y, w, h, area := float64(s[0]), float64(s[1]), float64(s[2]), float64(s[3]), float64(s[4])
	long, short := max(w, h), min(w, h)
	if long < leastHigh || long > mostHigh || short < 1.5 || long > 9*short {
		return mark{}, false
	}
	if fill := area / (w * h); fill < 0.12 || fill > 0.95 && long < 2*short {
		return mark{}, false
	}
	m := mark{at: engine.Point{X: (x+w/2)*by - 0.5, Y: (y+h/2)*by - 0.5}, w: w * by, h: h * by, size: long * by, dark: dark}
	return m, m.look(r)
}

const ringPoints = 24

// ringTurns are the directions of the ring's points.
var ringTurns = func() (turns [ringPoints][2]float64) {
	for i := range turns {
		s, c := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / ringPoints)
		turns[i] = [2]float64{c, s}
	}
	return turns
}()

// The ring around a mark.
const (
	ringGap   = 0.14 // from the box, in the mark's size
	sameColor = 34.0 // levels of one channel
	leastSame = 0.55 // share of the ring: a value may stand on it, and grain in wood
	leastInk  = 16.0
)

// look samples the ring around the mark; false when it is not one plain color, or hardly differs from the mark.
func (m *mark) look(r *vision.Raster) bool {
	gap := max(1.5, ringGap*m.size)
	a, b := m.w/2+gap, m.h/2+gap
	if m.at.X < a+1 || m.at.Y < b+1 || m.at.X+a > float64(r.W-2) || m.at.Y+b > float64(r.H-2) {
		return false
	}
	var ring [ringPoints][3]float64
	for i, t := range ringTurns {
		k := 3 * (int(m.at.Y+b*t[1]+0.5)*r.W + int(m.at.X+a*t[0]+0.5))
		for c := range 3 {
			ring[i][c] = float64(r.BGR[k+c])
		}
	}
	m.ground = medianColor(ring[:])
	same := 0
	for _, s := range ring {
		if colorGap(s, m.ground) < sameColor {
			same++
		}
	}
	if float64(same) < leastSame*ringPoints {
		return false
	}
	m.ink = r.InkContrast(m.at, m.w, m.h, m.ground, m.dark)
	return m.ink >= leastInk
}

// medianColor is each channel's median.
func medianColor(of [][3]float64) (median [3]float64) {
	channel := make([]float64, len(of))
	for c := range median {
		for i := range of {
			channel[i] = of[i][c]
		}
		slices.Sort(channel)
		median[c] = channel[len(channel)/2]
	}
	return median
}

// colorGap is the largest difference of a channel.
func colorGap(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// luma is a color's gray level.
func luma(c [3]float64) float64 { return 0.114*c[0] + 0.587*c[1] + 0.299*c[2] }

// distinct leaves out marks that were found twice, keeping the larger, and those with the least ink if there are too many.
func distinct(all []mark) []mark {
	slices.SortStableFunc(all, func(a, b mark) int { return cmp.Compare(b.ink, a.ink) })
	all = all[:min(len(all), 2*mostMarks)]
	slices.SortStableFunc(all, func(a, b mark) int { return cmp.Compare(b.w*b.h, a.w*a.h) })
	g := newGrid(len(all), 60, func(i int) engine.Point { return all[i].at })
	gone := make([]bool, len(all))
	var kept []mark
	for i, k := range all {
		if gone[i] {
			continue
		}
		kept = append(kept, k)
		g.near(k.at, 0.3*k.size, func(j int) {
			if m := all[j]; m.dark == k.dark && m.h > 0.7*k.h && m.w > 0.6*k.w {
				gone[j] = true
			}
		})
	}
	slices.SortStableFunc(kept, func(a, b mark) int { return cmp.Compare(b.ink, a.ink) })
	return kept[:min(len(kept), mostMarks)]
}

// solid says whether a component fills a rectangle or a disc, as printed squares do.
func solid(ink []uint8, width int, box []float32) bool {
	var shape vision.Moments
	x0, y0, w, h := int(box[0]), int(box[1]), int(box[2]), int(box[3])
	for y := range h {
		for x, v := range ink[(y0+y)*width+x0 : (y0+y)*width+x0+w] {
			if v != 0 {
				shape.Add(x, y)
			}
		}
	}
	return shape.Solid(1.9)
}
