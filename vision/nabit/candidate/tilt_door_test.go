package candidate

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// squareOutlines are the outlines of a field's spots as its own plane has them, each middle a little off.
func squareOutlines(f *Field) (all []Outline) {
	half := f.Sizes.Side / f.Sizes.Pitch / 2
	for i, s := range f.Candidates {
		p := f.PoseAt(s.At, s.Turn)
		off := 0.02 * float64(i%3-1)
		o := Outline{mark: s.Mark.At, Middle: p.Camera(off, -off, 1), To: p.Camera(off+0.3, -off+0.01, 1)}
		for k := range tileface.HalfSides {
			out, dir := tileface.SideAxes[k/2][0], tileface.SideAxes[k/2][1]
			x, y := half*out[0]+tileface.HalfMiddle[k%2]*dir[0], half*out[1]+tileface.HalfMiddle[k%2]*dir[1]
			o.Edges = append(o.Edges, camerapose.EdgeRay{Ray: p.Camera(x, y, 1), Half: k, Sigma: 0.015})
		}
		all = append(all, o)
	}
	return all
}

// outlinedField are nine faces all over the table.
func outlinedField() *Field {
	var faces []spotAt
	for i := range 9 {
		faces = append(faces, spotAt{col: 2 * (i % 3), row: 2 * (i / 3), level: 1, turn: 0.05 * float64(i%4)})
	}
	return spotsOf(faces...)
}

func TestSquaresFitTheirOwnPlaneBest(t *testing.T) {
	f := outlinedField()
	all := squareOutlines(f)
	right := f.misfit(all)
	if right > 0.15 { // middles are a little off, and one step puts them right to second order
		t.Errorf("on their own plane squares are off by %.4f", right)
	}
	for k, name := range []string{"tilted about the picture's x axis", "tilted about its y axis", "with another pitch"} {
		for _, by := range []float64{-0.05, -0.02, 0.02, 0.05} {
			g, ok := f.moved(k, by, all)
			if !ok {
				t.Fatalf("%s by %g there is no plane", name, by)
			}
			if got := g.misfit(all); got < right+0.1 {
				t.Errorf("%s by %g, squares are off by %.4f, on their own plane by %.4f", name, by, got, right)
			}
		}
	}
}

func TestATiltedPlaneLeavesTilesAsLargeAsTheyLook(t *testing.T) {
	f := outlinedField()
	all := squareOutlines(f)
	for k := range 2 {
		g, _ := f.moved(k, 0.1, all)
		if off := math.Acos(min(1, g.Plane.Down.Dot(f.Plane.Down))); math.Abs(off-0.1) > 0.03 {
			t.Errorf("the plane is tilted by %.3f radians, want 0.1", off)
		}
		ratio := 0.0
		for _, s := range f.Candidates {
			at, _ := g.Plane.OnTable(s.Mark.At)
			p, q := f.PoseAt(s.At, s.Turn), g.PoseAt(at, s.Turn)
			ratio += math.Log(q.Scale(engine.Place{})/p.Scale(engine.Place{})) / float64(len(f.Candidates))
		}
		if math.Abs(ratio) > 0.02 {
			t.Errorf("tiles look larger by %.3f on average", ratio)
		}
	}
}

func TestAFaceIsPutWhereItsOutlineIs(t *testing.T) {
	f := outlinedField()
	all := squareOutlines(f)
	truth := append([]Candidate(nil), f.Candidates...)
	for i := range f.Candidates {
		f.Candidates[i].At.X += 0.2 * f.Pitch
		f.Candidates[i].Turn += 0.1
	}
	f.replace(all)
	if len(f.Candidates) != len(truth) {
		t.Fatalf("%d of %d spots are left", len(f.Candidates), len(truth))
	}
	for i, s := range f.Candidates {
		if off := picture.Dist(s.At, truth[i].At) / f.Pitch; off > 0.005 || math.Abs(s.Turn-truth[i].Turn) > 0.005 {
			t.Errorf("spot %d ends %.4f pitches and %.4f radians off", i, off, s.Turn-truth[i].Turn)
		}
	}
	f.replace(all[:4])
	if len(f.Candidates) != 4 {
		t.Errorf("of four outlines %d spots are left", len(f.Candidates))
	}
}

func TestRaysMeetTheTableWhereTheirPixelsDo(t *testing.T) {
	f := spotsOf(spotAt{level: 1})
	px := f.Candidates[0].Mark.At
	if got, ok := f.Plane.Meets(f.Plane.Ray(px)); !ok || picture.Dist(got, f.Candidates[0].At) > 1e-9 {
		t.Errorf("the ray meets the table at %v, want %v", got, f.Candidates[0].At)
	}
	if _, ok := f.Plane.Meets(f.Plane.Down.Scale(-1)); ok {
		t.Error("a ray straight up meets the table")
	}
	o := Outline{Middle: f.Plane.Down.Scale(-1), To: camerapose.Vec3{0, 0, 1}}
	if _, _, ok := f.fit(&o); ok {
		t.Error("an outline above the horizon fits a place")
	}
	if got := f.misfit([]Outline{o}); !math.IsInf(got, 1) {
		t.Errorf("a plane that some outline does not meet is off by %g only", got)
	}
}

func TestSolve3FindsWhatTheSystemWasMadeOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 20 {
		var root, a [3][3]float64
		var want, b [3]float64
		for i := range root {
			want[i] = rng.NormFloat64()
			for k := range root {
				root[i][k] = rng.NormFloat64()
			}
			root[i][i] += 3
		}
		for i := range a {
			for k := range a {
				for m := range a {
					a[i][k] += root[i][m] * root[k][m]
				}
				b[i] += a[i][k] * want[k]
			}
		}
		for i, got := range camerapose.Solve3(a, b) {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Errorf("number %d is %g, want %g", i, got, want[i])
			}
		}
	}
}
