package still

import (
	"fmt"
	"math"
	"slices"

	"tilewatch/engine"
)

// Look is one more photo of the table: the one that shows best how high the doubtful stacks are.
type Look struct {
	From   string         `json:"from"`           // the side of the photo from which it is taken, one of Sides
	Tilt   int            `json:"tilt"`           // of the camera from straight above, degrees
	Arrow  [2][2]float64  `json:"arrow"`          // in the photo, pixels: from that side to the middle of the doubtful stacks
	View   int            `json:"view,omitempty"` // of joined photos, the one that the sides are of; the first is 0
	Stacks []engine.Place `json:"stacks"`         // the doubtful ones
	Text   string         `json:"text"`
}

// Sides are the sides of a photo, clockwise by 45 degrees.
var Sides = [8]string{"right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right"}

// lookTilt is the angle from straight above, degrees, at which heights are told best: of 49 tables, each rendered at 10 to 60 degrees, .995 of the heights
// were right at 30, .984 at 20, .998 at 40, where more tiles were missed, and .979 at 50.
const lookTilt = 30

// Of how well a stack is seen.
const (
	// hiddenShare is the share of a face that a neighbor hides for each tile by which it is higher: the thickness over the side, times the tangent of lookTilt.
	hiddenShare = 0.15
	arrowFar    = 3.0 // sides of a tile between the outermost face and an arrow's foot
	arrowNear   = 0.8 // and from its head to the middle of the doubtful stacks
)

// look is the photo that settles the heights which are not sure; nil if all are.
func (r Reading) look() *Look {
	l := &Look{Tilt: lookTilt}
	var wrong []float64 // how likely each of the stacks is
	for _, c := range r.Cells {
		if chance := calibrations().Height.of(c.sure().Height); chance < Sure {
			l.Stacks, wrong = append(l.Stacks, c.Place), append(wrong, 1-chance)
		}
	}
	l.View = r.view()
	f, plain := r.frame(l.View)
	if !plain || len(l.Stacks) == 0 {
		return nil
	}
	best, side, b := math.Inf(-1), 0, r.Board()
	for k := range Sides {
		if s := seenFrom(b, l.Stacks, wrong, f.onBoard(direction(k))); s > best {
			best, side = s, k
		}
	}
	l.From, l.Arrow = Sides[side], r.arrow(l, direction(side))
	l.Text = fmt.Sprintf("one more photo from the %s of this one, the camera about %d degrees from straight above, would settle the heights of %s",
		l.From, l.Tilt, engine.Count(len(l.Stacks), "stack"))
	return l
}

// direction is the way to a side in a photo.
func direction(side int) [2]float64 {
	sin, cos := math.Sincos(float64(side) * math.Pi / 4)
	return [2]float64{cos, sin}
}

// view is the photo that shows most of the cells.
func (r Reading) view() (most int) {
	views := map[int]int{}
	for _, c := range r.Cells {
		if c.Corners != ([4][2]float64{}) {
			views[c.View]++
		}
	}
	for v, n := range views {
		if n > views[most] || n == views[most] && v < most {
			most = v
		}
	}
	return most
}

// frame are a board's axes in a photo, pixels: a column to the right, a row down.
type frame struct{ col, row [2]float64 }

// frame is that of a view, by the faces in it; false where they show none.
func (r Reading) frame(view int) (f frame, plain bool) {
	for _, c := range r.Cells {
		if c.View != view {
			continue
		}
		for k := range 2 {
			f.col[k] += c.Corners[1][k] - c.Corners[0][k] + c.Corners[2][k] - c.Corners[3][k]
			f.row[k] += c.Corners[3][k] - c.Corners[0][k] + c.Corners[2][k] - c.Corners[1][k]
		}
	}
	return f, f.area() != 0
}

func (f frame) area() float64 { return f.col[0]*f.row[1] - f.col[1]*f.row[0] }

// onBoard is a direction in the photo as one on the board: columns and rows, of length 1.
func (f frame) onBoard(d [2]float64) [2]float64 {
	area := f.area()
	col, row := (d[0]*f.row[1]-d[1]*f.row[0])/area, (d[1]*f.col[0]-d[0]*f.col[1])/area
	n := math.Hypot(col, row)
	return [2]float64{col / n, row / n}
}

// seenFrom is how well stacks are seen from a direction on the board, each by its weight: how much of their sides is in sight, less what higher neighbors
// hide of their faces.
func seenFrom(b engine.Board, stacks []engine.Place, weights []float64, from [2]float64) (sum float64) {
	for i, at := range stacks {
		high := float64(b[at].Height)
		for _, next := range at.Neighbors() {
			facing := float64(next.Col-at.Col)*from[0] + float64(next.Row-at.Row)*from[1]
			if facing <= 0 {
				continue
			}
			above := high - float64(b[next].Height)
			if above < 0 {
				above *= hiddenShare * high
			}
			sum += weights[i] * facing * above / high
		}
	}
	return sum
}

// middle is that of a face.
func middle(c [4][2]float64) (x, y float64) {
	for _, p := range c {
		x, y = x+p[0]/4, y+p[1]/4
	}
	return x, y
}

// arrow leads from a side of a photo to the middle of the doubtful stacks.
func (r Reading) arrow(l *Look, from [2]float64) (arrow [2][2]float64) {
	var to [2]float64
	var sides []float64
	n, reach := 0.0, 0.0
	for _, c := range r.Cells {
		if c.View != l.View || c.Corners == ([4][2]float64{}) {
			continue
		}
		sides = append(sides, side(c.Corners))
		if slices.Contains(l.Stacks, c.Place) {
			x, y := middle(c.Corners)
			to, n = [2]float64{to[0] + x, to[1] + y}, n+1
		}
	}
	if n == 0 {
		return arrow
	}
	to = [2]float64{to[0] / n, to[1] / n}
	for _, c := range r.Cells {
		if c.View == l.View {
			x, y := middle(c.Corners)
			reach = max(reach, (x-to[0])*from[0]+(y-to[1])*from[1])
		}
	}
	slices.Sort(sides)
	unit := sides[len(sides)/2]
	for i, far := range []float64{reach + arrowFar*unit, arrowNear * unit} {
		arrow[i] = [2]float64{math.Round(to[0] + far*from[0]), math.Round(to[1] + far*from[1])}
	}
	return arrow
}
