package lens

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/engine"
)

var trueCamera = &calibration.Camera{Width: 1280, Height: 720, K: [3][3]float64{{910, 0, 652}, {0, 912, 348}, {0, 0, 1}}, Dist: [5]float64{-0.11, 0.03, 0.0006, -0.0004, 0.01}}

// made are made-up views with noise, and where the board lay in them.
func made(n int, noise float64, flat bool) (views [][]engine.Point, poses []Pose) {
	random := rand.New(rand.NewPCG(7, uint64(n)))
	b := chessboard.Standard
	for len(views) < n {
		tilt := 0.6
		if flat {
			tilt = 0
		}
		r := matrixOf([3]float64{tilt * (2*random.Float64() - 1), tilt * (2*random.Float64() - 1), 3 * random.Float64()})
		t := [3]float64{-100 + 200*(2*random.Float64()-1), -60 + 120*(2*random.Float64()-1), 500 + 300*random.Float64()}
		if flat {
			t[2] = 600
		}
		pose := Pose{r, t}
		var view []engine.Point
		for _, p := range b.Points() {
			at := pose.Pixel(trueCamera, p.X, p.Y, 0)
			view = append(view, engine.Point{X: at.X + noise*random.NormFloat64(), Y: at.Y + noise*random.NormFloat64()})
		}
		if within(view) {
			views, poses = append(views, view), append(poses, pose)
		}
	}
	return views, poses
}

func within(view []engine.Point) bool {
	for _, p := range view {
		if !(p.X > 5 && p.Y > 5 && p.X < 1275 && p.Y < 715) {
			return false
		}
	}
	return true
}

// offK is how far the camera's numbers are off, as a share of them.
func offK(got, want *calibration.Camera) float64 {
	worst := 0.0
	for _, at := range [][2]int{{0, 0}, {1, 1}, {0, 2}, {1, 2}} {
		worst = max(worst, math.Abs(got.K[at[0]][at[1]]/want.K[at[0]][at[1]]-1))
	}
	return worst
}

// offPixels is how far the two cameras disagree on where a direction is shown, at most, within the middle nine tenths.
func offPixels(got, want *calibration.Camera) float64 {
	worst := 0.0
	for y := 0.05; y < 1; y += 0.1 {
		for x := 0.05; x < 1; x += 0.1 {
			px := engine.Point{X: x * float64(want.Width), Y: y * float64(want.Height)}
			nx, ny := want.Normalize(px)
			at := got.Project(nx, ny, 1)
			worst = max(worst, math.Hypot(at.X-px.X, at.Y-px.Y))
		}
	}
	return worst
}

func TestFitFindsAMadeUpCamera(t *testing.T) {
	for _, c := range []struct {
		views  int
		noise  float64
		k, rms float64
	}{{8, 0, 1e-3, 0.01}, {8, 0.1, 0.006, 0.2}, {20, 0.1, 0.004, 0.2}, {12, 0.3, 0.03, 0.6}} {
		t.Run(fmt.Sprintf("%d views with %.1f px of noise", c.views, c.noise), func(t *testing.T) {
			views, _ := made(c.views, c.noise, false)
			r, err := Fit(chessboard.Standard, views, 1280, 720)
			if err != nil {
				t.Fatal(err)
			}
			off := offK(r.Camera, trueCamera)
			t.Logf("K off by %.2f %%, focal sigma %.2f %%, middle %.1f px, rms %.3f, %.2f px", 100*off, 100*r.FocalSigma, r.MiddleSigma, r.RMS, offPixels(r.Camera, trueCamera))
			if off > c.k || r.RMS > c.rms {
				t.Errorf("K is off by %.2f %%, rms %.3f", 100*off, r.RMS)
			}
			if focal := math.Abs(r.Camera.K[0][0]/910 - 1); focal > 4*r.FocalSigma+1e-4 {
				t.Errorf("the focal length is off by %.3f %%, said to be sure to %.3f %%", 100*focal, 100*r.FocalSigma)
			}
		})
	}
}

func TestAViewThatContradictsIsLeftOut(t *testing.T) {
	views, _ := made(9, 0.1, false)
	for i := range views[4] {
		views[4][i].X += 6 * math.Sin(float64(i)) // the board was moving
	}
	r, err := Fit(chessboard.Standard, views, 1280, 720)
	if err != nil {
		t.Fatal(err)
	}
	for i, rms := range r.Views {
		if math.IsNaN(rms) != (i == 4) {
			t.Errorf("view %d: rms %.2f", i, rms)
		}
	}
	if off := offK(r.Camera, trueCamera); off > 0.01 {
		t.Errorf("K is off by %.2f %%", 100*off)
	}
}

func TestFlatViewsAreKnownToTellLittle(t *testing.T) {
	views, _ := made(8, 0.1, true)
	r, err := Fit(chessboard.Standard, views, 1280, 720)
	if err != nil {
		return // also an answer
	}
	if r.FocalSigma < 0.05 {
		t.Errorf("the focal length is said to be sure to %.2f %%; from straight above at one distance it cannot be known", 100*r.FocalSigma)
	}
}

func TestTooFewViewsAreTold(t *testing.T) {
	views, _ := made(2, 0, false)
	if _, err := Fit(chessboard.Standard, views, 1280, 720); err == nil || !strings.Contains(err.Error(), "at least 3") {
		t.Error(err)
	}
}

func TestFindPose(t *testing.T) {
	views, poses := made(10, 0.1, false)
	for i, v := range views {
		got, rms, err := FindPose(trueCamera, chessboard.Standard.Points(), v)
		if err != nil {
			t.Fatal(err)
		}
		want := poses[i]
		if math.Abs(got.Tilt()-want.Tilt()) > 0.3 || math.Abs(got.Height()-want.Height()) > 2 || rms > 0.3 {
			t.Errorf("view %d: tilt %.2f, height %.1f, rms %.2f; want %.2f, %.1f", i, got.Tilt(), got.Height(), rms, want.Tilt(), want.Height())
		}
		px := want.Pixel(trueCamera, 40, 30, 11)
		if at := planePoint(&got, trueCamera, px, 11); math.Hypot(at.X-40, at.Y-30) > 0.3 {
			t.Errorf("view %d: the point at 40, 30, 11 mm up, is seen at %.2f", i, at)
		}
		up := got.Raised(11)
		if a, b := up.Pixel(trueCamera, 40, 30, 0), got.Pixel(trueCamera, 40, 30, 11); math.Hypot(a.X-b.X, a.Y-b.Y) > 1e-6 {
			t.Errorf("view %d: the raised plane shows it at %v, not %v", i, a, b)
		}
	}
}

func TestRotationVectors(t *testing.T) {
	for _, v := range [][3]float64{{}, {0.1, 0, 0}, {0, 3.1, 0}, {1, -1, 2}, {math.Pi, 0, 0}, {0, math.Pi / math.Sqrt2, math.Pi / math.Sqrt2}, {1e-9, 0, 0}} {
		a := matrixOf(v)
		b := matrixOf(vectorOf(a))
		for i := range 3 {
			for j := range 3 {
				if math.Abs(a[i][j]-b[i][j]) > 1e-7 {
					t.Fatalf("%v: %v becomes %v", v, a, b)
				}
			}
		}
	}
}

// TestFitFindsTheRenderedCamera uses the corners where they truly are with the noise of the finder; the whole way from the
// pictures is tested with the command.
func TestFitFindsTheRenderedCamera(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "nabit", "calibration", "cam0.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Camera calibration.Camera
		Views  []struct{ Corners [][2]float64 }
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var views [][]engine.Point
	for _, v := range truth.Views {
		var view []engine.Point
		for _, c := range v.Corners {
			view = append(view, engine.Point{X: c[0] + 0.07*random.NormFloat64(), Y: c[1] + 0.07*random.NormFloat64()})
		}
		views = append(views, view)
	}
	r, err := Fit(chessboard.Standard, views, truth.Camera.Width, truth.Camera.Height)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("K off by %.2f %%, said %.2f %%", 100*offK(r.Camera, &truth.Camera), 100*r.FocalSigma)
	if off := offK(r.Camera, &truth.Camera); off > 0.01 {
		t.Errorf("K is off by %.2f %%: %v, want %v", 100*off, r.Camera.K, truth.Camera.K)
	}
}

// planePoint is the point of the plane, raised by a height, that the camera shows at a pixel.
func planePoint(p *Pose, c *calibration.Camera, px engine.Point, height float64) engine.Point {
	nx, ny := c.Normalize(px)
	ray := [3]float64{nx, ny, 1}
	// In the plane's axes: origin + s * ray has z = -height.
	var o, d [3]float64
	for i := range 3 {
		for j := range 3 {
			o[i] -= p.R[j][i] * p.T[j]
			d[i] += p.R[j][i] * ray[j]
		}
	}
	s := (-height - o[2]) / d[2]
	return engine.Point{X: o[0] + s*d[0], Y: o[1] + s*d[1]}
}
