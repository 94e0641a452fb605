package tabit

import (
	"cmp"
	"image"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
)

// quad is the outline of something with four corners: a card, a box of the board, or anything like it.
type quad struct {
	corner [4]engine.Point // around it
	mid    engine.Point
	area   float64
}

// What may be a card or a box, in pixels and shares.
const (
	quadShort   = 14.0 // sides of a card on which nothing can be read
	quadSlim    = 2.6  // the longest side to the shortest, at most
	quadShare   = 0.02 // of the picture's area, at most: there are 32 boxes
	quadFill    = 0.8  // of the outline's hull that its four corners span, at least
	outlineStep = 4    // gray levels between a card and the mean around it
	tintStep    = 3    // the same for how yellow or blue it is
	longestSide = 2100 // of the picture in which quads are looked for
	smooth      = 3    // pixels of the brush that takes noise away
)

// outlines is one way of telling cards and boxes from what is around them: by a channel, against the mean of a window.
type outlines struct {
	channel int // of Lab: lightness, or how yellow
	window  int // in thousandths of the picture's longer side
	bright  bool
}

var waysToOutline = []outlines{
	{0, 24, true}, {0, 24, false}, {0, 55, true}, {0, 55, false}, {2, 55, true}, {2, 55, false},
}

// findQuads looks for outlines with four corners in an 8-bit BGR picture.
func findQuads(bgr gocv.Mat) ([]quad, error) {
	by := 1
	for max(bgr.Cols(), bgr.Rows())/by > longestSide {
		by++
	}
	channels, err := labChannels(bgr, by)
	if err != nil {
		return nil, err
	}
	defer closeAll(channels)
	found := make([][]quad, len(waysToOutline))
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i, way := range waysToOutline {
		group.Go(func() (err error) {
			found[i], err = way.find(channels[way.channel], float64(by))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}

// labChannels are lightness and the two colors of the picture reduced by so much. The caller closes them.
func labChannels(bgr gocv.Mat, by int) ([]gocv.Mat, error) {
	small, lab := gocv.NewMat(), gocv.NewMat()
	defer small.Close()
	defer lab.Close()
	from := bgr
	if by > 1 {
		if err := gocv.Resize(bgr, &small, image.Pt(bgr.Cols()/by, bgr.Rows()/by), 0, 0, gocv.InterpolationArea); err != nil {
			return nil, err
		}
		from = small
	}
	if err := gocv.CvtColor(from, &lab, gocv.ColorBGRToLab); err != nil {
		return nil, err
	}
	if err := gocv.GaussianBlur(lab, &lab, image.Pt(smooth, smooth), 0, 0, gocv.BorderReplicate); err != nil {
		return nil, err
	}
	return gocv.Split(lab), nil
}

func closeAll(mats []gocv.Mat) {
	for i := range mats {
		mats[i].Close()
	}
}

// find takes the outlines of all that is brighter (or darker) than its surroundings, in a channel of a picture reduced by so much.
func (o outlines) find(channel gocv.Mat, by float64) ([]quad, error) {
	mask := gocv.NewMat()
	defer mask.Close()
	kind, step := gocv.ThresholdBinary, float32(-outlineStep)
	if o.channel > 0 {
		step = -tintStep
	}
	if !o.bright {
		kind, step = gocv.ThresholdBinaryInv, -step
	}
	window := o.window*max(channel.Cols(), channel.Rows())/1000 | 1
	if err := gocv.AdaptiveThreshold(channel, &mask, 255, gocv.AdaptiveThresholdMean, kind, window, step); err != nil {
		return nil, err
	}
	contours := gocv.FindContours(mask, gocv.RetrievalList, gocv.ChainApproxSimple)
	defer contours.Close()
	var found []quad
	largest := quadShare * float64(channel.Cols()*channel.Rows())
	for i := range contours.Size() {
		contour := contours.At(i)
		if !mayBeQuad(gocv.BoundingRect(contour), largest) || contour.Size() < 4 { // most are specks
			continue
		}
		if q, ok := quadOf(contour.ToPoints(), largest); ok {
			q.enlarge(by)
			found = append(found, q)
		}
	}
	return found, gocv.LastExceptionError()
}

// mayBeQuad tells whether an outline in that frame, its last pixels included, is large enough, and not too large.
func mayBeQuad(frame image.Rectangle, largest float64) bool {
	w, h := float64(frame.Dx()-1), float64(frame.Dy()-1)
	return min(w, h) >= quadShort && w*h <= 2.5*largest
}

// quadOf is the outline's four corners, if it has four.
func quadOf(outline []image.Point, largest float64) (quad, bool) {
	around := hull(outline)
	whole := area(around)
	for len(around) > 4 {
		around = slices.Delete(around, leastCorner(around), leastCorner(around)+1)
	}
	if len(around) < 4 || whole > largest {
		return quad{}, false
	}
	q := quad{area: area(around)}
	copy(q.corner[:], around)
	short, long := math.Inf(1), 0.0
	for i := range q.corner {
		side := distance(q.corner[i], q.corner[(i+1)%4])
		short, long = min(short, side), max(long, side)
	}
	q.mid = meet(q.corner)
	return q, q.area >= quadFill*whole && short >= quadShort && long <= quadSlim*short
}

// leastCorner is the corner whose loss takes the least area away.
func leastCorner(around []engine.Point) int {
	least, at := math.Inf(1), 0
	n := len(around)
	for i := range around {
		if a := math.Abs(cross(around[(i+n-1)%n], around[i], around[(i+1)%n])); a < least {
			least, at = a, i
		}
	}
	return at
}

// enlarge brings the quad from a reduced picture to the whole one.
func (q *quad) enlarge(by float64) {
	if by == 1 {
		return
	}
	for i, c := range q.corner {
		q.corner[i] = engine.Point{X: (c.X+0.5)*by - 0.5, Y: (c.Y+0.5)*by - 0.5}
	}
	q.mid, q.area = meet(q.corner), q.area*by*by
}

// axes lead through the quad from the middle of one side to that of the opposite side.
func (q *quad) axes() [2]engine.Point {
	c := q.corner
	return [2]engine.Point{
		{X: (c[1].X + c[2].X - c[3].X - c[0].X) / 2, Y: (c[1].Y + c[2].Y - c[3].Y - c[0].Y) / 2},
		{X: (c[2].X + c[3].X - c[0].X - c[1].X) / 2, Y: (c[2].Y + c[3].Y - c[0].Y - c[1].Y) / 2},
	}
}

// hull is the convex hull, around.
func hull(points []image.Point) []engine.Point {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b image.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var out []engine.Point
	half := func(from int, p image.Point) {
		at := engine.Point{X: float64(p.X), Y: float64(p.Y)}
		for len(out) >= from+2 && cross(out[len(out)-2], out[len(out)-1], at) <= 0 {
			out = out[:len(out)-1]
		}
		out = append(out, at)
	}
	for _, p := range sorted {
		half(0, p)
	}
	out = out[:len(out)-1]
	from := len(out)
	for _, p := range slices.Backward(sorted) {
		half(from, p)
	}
	return out[:len(out)-1]
}

// cross is twice the area of the triangle, positive if it turns from the picture's right to its bottom.
func cross(a, b, c engine.Point) float64 {
	return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
}

func area(around []engine.Point) float64 {
	sum := 0.0
	for i := range around {
		a, b := around[i], around[(i+1)%len(around)]
		sum += a.X*b.Y - a.Y*b.X
	}
	return math.Abs(sum) / 2
}

// meet is where the diagonals meet: in a tilted view that is the middle of a rectangle, not the mean of its corners.
func meet(c [4]engine.Point) engine.Point {
	ax, ay := c[2].X-c[0].X, c[2].Y-c[0].Y
	bx, by := c[3].X-c[1].X, c[3].Y-c[1].Y
	det := ax*by - ay*bx
	if math.Abs(det) < 1e-9 {
		return engine.Point{X: (c[0].X + c[1].X + c[2].X + c[3].X) / 4, Y: (c[0].Y + c[1].Y + c[2].Y + c[3].Y) / 4}
	}
	t := ((c[1].X-c[0].X)*by - (c[1].Y-c[0].Y)*bx) / det
	return engine.Point{X: c[0].X + t*ax, Y: c[0].Y + t*ay}
}

func distance(a, b engine.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
