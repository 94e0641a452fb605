package tabit

import (
	"image"
	"image/color"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// quad is an outline with four corners.
type quad struct {
	corner [4]engine.Point // around it
	mid    engine.Point
	area   float64
}

// Limits of cards and boxes, in pixels and shares, hand-set.
const (
	quadShort   = 14.0 // sides of a card on which nothing can be read
	quadSlim    = 2.6  // the longest side to the shortest, at most
	quadShare   = 0.02 // of the picture's area, at most: there are 32 boxes
	quadFill    = 0.8  // of the outline's hull that its four corners span, at least
	outlineStep = 4    // gray levels between a card and the mean around it
	colorStep   = 3    // the same in the b channel of Lab, blue to yellow
	longestSide = 2100 // of the picture in which quads are looked for
	blurSize    = 3    // pixels: side of the Gaussian that reduces noise
)

// contrast is a local-mean threshold on one channel.
type contrast struct {
	channel int // of Lab: lightness, or b
	window  int // in thousandths of the picture's longer side
	step    float32
}

var contrasts = []contrast{{0, 24, outlineStep}, {0, 55, outlineStep}, {2, 55, colorStep}}

// findQuads finds outlines with four corners in an 8-bit BGR picture.
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
	found := make([][]quad, 2*len(contrasts)) // brighter and darker ones
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i, c := range contrasts {
		group.Go(func() (err error) {
			found[2*i], found[2*i+1], err = c.find(channels[c.channel], float64(by))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}

// labChannels are the Lab channels of the reduced picture. The caller closes them.
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
	if err := gocv.GaussianBlur(lab, &lab, image.Pt(blurSize, blurSize), 0, 0, gocv.BorderReplicate); err != nil {
		return nil, err
	}
	return gocv.Split(lab), nil
}

func closeAll(mats []gocv.Mat) {
	for i := range mats {
		mats[i].Close()
	}
}

// find finds the quads that are brighter, and those that are darker than their surroundings, in a channel of the reduced picture.
func (c contrast) find(channel gocv.Mat, by float64) (bright, dark []quad, err error) {
	mean, over := gocv.NewMat(), gocv.NewMat()
	defer mean.Close()
	defer over.Close()
	window := c.window*max(channel.Cols(), channel.Rows())/1000 | 1
	if err := gocv.BoxFilter(channel, &mean, -1, image.Pt(window, window)); err != nil {
		return nil, nil, err
	}
	if err := gocv.Subtract(channel, mean, &over); err != nil {
		return nil, nil, err
	}
	if bright, err = quadsIn(over, c.step, by); err != nil {
		return nil, nil, err
	}
	if err := gocv.Subtract(mean, channel, &over); err != nil {
		return nil, nil, err
	}
	dark, err = quadsIn(over, c.step-1, by)
	return bright, dark, err
}

// quadsIn are the quads among the outlines of the pixels above a level.
func quadsIn(over gocv.Mat, level float32, by float64) ([]quad, error) {
	mask, framed := gocv.NewMat(), gocv.NewMat()
	defer mask.Close()
	defer framed.Close()
	gocv.Threshold(over, &mask, level, 1, gocv.ThresholdBinary)
	if err := gocv.CopyMakeBorder(mask, &framed, 1, 1, 1, 1, gocv.BorderConstant, color.RGBA{}); err != nil {
		return nil, err
	}
	pix, err := framed.DataPtrUint8()
	if err != nil {
		return nil, err
	}
	var found []quad
	largest := quadShare * float64(over.Cols()*over.Rows())
	newTracer(pix, framed.Cols()).outlines(func(o *outline) {
		if !o.mayBeQuad(largest) { // most are specks
			return
		}
		if q, ok := quadOf(o.hull(), largest); ok {
			q.enlarge(by)
			found = append(found, q)
		}
	})
	return found, nil
}

// quadOf simplifies a hull to four corners (Visvalingam and Whyatt 1993: remove the corner with the smallest triangle, again and again); false if
// the rest is no card.
func quadOf(around []engine.Point, largest float64) (quad, bool) {
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
		side := geom.Dist(q.corner[i], q.corner[(i+1)%4])
		short, long = min(short, side), max(long, side)
	}
	q.mid = diagonalIntersection(q.corner)
	return q, q.area >= quadFill*whole && short >= quadShort && long <= quadSlim*short
}

// leastCorner is the corner whose removal loses the least area.
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

// enlarge maps the quad from the reduced picture to the whole one.
func (q *quad) enlarge(by float64) {
	if by == 1 {
		return
	}
	for i, c := range q.corner {
		q.corner[i] = engine.Point{X: (c.X+0.5)*by - 0.5, Y: (c.Y+0.5)*by - 0.5}
	}
	q.mid, q.area = diagonalIntersection(q.corner), q.area*by*by
}

// axes lead through the quad from the middle of one side to that of the opposite side.
func (q *quad) axes() [2]engine.Point {
	c := q.corner
	return [2]engine.Point{
		{X: (c[1].X + c[2].X - c[3].X - c[0].X) / 2, Y: (c[1].Y + c[2].Y - c[3].Y - c[0].Y) / 2},
		{X: (c[2].X + c[3].X - c[0].X - c[1].X) / 2, Y: (c[2].Y + c[3].Y - c[0].Y - c[1].Y) / 2},
	}
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

// diagonalIntersection is where the diagonals meet: in perspective that is the middle of a rectangle, and not the mean of its corners.
func diagonalIntersection(c [4]engine.Point) engine.Point {
	ax, ay := c[2].X-c[0].X, c[2].Y-c[0].Y
	bx, by := c[3].X-c[1].X, c[3].Y-c[1].Y
	det := ax*by - ay*bx
	if math.Abs(det) < 1e-9 {
		return engine.Point{X: (c[0].X + c[1].X + c[2].X + c[3].X) / 4, Y: (c[0].Y + c[1].Y + c[2].Y + c[3].Y) / 4}
	}
	t := ((c[1].X-c[0].X)*by - (c[1].Y-c[0].Y)*bx) / det
	return engine.Point{X: c[0].X + t*ax, Y: c[0].Y + t*ay}
}
