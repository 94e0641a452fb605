package hypothesis

import (
	"maps"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// worst is the largest distance in the picture between the corners of two poses' faces, in pixels.
func worst(a, b *camerapose.Pose, cells lattice.Levels) (off float64) {
	for at, level := range cells {
		p, q := a.Face(at, float64(level)), b.Face(at, float64(level))
		for i := range p {
			off = max(off, picture.Dist(p[i], q[i]))
		}
	}
	return off
}

func TestRefiningFindsThePoseAndTheLevels(t *testing.T) {
	truth := drawnPose()
	r := draw(&truth, crossing)
	for _, c := range []struct {
		name   string
		pose   camerapose.Pose
		levels func(engine.Place, int) int
		refine func(*picture.Raster, *Hypothesis)
		most   float64 // pixels
	}{
		{"from a shifted pose", shifted(truth, 0.06, -0.05), func(_ engine.Place, l int) int { return l }, RefineRoughly, 1.5},
		{"from flat levels", truth, func(engine.Place, int) int { return 1 }, RefineRoughly, 1.5},
		{"closely", shifted(truth, 0.03, 0.02), func(_ engine.Place, l int) int { return l }, RefineClosely, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesisOf(c.pose, crossing)
			for at, level := range s.Cells {
				s.Cells[at] = c.levels(at, level)
			}
			c.refine(r, s)
			if !maps.Equal(s.Cells, crossing) {
				t.Errorf("levels %v, want %v", s.Cells, crossing)
			}
			if off := worst(&s.Pose, &truth, crossing); off > c.most {
				t.Errorf("faces are off by %.2f pixels, at first by %.2f", off, worst(&c.pose, &truth, crossing))
			}
		})
	}
}

func TestTheLowestStacksStandOnTheTable(t *testing.T) {
	truth := drawnPose()
	for _, c := range []struct {
		name  string
		prior bool // a plane prior holds the table
		lower bool
	}{{"nothing is known of the table", false, true}, {"the table is known where the pose has it", true, false}} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesisOf(truth, lattice.Levels{{}: 2, {Col: 1}: 3})
			s.Evidence[engine.Place{}] = &Evidence{Best: 2, Height: engine.HeightLikelihoods{NoFace, 9, NoFace, NoFace, NoFace}}
			s.Evidence[engine.Place{Col: 1}] = &Evidence{Best: 3, Height: engine.HeightLikelihoods{NoFace, NoFace, 9, NoFace, NoFace}}
			if c.prior {
				s.Prior = &camerapose.PlanePrior{Down: truth.Z, Right: truth.X, Ahead: truth.Y, Height: truth.T.Dot(truth.Z), Root: [3][3]float64{{100}, {0, 100}, {0, 0, 3}}}
			}
			before := s.FaceMiddles()
			if got := s.LowerToTable(); got != c.lower {
				t.Fatalf("it lowers the stacks: %v, want %v", got, c.lower)
			}
			if low := s.Cells[engine.Place{}]; (low == 1) != c.lower {
				t.Errorf("the lowest stack is %d high", low)
			}
			for i, q := range s.FaceMiddles() {
				if picture.Dist(q, before[i]) > 1e-6 {
					t.Errorf("face %d moves in the picture by %.3f pixels", i, picture.Dist(q, before[i]))
				}
			}
		})
	}
}

func TestAPlanePriorComesFromEnoughSureTiles(t *testing.T) {
	truth := drawnPose()
	r := draw(&truth, crossing)
	s := hypothesisOf(truth, crossing)
	RefineClosely(r, s)
	g, ok := PlanePriorFrom(r, s)
	if !ok {
		t.Fatalf("%d tiles with edges of %.1f give none", len(s.Cells), s.EdgesLogLikelihood())
	}
	if g.Tiles != len(crossing) || g.Mahalanobis(&s.Pose) > 1e-6 || Contradicts(g, s) {
		t.Errorf("the prior of %d tiles has its own hypothesis %.3f off", g.Tiles, g.Mahalanobis(&s.Pose))
	}
	if same := hypothesisOf(shifted(s.Pose, 3, 5), crossing); Contradicts(g, same) {
		t.Error("a structure elsewhere on the table contradicts its plane")
	}
	lifted := hypothesisOf(s.Pose, crossing)
	if lifted.T = lifted.T.Add(lifted.Z.Scale(100)); !Contradicts(g, lifted) {
		t.Error("a table 10 cm lower does not contradict the plane")
	}
	few := hypothesisOf(truth, lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 3}: 1})
	few.Evidence = s.Evidence
	if _, ok := PlanePriorFrom(r, few); ok {
		t.Error("three tiles give a plane prior")
	}
	unsure := hypothesisOf(truth, crossing)
	for at := range crossing {
		unsure.Evidence[at] = &Evidence{Best: 1}
	}
	if _, ok := PlanePriorFrom(r, unsure); ok {
		t.Error("tiles without edges give a plane prior")
	}
}

func TestFitEdgesNeedsEdges(t *testing.T) {
	p := drawnPose()
	r := draw(&p, nil)
	s := hypothesisOf(shifted(p, 0.1, 0), nil)
	before := s.Pose
	if FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold); s.T != before.T {
		t.Error("a pose without faces moves")
	}
}

func TestOnLevelInvertsTheProjection(t *testing.T) {
	p := drawnPose()
	for level := 1.0; level <= 3; level++ {
		if q, ok := OnLevel(&p, p.Pixel(2.5, -1.25, level), level); !ok || picture.Dist(q, engine.Point{X: 2.5, Y: -1.25}) > 1e-6 {
			t.Errorf("on level %g it finds %v, want column 2.5, row -1.25", level, q)
		}
	}
	at := p.Pixel(1, 1, 1)
	right, down := PixelSteps(&p, at)
	if q := p.Pixel(1+5*right.X-3*down.X, 1+5*right.Y-3*down.Y, 1); picture.Dist(q, engine.Point{X: at.X + 5, Y: at.Y - 3}) > 0.2 {
		t.Errorf("steps of 5 and -3 pixels lead from %v to %v", at, q)
	}
	turned := hypothesisOf(p, nil).PoseAt(2, 1, 0.3)
	if off := picture.Dist(turned.Pixel(0, 0, 1), p.Pixel(2, 1, 1)); off > 1e-6 {
		t.Errorf("a tile at column 2, row 1 is %.3f pixels off", off)
	}
}
