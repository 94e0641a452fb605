// Package scenetest helps the tests of NAB-IT!'s stages. It has the rendered scenes of testdata with their truth (StillScenes, TruthStructure), drawn
// tables (Drawing), a tile seen from above (TileFromAbove), and a count of what is right (Share).
//
// Glossary: a scene is a still picture with a truth file NNN.json beside NNN.jpg: the camera, the tile set, the lattice, and every tile with its letter,
// color, height and corners in the picture.
package scenetest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/picture"
	"tilewatch/vision/sharetest"
)

// sceneTruth is what a test needs of the truth file beside a still.
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
		Corners          Corners
		Visible          float64
	}
	Second []struct{ Corners Corners } // of a second structure on the table
	Racks  []struct {
		Player string
		Tiles  []struct {
			Up      string
			Corners Corners
			InFrame bool `json:"in_frame"`
		}
	}
	Banks []struct {
		Player     string
		Count      int
		Corners    Corners
		TopCorners Corners `json:"top_corners"`
		InFrame    bool    `json:"in_frame"`
	}
	TilePx float64 `json:"tile_px"`
}

// Corners are a face's corners, x and y in pixels.
type Corners [4][2]float64

// Middle is the middle of the face, pixels.
func (c Corners) Middle() engine.Point {
	var p engine.Point
	for _, q := range c {
		p.X += q[0] / 4
		p.Y += q[1] / 4
	}
	return p
}

// Lowest is the y of the face's lowest corner, pixels.
func (c Corners) Lowest() float64 { return max(c[0][1], c[1][1], c[2][1], c[3][1]) }

// StillScene is a still with its truth.
type StillScene struct {
	Name    string
	Truth   sceneTruth
	Picture *picture.Picture
}

// Camera is the true camera.
func (s *StillScene) Camera() *calibration.Camera {
	return &calibration.Camera{Width: s.Picture.Width, Height: s.Picture.Height, K: s.Truth.Camera.K, Dist: s.Truth.Camera.Dist}
}

// Set is the true tile set.
func (s *StillScene) Set() *calibration.Tileset {
	return &calibration.Tileset{SideMM: s.Truth.Set.Side, ThicknessMM: s.Truth.Set.Thickness, PitchMM: s.Truth.Set.Pitch}
}

// StillsFolder has the stills that every test may read.
var StillsFolder = Testdata("nabit/stills")

// StillScenes loads the stills of a folder; the test's end closes their pictures.
func StillScenes(t *testing.T, folder string) []StillScene {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no stills in %q: %v", folder, err)
	}
	var all []StillScene
	for _, file := range files {
		all = append(all, LoadScene(t, file))
	}
	return all
}

// LoadScene loads a still and its truth; the test's end closes the picture.
func LoadScene(t *testing.T, file string) StillScene {
	t.Helper()
	s, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Picture.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Open loads a still and its truth for more than one test; the caller closes its picture.
func Open(file string) (StillScene, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return StillScene{}, err
	}
	s := StillScene{Name: strings.TrimSuffix(filepath.Base(file), ".json")}
	if err := json.Unmarshal(data, &s.Truth); err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	photo, err := os.ReadFile(strings.TrimSuffix(file, "json") + "jpg")
	if err != nil {
		return s, err
	}
	s.Picture, err = picture.Decode(photo)
	return s, err
}

// Share counts what is right of what there is.
type Share = sharetest.Share

// LetterNet is the program's letter reader.
func LetterNet(t *testing.T) ocr.Reader {
	t.Helper()
	net, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	return net
}
