package gridfit

import (
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// aslant shows a lattice in perspective; its unit is a step.
var aslant = homography.Map{52, 6, 300, 1, 44, 200, 0.004, 0.016}

// seen are the points of a lattice of 6 by 6 places, each half a pixel off at most, and its seed: the point in the middle, with its steps.
func seen(triangular bool) (places []engine.Place, points []engine.Point, seed Lattice) {
	truth := Lattice{Map: aslant, Triangular: triangular}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 36 {
		p := engine.Place{Row: i / 6, Col: i % 6}
		if triangular {
			p.Col = 2*p.Col + p.Row%2
		}
		at := truth.At(p.Row, p.Col)
		places, points = append(places, p), append(points, engine.Point{X: at.X + r.Float64() - 0.5, Y: at.Y + r.Float64() - 0.5})
	}
	middle := 3*6 + 3
	p := places[middle]
	at := truth.At(p.Row, p.Col)
	right, down := truth.At(p.Row, p.Col+truth.columns()), truth.Point(float64(p.Row+1), float64(p.Col))
	seed = Lattice{Cells: map[engine.Place]int{{}: middle}, Triangular: triangular,
		Map: homography.Affine(points[middle], engine.Point{X: right.X - at.X, Y: right.Y - at.Y}, engine.Point{X: down.X - at.X, Y: down.Y - at.Y})}
	return places, points, seed
}

func growth(points []engine.Point) *Growth {
	return &Growth{Points: pointgrid.New(len(points), 40, func(i int) engine.Point { return points[i] }), Wide: 10,
		Fits: func(*Lattice, engine.Place, engine.Place) func(int) bool { return func(int) bool { return true } }}
}

func TestALatticeGrowsFromItsSeed(t *testing.T) {
	for name, triangular := range map[string]bool{"square": false, "triangular": true} {
		t.Run(name, func(t *testing.T) {
			places, points, l := seen(triangular)
			growth(points).Grow(&l)
			if len(l.Cells) != len(points) {
				t.Errorf("%d of %d points are on the lattice", len(l.Cells), len(points))
			}
			origin := places[21]
			for p, i := range l.Cells {
				if places[i].Sub(origin) != p {
					t.Errorf("point %d lies at %v, want %v", i, p, places[i].Sub(origin))
				}
			}
		})
	}
}

func TestAnOutlierIsNotOnTheLattice(t *testing.T) {
	places, points, l := seen(false)
	points[8].X += 22
	for i, p := range places {
		l.Cells[p.Sub(places[21])] = i
	}
	l.Refit(growth(points).Points)
	if _, kept := l.Cells[places[8].Sub(places[21])]; kept || len(l.Cells) != len(points)-1 {
		t.Errorf("%d of %d points are kept, the outlier too: %v", len(l.Cells), len(points), kept)
	}
}

func TestALatticeKeepsToItsWidthAndToWhatFits(t *testing.T) {
	_, points, l := seen(false)
	g := growth(points)
	g.Wide = 3
	g.Grow(&l)
	if low, high := l.Bounds(); high.Row-low.Row > 2*gap || high.Col-low.Col > 2*gap {
		t.Errorf("a lattice that is as wide after a round reaches from %v to %v", low, high)
	}
	_, points, l = seen(false)
	g = growth(points)
	g.Fits = func(*Lattice, engine.Place, engine.Place) func(int) bool { return func(i int) bool { return i >= 18 } }
	g.Grow(&l)
	if low, _ := l.Bounds(); len(l.Cells) != 18 || low.Row != 0 {
		t.Errorf("%d points, from row %d on, though only those from the seed's row on fit", len(l.Cells), low.Row)
	}
}

func TestPointsOfOneRowLeaveTheMapAsItIs(t *testing.T) {
	places, points, l := seen(false)
	before := l.Map
	l.Cells = map[engine.Place]int{}
	for i := range 6 {
		l.Cells[places[i]] = i
	}
	if l.Fit(growth(points).Points); l.Map != before {
		t.Errorf("one row makes the map %v", l.Map)
	}
}
