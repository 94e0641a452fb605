package search

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// outlinesOn are the edges of single tiles strewn over the table of a pose, as exactly as they can be seen.
func outlinesOn(p *camerapose.Pose) (all []candidate.Outline) {
	t := camerapose.PlaneOf(p.Cam, p.Z)
	s := hypothesis.Hypothesis{Pose: *p}
	for _, at := range [][3]float64{{-4, -5, 0.3}, {-3, -5, 0.2}, {5, -4, 1.2}, {6, 4, -0.4}, {-5, 5, 0.7}, {0, 6, 0.1}, {6, 0, 0.9}} {
		tile := s.PoseAt(at[0], at[1], at[2])
		face := tileface.SquareOf(&tile, engine.Place{}, 1)
		o := candidate.Outline{Middle: tile.Camera(0, 0, 1), To: tile.Camera(0.3, 0, 1)}
		half := tile.Side / tile.Pitch / 2
		for i := range 8 {
			out, dir := tileface.SideAxes[i/2][0], tileface.SideAxes[i/2][1]
			seen := face.Pixel(half*out[0]+tileface.HalfMiddle[i%2]*dir[0], half*out[1]+tileface.HalfMiddle[i%2]*dir[1])
			o.Edges = append(o.Edges, camerapose.EdgeRay{Ray: t.Ray(seen), Half: i, Sigma: 0.03})
		}
		all = append(all, o)
	}
	return all
}

func TestRacksTellTheTable(t *testing.T) {
	for _, c := range []struct {
		name        string
		right, back float64 // how far the structure leans, radians
		farther     float64 // how far off it lies
	}{
		{"under a structure that leans a little", 0.03, -0.02, 1.04},
		{"and under one that leans much, for two stacks of it are one tile high", 0.12, -0.05, 1.04},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := posetest.TiltedPose()
			wrong := hypothesis.Hypothesis{Pose: p}
			turn := p.X.Scale(c.right).Add(p.Y.Scale(c.back))
			wrong.Z = p.Z.Add(turn.Cross(p.Z)).Unit()
			wrong.X = p.X.Add(wrong.Z.Scale(-p.X.Dot(wrong.Z))).Unit()
			wrong.Y = wrong.Z.Cross(wrong.X)
			wrong.T = p.T.Scale(c.farther)
			f := field(&wrong)
			all, g := outlinesOn(&p), f.PlaneAt(wrong.T.Dot(wrong.Z))
			candidate.CompassSearch(g, &f, all)
			if !f.FitPlane(g, all) {
				t.Fatal("no table was found")
			}
			compareGround(t, g, &p, &wrong.Pose)
		})
	}
}

// compareGround compares a table with that of a pose, and with that of a wrong one.
func compareGround(t *testing.T, g *camerapose.PlanePrior, want, wrong *camerapose.Pose) {
	t.Helper()
	if off := math.Acos(min(1, g.Down.Dot(want.Z))); off > 0.004 {
		t.Errorf("its direction is %.4f radians off", off)
	}
	if height := want.T.Dot(want.Z); math.Abs(g.Height/height-1) > 0.005 {
		t.Errorf("it lies %.1f mm away, not %.1f", g.Height, height)
	}
	if off := g.Mahalanobis(want); off > 4 {
		t.Errorf("the true table is %.1f off it", off)
	}
	if off := g.Mahalanobis(wrong); off < 4 {
		t.Errorf("the wrong table is only %.1f off it", off)
	}
}

// The racks' plane replaces only a plane that is unknown, seen from nearly above, and given by more than one tile.
func TestTheRackPlaneReplacesNoBetterOne(t *testing.T) {
	known, steep := foundLine(5, 4), foundLine(5, 4)
	known.Pose.Prior = &camerapose.PlanePrior{Down: known.Z}
	steep.Z = camerapose.Vec3{0, math.Sin(hypothesis.SteepTilt + 0.1), math.Cos(hypothesis.SteepTilt + 0.1)}
	for name, s := range map[string]*hypothesis.Hypothesis{"a known plane": known, "a steep view": steep, "a single tile": foundLine(1, 4)} {
		if got := new(Finder).onRackPlane(s); got != s {
			t.Errorf("%s: the structure changed", name)
		}
	}
}

func TestTooFewRackTilesGiveNoPlane(t *testing.T) {
	s := foundLine(5, 4)
	short := hypothesis.Line{{Pose: s.PoseAt(0, 4, 0)}, {Pose: s.PoseAt(1.1, 4, 0)}}
	long := make(hypothesis.Line, 20)
	if _, ok := planeFromRacks(nil, s, []hypothesis.Line{short, long}); ok {
		t.Error("lines that are no racks give a plane")
	}
}
