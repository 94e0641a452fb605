package heights

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// seenStacks is a board of 5 by 3 places under a tilted camera, and what a perfect edge finder sees of it under another pose and with other
// levels: every edge of every stack where it is drawn, and none elsewhere.
type seenStacks struct {
	truth  camerapose.Pose
	levels []int // of the places in order
	field  *jointModel
}

// seeStacks looks at stacks of these levels, all of them taken for one high, under a pose that is moved so far off the right one.
func seeStacks(levels []int, off camerapose.Delta) *seenStacks {
	plane := camerapose.NewPlane(calibration.Pinhole(1280, 720, 1000), 35*math.Pi/180, 0.8)
	foot, _ := plane.OnTable(engine.Point{X: 480, Y: 330})
	s := &seenStacks{levels: levels}
	s.truth = camerapose.PoseOf(&plane, foot, engine.Point{X: 0.07, Y: 0.015}, camerapose.SizesOf(nil))
	h := &hypothesis.Hypothesis{Pose: s.truth, Cells: lattice.Levels{}}
	for i := range levels {
		h.Cells[engine.Place{Row: i / 5, Col: i % 5}] = 1
	}
	h.Pose = s.truth.Moved(off, h.SpaceMiddle())
	h.Table = h.Z
	f := &jointModel{s: h, l: tileface.WideEdgeNet(), middle: h.SpaceMiddle(), places: h.Cells.Places(), numbers: camerapose.PoseNumbers}
	f.beside = lattice.NeighborIndices(f.places)
	f.faces = make([]([engine.MaxHeight]jointFace), len(f.places))
	for i := range f.places {
		for l := range engine.MaxHeight {
			f.faces[i][l].seen = true
			for k := range f.faces[i][l].edges {
				s.see(f, i, l+1, k)
			}
		}
	}
	f.errors, f.slopes = h.PlaneResiduals(f.middle, h.Table, 0)
	s.field = f
	return s
}

// see is the edge of half side k of place i, taken for one of a level.
func (s *seenStacks) see(f *jointModel, i, level, k int) {
	p, at, half := &f.s.Pose, f.places[i], f.s.Side/f.s.Pitch/2
	out, dir := tileface.SideAxes[k/2][0], tileface.SideAxes[k/2][1]
	col := float64(at.Col) + half*out[0] + tileface.HalfMiddle[k%2]*dir[0]
	row := float64(at.Row) + half*out[1] + tileface.HalfMiddle[k%2]*dir[1]
	here, along := p.Pixel(col, row, float64(level)), p.Pixel(col+0.01*dir[0], row+0.01*dir[1], float64(level))
	next := p.Pixel(col+0.01*out[0], row+0.01*out[1], float64(level))
	n := picture.Dist(here, along)
	nx, ny := -(along.Y-here.Y)/n, (along.X-here.X)/n
	pitch := ((next.X-here.X)*nx + (next.Y-here.Y)*ny) / 0.01 // pixels, positive if the normal points outward
	outward := func(px engine.Point) float64 { return ((px.X-here.X)*nx + (px.Y-here.Y)*ny) / pitch }
	e := &f.faces[i][level-1].edges[k]
	for number := range camerapose.PoseNumbers {
		const step = 1e-5
		var d camerapose.Delta
		d[number] = step
		q := p.Moved(d, f.middle)
		e.by[number] = outward(q.Pixel(col, row, float64(level))) / step
	}
	truth := outward(s.truth.Pixel(col, row, float64(s.levels[i])))
	seen := math.Abs(truth) < 0.18
	for bin := range e.likely {
		off := (float64(bin-tileface.EdgeBins/2)*float64(f.l.Step) - truth) / 0.015
		if e.likely[bin] = noEdge; seen {
			e.likely[bin] = math.Log(0.1 + 8*math.Exp(-off*off/2))
		}
	}
	if seen {
		e.offset, e.weight = truth, 1/0.015
	}
}

// sureOf is a height that is nearly certain.
func sureOf(level int, odds float64) (h engine.HeightLikelihoods) {
	h[level-1] = odds
	return h
}
