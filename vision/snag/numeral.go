package snag

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
	"tilewatch/vision/pointgrid"
)

// numeral is ink of a number's size: one digit, or two joined.
type numeral struct {
	at          engine.Point // middle of its extent, pixels
	undistorted engine.Point // the same without the lens's distortion
	size        float64      // longer side of its larger digit, pixels
	dark        bool
	twoDigits   bool // two digits
}

const (
	digitSide = 90 // pixels of the reduced picture: the largest digits
	maxSpots  = 2500
)

// digitInk is ink with a digit's shape.
var digitInk = blob.Options{
	Threshold: blob.LocalMean{Window: 31, Step: 9},
	Shape:     blob.Shape{LeastLong: 5, MostLong: digitSide, LeastShort: 2, MostSlim: 6, LeastFill: 0.15, MostFill: 0.92, BarSlim: 3},
}

// reductionOf is the factor by which a picture is reduced before ink is searched.
func reductionOf(w, h int) int {
	return max(1, int(math.Round(float64(max(w, h))/1900)))
}

// findNumerals finds numbers of either polarity.
func findNumerals(gray gocv.Mat) ([]numeral, error) {
	by := reductionOf(gray.Cols(), gray.Rows())
	small, err := blob.ReduceAll(gray, by)
	if err != nil {
		return nil, err
	}
	defer small.Close()
	var all []numeral
	for _, dark := range []bool{true, false} {
		digits, err := findDigits(small, dark)
		if err != nil {
			return nil, err
		}
		all = append(all, joinDigits(digits)...)
	}
	for i := range all {
		all[i].at = engine.Point{X: (all[i].at.X+0.5)*float64(by) - 0.5, Y: (all[i].at.Y+0.5)*float64(by) - 0.5}
		all[i].size *= float64(by)
	}
	return all, nil
}

// digitBox is the box of a blob that may be a digit, in the reduced picture.
type digitBox struct {
	x0, y0, x1, y1 float64 // extent
	size           float64
	dark           bool
}

func (d *digitBox) middle() engine.Point {
	return engine.Point{X: (d.x0 + d.x1) / 2, Y: (d.y0 + d.y1) / 2}
}

// findDigits finds blobs of one polarity with a digit's shape, in the reduced picture.
func findDigits(gray blob.Reduced, dark bool) ([]digitBox, error) {
	blobs, err := digitInk.Find(nil, gray, dark)
	if err != nil {
		return nil, err
	}
	var found []digitBox
	for _, b := range blobs {
		c := &b.Component
		found = append(found, digitBox{float64(c.X0), float64(c.Y0), float64(c.X1 - 1), float64(c.Y1 - 1), float64(max(c.Width(), c.Height())), dark})
	}
	if len(found) > maxSpots { // a rough cloth: the largest pieces are the likeliest
		slices.SortFunc(found, func(a, b digitBox) int { return cmp.Compare(b.size, a.size) })
		found = found[:maxSpots]
	}
	return found, nil
}

// digitGap is the distance of the middles of a number's two digits, in digit sizes. Even foreshortened, those of neighboring squares are farther
// apart.
const digitGap = 1.3

const (
	digitRatio  = 1.6 // of the sizes of a number's digits
	mostOverlap = 0.3 // of the smaller digit's box: more is a hole
)

// joinDigits pairs each digit with its nearest neighbor if that is as large and has it for its nearest, too.
func joinDigits(digits []digitBox) []numeral {
	g := pointgrid.New(len(digits), digitSide, func(i int) engine.Point { return digits[i].middle() })
	mate := make([]int, len(digits))
	for i := range digits {
		mate[i] = -1
		best := digitGap * digits[i].size
		g.Near(digits[i].middle(), best, func(j int) {
			d := geom.Dist(digits[i].middle(), digits[j].middle())
			if j != i && d < best && d < digitGap*digits[j].size && geom.Similar(digits[i].size, digits[j].size, digitRatio) && separate(&digits[i], &digits[j]) {
				best, mate[i] = d, j
			}
		})
	}
	var spots []numeral
	for i := range digits {
		d := &digits[i]
		switch j := mate[i]; {
		case j >= 0 && mate[j] == i && j < i: // joined already
		case j >= 0 && mate[j] == i:
			o := &digits[j]
			both := digitBox{min(d.x0, o.x0), min(d.y0, o.y0), max(d.x1, o.x1), max(d.y1, o.y1), 0, d.dark}
			spots = append(spots, numeral{at: both.middle(), size: max(d.size, o.size), dark: d.dark, twoDigits: true})
		default:
			spots = append(spots, numeral{at: d.middle(), size: d.size, dark: d.dark})
		}
	}
	return spots
}

// separate distinguishes two digits from a digit and the hole in it.
func separate(a, b *digitBox) bool {
	w := min(a.x1, b.x1) - max(a.x0, b.x0)
	h := min(a.y1, b.y1) - max(a.y0, b.y0)
	if w <= 0 || h <= 0 {
		return true
	}
	area := func(d *digitBox) float64 { return (d.x1 - d.x0 + 1) * (d.y1 - d.y0 + 1) }
	return w*h < mostOverlap*min(area(a), area(b))
}

// undistort notes where an ideal lens would show the numerals.
func undistort(spots []numeral, undistort func(engine.Point) engine.Point) {
	for i := range spots {
		spots[i].undistorted = undistort(spots[i].at)
	}
}

var errNoBoard = &picture.Error{Code: picture.NoTiles, Message: "no SNAG board found: show the whole board from above, and closer"}
