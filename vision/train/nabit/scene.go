package main

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/nabit/learn"
)

// truth is what the training needs of a scene's truth file. Its world is in millimetres with z up; R and t lead to camera space.
type truth struct {
	Camera struct {
		Width, Height int
		K             [3][3]float64
		Dist          [5]float64
		R             [3][3]float64
		T             [3]float64
	}
	Set     struct{ Side, Thickness, Pitch float64 }
	Lattice struct {
		Centre [2]float64
		Yaw    float64    `json:"yaw_deg"`
		Origin [2]float64 `json:"origin_cell"` // row, column that lies at the center
		Pitch  float64
	}
	Cells []struct {
		Row, Col, Height int
		Colour           engine.Color
		Visible          float64
	}
	Racks []struct {
		Tiles []struct {
			Corners [4][2]float64
			InFrame bool `json:"in_frame"`
		}
	}
	Banks []struct {
		Player     engine.Color
		Count      int
		Corners    [4][2]float64
		TopCorners [4][2]float64 `json:"top_corners"`
		InFrame    bool          `json:"in_frame"`
	}
}

// loadScene reads NNN.json and the NNN.jpg beside it. The caller closes the picture.
func loadScene(file string) (learn.Scene, error) {
	var t truth
	text, err := os.ReadFile(file)
	if err != nil {
		return learn.Scene{}, err
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return learn.Scene{}, err
	}
	photo, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".jpg")
	if err != nil {
		return learn.Scene{}, err
	}
	s := t.scene()
	s.Picture, err = picture.Decode(photo)
	return s, err
}

// scene is the truth in camera space.
func (t *truth) scene() learn.Scene {
	c := t.Camera
	s := learn.Scene{
		Camera:  &calibration.Camera{Width: c.Width, Height: c.Height, K: c.K, Dist: c.Dist},
		Set:     &calibration.Tileset{SideMM: t.Set.Side, ThicknessMM: t.Set.Thickness, PitchMM: t.Set.Pitch},
		Heights: map[engine.Place]int{}, Visible: map[engine.Place]float64{}, Colors: map[engine.Place]int{},
	}
	sin, cos := math.Sincos(t.Lattice.Yaw * math.Pi / 180)
	s.X, s.Y, s.Z = t.turned(cos, sin, 0), t.turned(sin, -cos, 0), t.turned(0, 0, -1)
	col, row := -t.Lattice.Origin[1]*t.Lattice.Pitch, -t.Lattice.Origin[0]*t.Lattice.Pitch
	s.Origin = t.turned(t.Lattice.Centre[0]+cos*col+sin*row, t.Lattice.Centre[1]+sin*col-cos*row, 0)
	for k := range s.Origin {
		s.Origin[k] += c.T[k]
	}
	for _, cell := range t.Cells {
		at := engine.Place{Row: cell.Row, Col: cell.Col}
		s.Heights[at], s.Visible[at] = cell.Height, cell.Visible
		if color := slices.Index(engine.PlayerColors[:], cell.Colour); color >= 0 {
			s.Colors[at] = color
		}
	}
	for _, rack := range t.Racks {
		for _, tile := range rack.Tiles {
			if tile.InFrame {
				s.Loose = append(s.Loose, quad(tile.Corners))
			}
		}
	}
	for _, bank := range t.Banks {
		s.Stacked = append(s.Stacked, quad(bank.Corners), quad(bank.TopCorners))
		s.Banks = append(s.Banks, learn.Bank{Color: bank.Player, Top: quad(bank.TopCorners), Tiles: bank.Count, Whole: bank.InFrame})
	}
	return s
}

// turned is a direction of the world in camera space.
func (t *truth) turned(x, y, z float64) (v [3]float64) {
	for k, r := range t.Camera.R {
		v[k] = r[0]*x + r[1]*y + r[2]*z
	}
	return v
}

func quad(corners [4][2]float64) (q engine.Quad) {
	for i, c := range corners {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	return q
}
