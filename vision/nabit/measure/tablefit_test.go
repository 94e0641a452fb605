package measure

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

func TestAPointOfTheTableIsBackWhereItsPixelIs(t *testing.T) {
	b := testFit(40, 24, 24.3, 5.5)
	for _, c := range [][3]float64{{0, 0, 0}, {50, -20, 0}, {-80, 40, 5.5}, {10, 10, 27.5}} {
		v := b.cameraPoint(c[0], c[1], c[2])
		if x, y := b.onTable(b.cam.Project(v[0], v[1], v[2]), c[2]); math.Hypot(x-c[0], y-c[1]) > 1e-6 {
			t.Errorf("the point %v is back at %.6f, %.6f", c, x, y)
		}
	}
}

func TestAFitsPoseFollowsItsParameters(t *testing.T) {
	b := testFit(40, 24, 24.3, 5.5)
	p := b.pose()
	sin, cos := math.Sincos(b.yaw)
	for _, c := range []struct{ col, row, level float64 }{{0, 0, 0}, {4, 0, 5}, {2, 1, 1}} {
		want := b.cameraPoint(b.x+b.pitch*(c.col*cos-c.row*sin), b.y+b.pitch*(c.col*sin+c.row*cos), c.level*b.thickness)
		if off := p.Camera(c.col, c.row, c.level).Add(want.Scale(-1)); math.Sqrt(off.Dot(off)) > 1e-9 {
			t.Errorf("column %g, row %g, level %g lies %v off", c.col, c.row, c.level, off)
		}
	}
	if got := b.withParameters(b.parameters()); *got != *b {
		t.Errorf("from its own parameters a fit becomes %+v", *got)
	}
}

// From projected edges the measures are recovered, whatever they are: the edges say much more than what is usual for tiles.
func TestMeasuresAreRecoveredFromProjectedEdges(t *testing.T) {
	for _, c := range []struct {
		name                   string
		side, pitch, thickness float64
	}{
		{"the usual tile", 24, 24.3, 5.5},
		{"a thick one", 24, 24.3, 7.5},
		{"a small one", 18, 18.4, 4},
		{"a large one with wide gaps", 29, 30, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			truth := testFit(45, c.side, c.pitch, c.thickness)
			b := *truth
			b.x, b.y, b.yaw = b.x+2, b.y-1.5, b.yaw+0.02
			b.side, b.pitch, b.thickness = b.side*0.97, b.pitch*0.98, b.thickness*1.1
			expected := b
			edges := projectedEdges(truth, &expected, layoutCells(), 5)
			for range 12 {
				next, _, err := b.step(edges)
				if err != nil {
					t.Fatal(err)
				}
				b = *next
			}
			for _, m := range []struct {
				name      string
				got, want float64
			}{{"side", b.side, c.side}, {"pitch", b.pitch, c.pitch}, {"thickness", b.thickness, c.thickness}, {"x", b.x, truth.x}, {"y", b.y, truth.y}} {
				if math.Abs(m.got-m.want) > 0.01 {
					t.Errorf("%s is %.4f mm, want %.4f", m.name, m.got, m.want)
				}
			}
			if math.Abs(b.yaw-truth.yaw) > 1e-4 {
				t.Errorf("the row runs along %.5f radians, want %.5f", b.yaw, truth.yaw)
			}
		})
	}
}

// The errors of noisy edges' measures are those that the standard deviations say.
func TestErrorsMatchTheirStandardDeviations(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 92))
	const trials = 60
	truth := testFit(45, 24, 24.3, 5.5)
	var square [3]float64
	for range trials {
		b := *truth
		edges := projectedEdges(truth, truth, layoutCells(), 2)
		for i := range edges {
			s := &edges[i]
			off := rng.NormFloat64() / s.Weight
			s.At.X += off * s.Nx
			s.At.Y += off * s.Ny
		}
		var info *mat.SymDense
		for range 6 {
			next, normal, err := b.step(edges)
			if err != nil {
				t.Fatal(err)
			}
			b, info = *next, normal
		}
		m, err := b.result(info, layoutCells())
		if err != nil {
			t.Fatal(err)
		}
		for k, off := range [3]float64{(b.side - 24) / m.SideSigma, (b.pitch - 24.3) / m.PitchSigma, (b.thickness - 5.5) / m.ThicknessSigma} {
			square[k] += off * off / trials
			if math.Abs(off) > 4.5 {
				t.Errorf("measure %d is %.1f of its standard deviations off", k, off)
			}
		}
		if len(m.Quads) != search.InRow {
			t.Fatalf("%d faces are outlined, want %d", len(m.Quads), search.InRow)
		}
	}
	for k, mean := range square {
		// What is usual of tiles is right here, and the robust loss lets go of some edges.
		if mean < 0.4 || mean > 1.6 {
			t.Errorf("measure %d is off by %.2f of its variance", k, mean)
		}
	}
}

func TestFromStraightAboveAThicknessIsUnsure(t *testing.T) {
	sigma := func(degrees float64) float64 {
		b := testFit(degrees, 24, 24.3, 5.5)
		_, info, err := b.step(projectedEdges(b, b, layoutCells(), 2))
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.result(info, layoutCells())
		if err != nil {
			t.Fatal(err)
		}
		return m.ThicknessSigma
	}
	above, oblique := sigma(0), sigma(50)
	if above < 2*oblique {
		t.Errorf("from above a thickness is sure to %.3f mm, obliquely to %.3f", above, oblique)
	}
}

func TestWithoutEdgesThePriorsDecide(t *testing.T) {
	b := testFit(45, 20, 25, 9)
	a, g := mat.NewSymDense(parameterCount, nil), mat.NewVecDense(parameterCount, nil)
	b.addPriors(a, g)
	// The prior alone: the gap is pulled to the usual one, and the thickness to its share of the pitch.
	if want := -(25 - 20 - gapMean) / (gapSigma * gapSigma); math.Abs(g.AtVec(4)-want) > 1e-9 || math.Abs(g.AtVec(3)+want) > 1e-9 {
		t.Errorf("the gap pulls side and pitch by %.2f and %.2f, want %.2f either way", g.AtVec(3), g.AtVec(4), want)
	}
	sigma := thicknessShareSigma * 25
	if want := -(9 - thicknessShare*25) / (sigma * sigma); math.Abs(g.AtVec(5)-want) > 1e-9 {
		t.Errorf("the thickness is pulled by %.3f, want %.3f", g.AtVec(5), want)
	}
	if a.At(3, 4) != -1/(gapSigma*gapSigma) || a.At(0, 0) != 0 || a.At(5, 5) != 1/(sigma*sigma) {
		t.Errorf("the information is %v", mat.Formatted(a))
	}
	if _, _, err := b.step(nil); err == nil {
		t.Error("without any edge tiles are measured")
	}
}

func TestResidualsAreNoneWhereEdgesAreExpected(t *testing.T) {
	b := testFit(45, 24, 24.3, 5.5)
	other := *b
	other.side = 20 // the edges' places are kept in shares of the side that was looked at
	for i, off := range b.residuals(projectedEdges(b, &other, layoutCells(), 3)) {
		if math.Abs(off) > 1e-6 {
			t.Errorf("edge %d is %.6f standard deviations off", i, off)
		}
	}
	moved := *b
	moved.x += 1
	worst := 0.0
	for _, off := range moved.residuals(projectedEdges(b, b, layoutCells(), 3)) {
		worst = max(worst, math.Abs(off))
	}
	perMM := picture.Dist(b.cam.Project(b.cameraPoint(0, 0, 0)[0], b.cameraPoint(0, 0, 0)[1], b.cameraPoint(0, 0, 0)[2]), b.cam.Project(b.cameraPoint(1, 0, 0)[0], b.cameraPoint(1, 0, 0)[1], b.cameraPoint(1, 0, 0)[2]))
	if worst < 2*perMM || worst > 4*perMM {
		t.Errorf("a millimetre aside, of %.2f pixels, an edge is %.2f standard deviations off at most, want about %.2f", perMM, worst, 3*perMM)
	}
}

func TestHundredthsAreRounded(t *testing.T) {
	for _, c := range [][2]float64{{24.304, 24.3}, {24.306, 24.31}, {5.5, 5.5}} {
		if got := round2(c[0]); got != c[1] {
			t.Errorf("%g becomes %g, want %g", c[0], got, c[1])
		}
	}
}
