package dabble

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision"
	"tilewatch/vision/pieces"
)

// mark is a small connected patch of ink on a patch of one plain color.
type mark struct {
	at      engine.Point // middle of its box, pixels
	w, h    float64
	plastic [3]float64 // the color around it, blue, green, red
	dark    bool       // darker than its ground
	ink     float64    // gray levels between ink and ground
	plain   float64    // share of the ring around it that has its color
}

// Ink is what differs from the mean of its surroundings. A window finds strokes up to about its own width, so two are used, the second
// in a picture of half the size. Tiles are 20 to 200 pixels wide where marks are looked for.
const (
	finestSide = 2100 // longest side of the picture in which marks are looked for
	window     = 23
	inkStep    = 7   // gray levels
	leastHigh  = 6.0 // of a mark in its picture
	mostHigh   = 75.0
)

// findMarks finds what may be letters, large and small alike.
func findMarks(r *vision.Raster, gray gocv.Mat) ([]mark, error) {
	base := 1
	for max(r.W, r.H)/base > finestSide {
		base++
	}
	found := make([][]mark, 2)
	var group errgroup.Group
	for i := range found {
		group.Go(func() (err error) {
			found[i], err = inked{image.Rect(0, 0, gray.Cols(), gray.Rows()), base << i, window, inkStep, false}.marks(r, gray, true, false)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return distinct(slices.Concat(found...)), nil
}

// inked is how ink is looked for.
type inked struct {
	in     image.Rectangle // of the picture
	by     int             // factor by which it is reduced
	window int             // pixels of the reduced picture, odd
	step   float32         // gray levels between ink and the mean of its surroundings
	// The plastic is what lies between the strokes, not what lies around a mark: a letter that has run together with its value comes near the tile's edge.
	between bool
}

// marks finds the connected pieces of ink that may be letters: of ink that is darker than its surroundings, or lighter, or both.
func (a inked) marks(r *vision.Raster, gray gocv.Mat, darkness ...bool) ([]mark, error) {
	part, small, mean := gray.Region(a.in), gocv.NewMat(), gocv.NewMat()
	for _, m := range []*gocv.Mat{&part, &small, &mean} {
		defer m.Close()
	}
	if err := gocv.Resize(part, &small, image.Pt(a.in.Dx()/a.by, a.in.Dy()/a.by), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, err
	}
	if err := gocv.BoxFilter(small, &mean, -1, image.Pt(a.window, a.window)); err != nil {
		return nil, err
	}
	found := make([][]mark, len(darkness))
	var group errgroup.Group
	for i, dark := range darkness {
		group.Go(func() (err error) {
			found[i], err = a.marksIn(r, small, mean, dark)
			return err
		})
	}
	err := group.Wait()
	return slices.Concat(found...), err
}

// marksIn are the marks of one polarity in the reduced picture, whose surroundings have that mean.
func (a inked) marksIn(r *vision.Raster, small, mean gocv.Mat, dark bool) ([]mark, error) {
	over, mask := gocv.NewMat(), gocv.NewMat()
	defer over.Close()
	defer mask.Close()
	from, less, level := small, mean, float32(math.Floor(float64(a.step)))
	if dark {
		from, less, level = mean, small, level-1
	}
	if err := gocv.Subtract(from, less, &over); err != nil {
		return nil, err
	}
	gocv.Threshold(over, &mask, level, 1, gocv.ThresholdBinary)
	ink, err := mask.DataPtrUint8()
	if err != nil {
		return nil, err
	}
	var found []mark
	for _, p := range pieces.Of(ink, mask.Cols(), 1) {
		m, ok := a.markOf(p, dark)
		if !ok || solid(p, ink, mask.Cols()) {
			continue
		}
		if a.between {
			ok = m.lookBetween(r, a.groundOf(r, ink, mask.Cols(), p))
		} else {
			ok = m.look(r)
		}
		if ok {
			found = append(found, m)
		}
	}
	return found, nil
}

// groundOf is the mean color of what is no ink in a component's box: blue, green, red.
func (a inked) groundOf(r *vision.Raster, ink []uint8, width int, p pieces.Piece) (mean [3]float64) {
	n := 0.0
	for y := p.Y0; y < p.Y1; y++ {
		for x := p.X0; x < p.X1; x++ {
			if ink[y*width+x] != 0 {
				continue
			}
			k := 3 * ((a.in.Min.Y+y*a.by+a.by/2)*r.W + a.in.Min.X + x*a.by + a.by/2)
			for c := range mean {
				mean[c] += float64(r.BGR[k+c])
			}
			n++
		}
	}
	for c := range mean {
		mean[c] /= max(n, 1)
	}
	return mean
}

// markOf is a mark of a piece.
func (a inked) markOf(p pieces.Piece, dark bool) (mark, bool) {
	by, left, top := float64(a.by), float64(a.in.Min.X), float64(a.in.Min.Y)
	x, y, w, h, area := float64(p.X0), float64(p.Y0), float64(p.X1-p.X0), float64(p.Y1-p.Y0), float64(p.Area)
	long, short := max(w, h), min(w, h)
	if long < leastHigh || long > mostHigh || short < 1.5 || long > 9*short {
		return mark{}, false
	}
	if fill := area / (w * h); fill < 0.14 || fill > 0.95 && long < 2*short {
		return mark{}, false
	}
	return mark{at: engine.Point{X: left + (x+w/2)*by - 0.5, Y: top + (y+h/2)*by - 0.5}, w: w * by, h: h * by, dark: dark}, true
}

// solid says whether a piece fills a rectangle or a disc, as the squares of a checked cloth do.
func solid(p pieces.Piece, ink []uint8, width int) bool {
	var m vision.Moments
	for y := p.Y0; y < p.Y1; y++ {
		for x, v := range ink[y*width+p.X0 : y*width+p.X1] {
			if v != 0 {
				m.Add(x, y-p.Y0)
			}
		}
	}
	return m.Solid(slimmest)
}

// slimmest is how much longer than wide a cloth's squares are at most, as they are seen.
const slimmest = 1.9

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
	ringGap   = 0.16 // from the box, in the mark's size
	sameColor = 30.0 // levels of one channel
	leastSame = 0.6
	leastInk  = 16.0
)

// look samples the ring around the mark; false when it is not one plain color, or hardly differs from the mark.
func (m *mark) look(r *vision.Raster) bool {
	ring, ok := m.ring(r)
	if !ok {
		return false
	}
	var levels [3][ringPoints]float64
	for i := range ring {
		for c := range levels {
			levels[c][i] = ring[i][c]
		}
	}
	for c := range levels {
		slices.Sort(levels[c][:])
		m.plastic[c] = (levels[c][ringPoints/2-1] + levels[c][ringPoints/2]) / 2
	}
	m.setPlain(&ring)
	return m.plain >= leastSame && m.inked(r)
}

// lookBetween is look where the plastic is known.
func (m *mark) lookBetween(r *vision.Raster, plastic [3]float64) bool {
	ring, ok := m.ring(r)
	if !ok {
		return false
	}
	m.plastic = plastic
	m.setPlain(&ring)
	return m.inked(r)
}

// ring is what lies around the mark; false where that is not all in the picture.
func (m *mark) ring(r *vision.Raster) (ring [ringPoints][3]float64, ok bool) {
	gap := max(1.5, ringGap*max(m.w, m.h))
	a, b := m.w/2+gap, m.h/2+gap
	if m.at.X < a+1 || m.at.Y < b+1 || m.at.X+a > float64(r.W-2) || m.at.Y+b > float64(r.H-2) {
		return ring, false
	}
	for i, t := range ringTurns {
		k := 3 * (int(m.at.Y+b*t[1]+0.5)*r.W + int(m.at.X+a*t[0]+0.5))
		for c := range 3 {
			ring[i][c] = float64(r.BGR[k+c])
		}
	}
	return ring, true
}

// setPlain tells how much of the ring has the plastic's color.
func (m *mark) setPlain(ring *[ringPoints][3]float64) {
	same := 0
	for _, s := range ring {
		if gapOf(s, m.plastic) < sameColor {
			same++
		}
	}
	m.plain = float64(same) / ringPoints
}

// inked measures the ink; false if there is hardly any.
func (m *mark) inked(r *vision.Raster) bool {
	m.ink = r.InkContrast(m.at, m.w, m.h, m.plastic, m.dark)
	return m.ink >= leastInk
}

// gapOf is the largest difference of a channel.
func gapOf(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// luma is a color's gray level.
func luma(c [3]float64) float64 { return 0.114*c[0] + 0.587*c[1] + 0.299*c[2] }

// distinct leaves out marks that were found twice, keeping the larger of those that nearly share a middle and a size.
func distinct(all []mark) []mark {
	slices.SortStableFunc(all, func(a, b mark) int { return cmp.Compare(b.w*b.h, a.w*a.h) })
	var kept []mark
	for _, m := range all {
		if !slices.ContainsFunc(kept, m.twin) {
			kept = append(kept, m)
		}
	}
	return kept
}

// twin tells whether a mark, not smaller, is the same once more.
func (m *mark) twin(k mark) bool {
	return k.dark == m.dark && dist(k.at, m.at) < 0.3*m.h && m.h > 0.75*k.h && m.w > 0.6*k.w
}

func dist(a, b engine.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
