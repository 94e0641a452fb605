package snag

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision"
)

// spot is ink of the size of a number: one digit, or two joined.
type spot struct {
	at   engine.Point // middle of its extent, pixels of the whole picture
	q    engine.Point // the same, free of the lens's distortion
	size float64      // of its larger digit: largest extent, pixels
	dark bool
	two  bool // two digits
}

const (
	minDigit = 5.0 // pixels of the reduced picture
	maxDigit = 90.0
	inkStep  = 9 // gray levels between ink and the mean around it
	maxSpots = 2500
)

// reductionOf is by how much a picture is reduced before ink is looked for.
func reductionOf(w, h int) int {
	return max(1, int(math.Round(float64(max(w, h))/1900)))
}

// findSpots looks for numbers of either polarity.
func findSpots(gray gocv.Mat) ([]spot, error) {
	by := reductionOf(gray.Cols(), gray.Rows())
	small := gocv.NewMat()
	defer small.Close()
	if by == 1 {
		gray.CopyTo(&small)
	} else if err := gocv.Resize(gray, &small, image.Pt(gray.Cols()/by, gray.Rows()/by), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, err
	}
	var all []spot
	for _, dark := range []bool{true, false} {
		digits, err := findDigits(small, dark)
		if err != nil {
			return nil, err
		}
		all = append(all, joined(digits)...)
	}
	for i := range all {
		all[i].at = engine.Point{X: (all[i].at.X+0.5)*float64(by) - 0.5, Y: (all[i].at.Y+0.5)*float64(by) - 0.5}
		all[i].size *= float64(by)
	}
	return all, nil
}

// piece is a connected piece of ink.
type piece struct {
	x0, y0, x1, y1 float64 // extent
	size           float64
	dark           bool
}

func (d *piece) middle() engine.Point {
	return engine.Point{X: (d.x0 + d.x1) / 2, Y: (d.y0 + d.y1) / 2}
}

// window is the side of the surroundings whose mean ink differs from.
const window = 31

func findDigits(gray gocv.Mat, dark bool) ([]piece, error) {
	mask, labels, stats, centers := gocv.NewMat(), gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer mask.Close()
	defer labels.Close()
	defer stats.Close()
	defer centers.Close()
	kind, step := gocv.ThresholdBinary, float32(-inkStep)
	if dark {
		kind, step = gocv.ThresholdBinaryInv, inkStep
	}
	if err := gocv.AdaptiveThreshold(gray, &mask, 255, gocv.AdaptiveThresholdMean, kind, window, step); err != nil {
		return nil, err
	}
	n := gocv.ConnectedComponentsWithStats(mask, &labels, &stats, &centers)
	wide := gocv.NewMat() // gocv has no pointer to 32-bit integers; pixel counts fit a float32 exactly
	defer wide.Close()
	if err := stats.ConvertTo(&wide, gocv.MatTypeCV32F); err != nil {
		return nil, err
	}
	s, err := wide.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	var found []piece
	for i := 1; i < n; i++ {
		x, y, w, h, area := float64(s[5*i]), float64(s[5*i+1]), float64(s[5*i+2]), float64(s[5*i+3]), float64(s[5*i+4])
		long, short := max(w, h), min(w, h)
		fill := area / (w * h)
		if long < minDigit || long > maxDigit || short < 2 || long > 6*short || fill < 0.15 || fill > 0.92 && long < 3*short {
			continue
		}
		found = append(found, piece{x, y, x + w - 1, y + h - 1, long, dark})
	}
	if len(found) > maxSpots { // a rough cloth: the largest pieces are the likeliest
		slices.SortFunc(found, func(a, b piece) int { return cmp.Compare(b.size, a.size) })
		found = found[:maxSpots]
	}
	return found, nil
}

// besides is how far the middles of a number's two digits may lie apart, in digit sizes. Even foreshortened, those of
// neighboring squares lie farther apart.
const besides = 1.3

// joined pairs each digit with the one nearest to it, if that is as large and wants it too.
func joined(digits []piece) []spot {
	g := newGrid(len(digits), maxDigit, func(i int) engine.Point { return digits[i].middle() })
	mate := make([]int, len(digits))
	for i := range digits {
		mate[i] = -1
		best := besides * digits[i].size
		g.near(digits[i].middle(), best, func(j int) {
			d := dist(digits[i].middle(), digits[j].middle())
			if j != i && d < best && d < besides*digits[j].size && alike(digits[i].size, digits[j].size, 1.6) && apart(&digits[i], &digits[j]) {
				best, mate[i] = d, j
			}
		})
	}
	var spots []spot
	for i := range digits {
		d := &digits[i]
		switch j := mate[i]; {
		case j >= 0 && mate[j] == i && j < i: // told already
		case j >= 0 && mate[j] == i:
			o := &digits[j]
			both := piece{min(d.x0, o.x0), min(d.y0, o.y0), max(d.x1, o.x1), max(d.y1, o.y1), 0, d.dark}
			spots = append(spots, spot{at: both.middle(), size: max(d.size, o.size), dark: d.dark, two: true})
		default:
			spots = append(spots, spot{at: d.middle(), size: d.size, dark: d.dark})
		}
	}
	return spots
}

// apart tells two digits from a digit and the hole in it.
func apart(a, b *piece) bool {
	w := min(a.x1, b.x1) - max(a.x0, b.x0)
	h := min(a.y1, b.y1) - max(a.y0, b.y0)
	if w <= 0 || h <= 0 {
		return true
	}
	area := func(d *piece) float64 { return (d.x1 - d.x0 + 1) * (d.y1 - d.y0 + 1) }
	return w*h < 0.3*min(area(a), area(b))
}

func alike(a, b, factor float64) bool { return a < factor*b && b < factor*a }

func dist(a, b engine.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// grid finds points by place.
type grid struct {
	cell       float64
	x0, y0     float64
	wide, high int
	first      []int32 // of each cell's points in order, one more at the end
	order      []int32
	at         func(i int) engine.Point
}

func newGrid(n int, cell float64, at func(i int) engine.Point) *grid {
	g := &grid{cell: cell, at: at, wide: 1, high: 1}
	if n == 0 {
		g.first = make([]int32, 2)
		return g
	}
	low, high := at(0), at(0)
	for i := range n {
		p := at(i)
		low = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = engine.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	g.x0, g.y0 = low.X, low.Y
	g.wide, g.high = int((high.X-low.X)/cell)+1, int((high.Y-low.Y)/cell)+1
	g.first = make([]int32, g.wide*g.high+1)
	for i := range n {
		x, y := g.key(at(i))
		g.first[y*g.wide+x+1]++
	}
	for i := 1; i < len(g.first); i++ {
		g.first[i] += g.first[i-1]
	}
	g.order = make([]int32, n)
	next := append([]int32(nil), g.first...)
	for i := range n {
		x, y := g.key(at(i))
		g.order[next[y*g.wide+x]] = int32(i)
		next[y*g.wide+x]++
	}
	return g
}

// key is the cell of a point, the nearest one if it lies outside.
func (g *grid) key(p engine.Point) (x, y int) {
	return min(max(int((p.X-g.x0)/g.cell), 0), g.wide-1), min(max(int((p.Y-g.y0)/g.cell), 0), g.high-1)
}

// near visits the points within reach.
func (g *grid) near(p engine.Point, reach float64, visit func(i int)) {
	lx, ly := g.key(engine.Point{X: p.X - reach, Y: p.Y - reach})
	hx, hy := g.key(engine.Point{X: p.X + reach, Y: p.Y + reach})
	for y := ly; y <= hy; y++ {
		for _, i := range g.order[g.first[y*g.wide+lx]:g.first[y*g.wide+hx+1]] {
			if dist(p, g.at(int(i))) <= reach {
				visit(int(i))
			}
		}
	}
}

// nearest is the nearest point within reach, or -1.
func (g *grid) nearest(p engine.Point, reach float64, fits func(i int) bool) int {
	best := -1
	g.near(p, reach, func(i int) {
		if d := dist(p, g.at(i)); d <= reach && fits(i) {
			best, reach = i, d
		}
	})
	return best
}

// free brings the spots where an ideal lens would show them.
func free(spots []spot, undistort func(engine.Point) engine.Point) {
	for i := range spots {
		spots[i].q = undistort(spots[i].at)
	}
}

var errNoBoard = &vision.Error{Code: vision.NoTiles, Message: "no SNAG board was found: show the whole board, from above and from closer"}
