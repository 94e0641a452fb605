package vision

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
)

// sceneTruth is what the file beside a still says of it.
type sceneTruth struct {
	Kind   string
	Camera struct {
		Width, Height int
		K, R          [3][3]float64
		Dist          [5]float64
		T             [3]float64
	}
	Lattice struct {
		Centre [2]float64 // millimetres on the table
		YawDeg float64    `json:"yaw_deg"`
		Origin [2]float64 `json:"origin_cell"` // row and column that lie there
		Pitch  float64
	}
	Set   struct{ Side, Thickness, Pitch float64 }
	Cells []struct {
		Row, Col, Height int
		Letter, Colour   string
		Corners          cornersOf
		Visible          float64
	}
	Second []struct{ Corners cornersOf } // of a structure beside the one of cells
	Racks  []struct {
		Player string
		Tiles  []struct {
			Up      string
			Corners cornersOf
			InFrame bool `json:"in_frame"`
		}
	}
	Banks []struct {
		Player     string
		Count      int
		Corners    cornersOf
		TopCorners cornersOf `json:"top_corners"`
		InFrame    bool      `json:"in_frame"`
	}
	TilePx float64 `json:"tile_px"`
}

// cornersOf are a face's corners, x and y in pixels.
type cornersOf [4][2]float64

func (c cornersOf) middle() engine.Point {
	var p engine.Point
	for _, q := range c {
		p.X += q[0] / 4
		p.Y += q[1] / 4
	}
	return p
}

// lowest is how far down in the picture the face reaches.
func (c cornersOf) lowest() float64 { return max(c[0][1], c[1][1], c[2][1], c[3][1]) }

// stillScene is a still with its truth.
type stillScene struct {
	name    string
	truth   sceneTruth
	picture *Picture
}

func (s *stillScene) camera() *calibration.Camera {
	return &calibration.Camera{Width: s.picture.Width, Height: s.picture.Height, K: s.truth.Camera.K, Dist: s.truth.Camera.Dist}
}

func (s *stillScene) set() *calibration.Tileset {
	return &calibration.Tileset{SideMM: s.truth.Set.Side, ThicknessMM: s.truth.Set.Thickness, PitchMM: s.truth.Set.Pitch}
}

const stillsFolder = "../testdata/nabit/stills"

// stillScenes are the stills of a folder, decoded; the test's end closes them.
func stillScenes(t *testing.T, folder string) []stillScene {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no stills in %q: %v", folder, err)
	}
	var all []stillScene
	for _, file := range files {
		all = append(all, loadScene(t, file))
	}
	return all
}

func loadScene(t *testing.T, file string) stillScene {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := stillScene{name: strings.TrimSuffix(filepath.Base(file), ".json")}
	if err := json.Unmarshal(data, &s.truth); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	photo, err := os.ReadFile(strings.TrimSuffix(file, "json") + "jpg")
	if err != nil {
		t.Fatal(err)
	}
	if s.picture, err = Decode(photo); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.picture.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// letterNet is the reader of letters that comes with the program.
func letterNet(t *testing.T) ocr.Reader {
	t.Helper()
	net, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	return net
}
