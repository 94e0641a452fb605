// Package calibrate measures cameras, tables and tile sets from pictures of the calibration board. The command calls it with
// files; the server's pages call its Station with what the camera sees.
package calibrate

import (
	"errors"
	"fmt"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/calibration/lens"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// ErrNoBoard says that the board is not wholly in the picture.
var ErrNoBoard = errors.New("no chessboard found: show all of it, flat, well lit and uncovered")

// Table is where the table lies, found from one picture of the board.
type Table struct {
	calibration.Table
	Outline []engine.Point // of the board in the picture, its white border included
	RMS     float64
	View    lens.View
}

// FindTable finds the table on which a board lies that is so many millimetres high: paper none, a phone about eight.
func FindTable(b chessboard.Board, height float64, cam *calibration.Camera, corners []engine.Point, set *calibration.Tileset) (*Table, error) {
	pose, rms, err := lens.FindPose(cam, b.Points(), corners)
	if err != nil {
		return nil, err
	}
	low := pose.Raised(-height)
	t := &Table{Table: calibration.Table{Width: cam.Width, Height: cam.Height, R: low.R, T: low.T}, RMS: rms}
	w, h, s := float64(b.Columns-1)*b.SquareMM, float64(b.Rows-1)*b.SquareMM, 1.2*b.SquareMM
	for _, c := range [4]engine.Point{{X: -s, Y: -s}, {X: w + s, Y: -s}, {X: w + s, Y: h + s}, {X: -s, Y: h + s}} {
		t.Outline = append(t.Outline, pose.Pixel(cam, c.X, c.Y, 0))
	}
	t.View = lens.Look(cam, &low, engine.Point{X: w / 2, Y: h / 2}, set)
	return t, nil
}

// Ruler measures by tiles, as eyes that know them can.
type Ruler interface {
	// TableUnder is the table on which the structure in a picture lies.
	TableUnder(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) (*calibration.Table, error)
	// Measure measures tiles that lie beside the board on a known table; board is its outline in the picture.
	Measure(p *picture.Picture, cam *calibration.Camera, table *calibration.Table, board []engine.Point) (*Measured, error)
}

// Measured is a tile set measured in one picture.
type Measured struct {
	Set            calibration.Tileset
	ThicknessSigma float64       // standard deviation, millimetres
	Quads          []engine.Quad // the stacks' top faces
}

// TableByTiles finds the table under the structure in a picture. Its lengths are as right as the set's.
func TableByTiles(by Ruler, p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) (*Table, error) {
	under, err := by.TableUnder(p, cam, set)
	if err != nil {
		return nil, err
	}
	pose := lens.Pose{R: under.R, T: under.T}
	return &Table{Table: *under, View: lens.Look(cam, &pose, engine.Point{}, set)}, nil
}

// Tiles measures the tiles that lie beside the board in a picture.
func Tiles(by Ruler, p *picture.Picture, b chessboard.Board, height float64, cam *calibration.Camera) (*Measured, *Table, error) {
	gray, err := p.Gray()
	if err != nil {
		return nil, nil, err
	}
	corners, ok := b.Find(gray)
	if !ok {
		return nil, nil, ErrNoBoard
	}
	t, err := FindTable(b, height, cam, corners, nil)
	if err != nil {
		return nil, nil, err
	}
	m, err := by.Measure(p, cam, &t.Table, t.Outline)
	if err != nil {
		return nil, t, err
	}
	return m, t, nil
}

// Sure says how far the thickness can be trusted, and what to do if not far.
func Sure(m *Measured) lens.Says {
	share := m.ThicknessSigma / m.Set.ThicknessMM
	values := map[string]float64{"side": m.Set.SideMM, "pitch": m.Set.PitchMM, "thickness": m.Set.ThicknessMM, "sigma": m.ThicknessSigma}
	if share > 0.05 {
		return lens.Says{Key: "thickness_unsure", Values: values, Text: fmt.Sprintf(
			"Tiles of %.1f mm, linked every %.1f mm. Their thickness, %.1f mm, is known only to %.1f mm from here: tilt the camera to 25 degrees or more, or measure a stack of five with a ruler.",
			m.Set.SideMM, m.Set.PitchMM, m.Set.ThicknessMM, m.ThicknessSigma)}
	}
	return lens.Says{Key: "measured", Values: values, Text: fmt.Sprintf("Tiles of %.1f mm, linked every %.1f mm, %.1f mm thick.", m.Set.SideMM, m.Set.PitchMM, m.Set.ThicknessMM)}
}
