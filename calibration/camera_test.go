package calibration

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine"
)

const goodCamera = `{"width":1280,"height":720,"K":[[900,0,640],[0,901,360],[0,0,1]],"dist":[0.1,-0.2,0.001,0.002,0.03],"note":"unknown fields are fine"}`

func TestParseCamera(t *testing.T) {
	c, err := ParseCamera([]byte(goodCamera))
	want := Camera{1280, 720, [3][3]float64{{900, 0, 640}, {0, 901, 360}, {0, 0, 1}}, [5]float64{0.1, -0.2, 0.001, 0.002, 0.03}}
	if err != nil || *c != want {
		t.Fatalf("got %v, %v", c, err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ParseCamera(text); err != nil || *again != want {
		t.Errorf("written and read again: %v, %v", again, err)
	}
}

func TestCameraErrorsNameTheFieldAndTheRemedy(t *testing.T) {
	const k = `"K":[[900,0,640],[0,900,360],[0,0,1]]`
	for _, c := range []struct{ name, text, says string }{
		{"an empty file", ``, "not JSON"},
		{"a truncated file", goodCamera[:40], "not JSON at byte 40"},
		{"NaN is not JSON", `{"width":NaN}`, "not JSON at byte 10"},
		{"a list", `[1,2]`, "write it like"},
		{"a text where a number belongs", `{"width":"wide"}`, "width must not be string"},
		{"a number JSON cannot hold", `{"width":1e999}`, "width must not be number"},
		{"no width", `{"height":720,` + k + `}`, "width is 0: write the picture's size"},
		{"a negative height", `{"width":1280,"height":-720,` + k + `}`, "height is -720"},
		{"half a pixel", `{"width":1280.5,"height":720,` + k + `}`, "width is 1280.5"},
		{"an absurd size", `{"width":1e9,"height":720,` + k + `}`, "width is 1e+09"},
		{"no K", `{"width":1280,"height":720}`, "K has 0 rows, not 3: write K as [[fx,0,cx]"},
		{"K of two rows", `{"width":1280,"height":720,"K":[[900,0,640],[0,900,360]]}`, "K has 2 rows"},
		{"K with a short row", `{"width":1280,"height":720,"K":[[900,0],[0,900,360],[0,0,1]]}`, "row 1 of K has 2 numbers"},
		{"K transposed", `{"width":1280,"height":720,"K":[[900,0,0],[0,900,0],[640,360,1]]}`, "not a camera matrix"},
		{"a focal length of zero", `{"width":1280,"height":720,"K":[[0,0,640],[0,900,360],[0,0,1]]}`, "fx in K is 0"},
		{"a focal length in millimetres", `{"width":1280,"height":720,"K":[[4.2,0,640],[0,4.2,360],[0,0,1]]}`, "the focal length is in pixels"},
		{"an absurd skew", `{"width":1280,"height":720,"K":[[900,1e300,640],[0,900,360],[0,0,1]]}`, "the skew in K is 1e+300"},
		{"a center outside the picture", `{"width":1280,"height":720,"K":[[900,0,6400],[0,900,360],[0,0,1]]}`, "far outside"},
		{"another distortion model", `{"width":1280,"height":720,` + k + `,"dist":[0,0,0,0,0,1,2,3]}`, "dist has 8 numbers"},
		{"an absurd distortion", `{"width":1280,"height":720,` + k + `,"dist":[0,1e6]}`, "number 2 of dist is 1e+06"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cam.json")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := LoadCamera(path)
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), fmt.Sprintf("camera file %q: ", path)) {
				t.Errorf("got %v, want the file's name and %q", err, c.says)
			}
		})
	}
}

func TestLoadNamesTheMissingFileOnce(t *testing.T) {
	_, err := LoadCamera("nowhere/cam.json")
	if err == nil || err.Error() != `camera file "nowhere/cam.json": no such file or directory` {
		t.Error(err)
	}
	if _, err := LoadTileset(t.TempDir()); err == nil {
		t.Error("a folder was read as a tile set")
	}
}

// near fails unless the points lie within slack pixels of each other.
func near(t *testing.T, what string, got, want engine.Point, slack float64) {
	t.Helper()
	if d := math.Hypot(got.X-want.X, got.Y-want.Y); !(d <= slack) {
		t.Errorf("%s: got %v, want %v: off by %.3g pixels", what, got, want, d)
	}
}

func TestNormalizeUndoesProject(t *testing.T) {
	lens, err := ParseCamera([]byte(goodCamera))
	if err != nil {
		t.Fatal(err)
	}
	wide := &Camera{1920, 1080, [3][3]float64{{1100, 0, 955}, {0, 1100, 545}, {0, 0, 1}}, [5]float64{-0.32, 0.11, 0.0005, -0.0007, -0.01}}
	for name, c := range map[string]*Camera{"pincushion": lens, "wide barrel": wide, "no distortion": Pinhole(640, 480, 500)} {
		for y := 0.0; y < float64(c.Height); y += 40 {
			for x := 0.0; x < float64(c.Width); x += 40 {
				nx, ny := c.Normalize(engine.Point{X: x, Y: y})
				near(t, name, c.Project(3*nx, 3*ny, 3), engine.Point{X: x, Y: y}, 1e-3)
			}
		}
	}
	if p := lens.Project(0, 0, -1); !math.IsNaN(p.X) {
		t.Errorf("a point behind the camera is shown at %v", p)
	}
}

// scene is what the tests read of a truth file.
type scene struct {
	Kind   string
	Camera struct {
		Camera
		R [3][3]float64
		T [3]float64
	}
	Exif struct {
		Focal float64 `json:"focal35_mm"`
	}
	Cells []struct {
		Height  int
		World   [3]float64
		Corners [4][2]float64
	}
}

func scenes(t *testing.T) map[string]scene {
	t.Helper()
	paths, err := filepath.Glob("../testdata/nabit/stills/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenes in testdata/nabit/stills (%v): restore them from the repository", err)
	}
	all := map[string]scene{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var s scene
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all[strings.TrimSuffix(path, ".json")] = s
	}
	return all
}

func TestProjectAgreesWithTheScenes(t *testing.T) {
	for name, s := range scenes(t) {
		for _, cell := range s.Cells {
			var p [3]float64
			for i := range p {
				p[i] = s.Camera.R[i][0]*cell.World[0] + s.Camera.R[i][1]*cell.World[1] + s.Camera.R[i][2]*cell.World[2] + s.Camera.T[i]
			}
			// The face's middle lies between its corners, but for perspective's small shift.
			middle := engine.Point{}
			for _, c := range cell.Corners {
				middle.X, middle.Y = middle.X+c[0]/4, middle.Y+c[1]/4
			}
			near(t, name, s.Camera.Project(p[0], p[1], p[2]), middle, 1.5)
		}
	}
}

func TestScaled(t *testing.T) {
	c := &Camera{1280, 720, [3][3]float64{{900, 0, 639.5}, {0, 900, 359.5}, {0, 0, 1}}, [5]float64{0.1}}
	half, err := c.Scaled(640, 360)
	if err != nil {
		t.Fatal(err)
	}
	if want := (engine.Point{X: 319.5, Y: 179.5}); half.K[0][0] != 450 || (engine.Point{X: half.K[0][2], Y: half.K[1][2]}) != want {
		t.Errorf("half size: K %v", half.K)
	}
	full, small := c.Project(1, -0.5, 4), half.Project(1, -0.5, 4)
	near(t, "the same point in half size", small, engine.Point{X: (full.X+0.5)/2 - 0.5, Y: (full.Y+0.5)/2 - 0.5}, 1e-9)
	if same, err := c.Scaled(1280, 720); err != nil || same != c {
		t.Errorf("own size: %v, %v", same, err)
	}
	for _, size := range [][2]int{{720, 1280}, {1280, 960}, {0, 0}} {
		if _, err := c.Scaled(size[0], size[1]); err == nil || !strings.Contains(err.Error(), "another shape") {
			t.Errorf("size %v: %v", size, err)
		}
	}
}
