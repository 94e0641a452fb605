package scenetest

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Drawing is a picture of stacks on a table, drawn under a known pose, with the hypothesis of what it shows.
type Drawing struct {
	*picture.Raster
	S *hypothesis.Hypothesis
}

// drawnSize is the width and height of a drawing in pixels; a pitch measures about a twentieth of it.
const drawnSize = 640

// NewDrawing is a table of one color under a camera whose axis is tilted from straight down, in radians. The lattice's place 0, 0 lies in the middle.
func NewDrawing(tilt float64, table picture.BGR) *Drawing {
	plane := camerapose.NewPlane(calibration.Pinhole(drawnSize, drawnSize, drawnSize), tilt, math.Pi/2)
	middle, _ := plane.OnTable(engine.Point{X: drawnSize / 2, Y: drawnSize / 2})
	pose := camerapose.PoseOf(&plane, middle, engine.Point{X: 0.05 / math.Cos(tilt)}, camerapose.SizesOf(nil))
	d := &Drawing{
		&picture.Raster{W: drawnSize, H: drawnSize, BGR: make([]uint8, 3*drawnSize*drawnSize), Gray: make([]uint8, drawnSize*drawnSize)},
		&hypothesis.Hypothesis{Pose: pose, Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}},
	}
	d.S.Pose.Table = d.S.Z
	for i := range drawnSize * drawnSize {
		d.set(i, table)
	}
	return d
}

func (d *Drawing) set(i int, c picture.BGR) {
	for k := range c {
		d.BGR[3*i+k] = uint8(c[k])
	}
	d.Gray[i] = uint8(0.114*c[0] + 0.587*c[1] + 0.299*c[2])
}

// Patch draws a rectangle around a point of a level; all measures are in pitches.
func (d *Drawing) Patch(col, row, level, wide, high float64, c picture.BGR) {
	low, most := engine.Point{X: math.Inf(1), Y: math.Inf(1)}, engine.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, corner := range [...][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		p := d.S.Pixel(col+corner[0]*wide/2, row+corner[1]*high/2, level)
		low, most = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, engine.Point{X: max(most.X, p.X), Y: max(most.Y, p.Y)}
	}
	for y := max(0, int(low.Y)); y <= min(drawnSize-1, int(most.Y)+1); y++ {
		for x := max(0, int(low.X)); x <= min(drawnSize-1, int(most.X)+1); x++ {
			at, ok := hypothesis.OnLevel(&d.S.Pose, engine.Point{X: float64(x), Y: float64(y)}, level)
			if ok && math.Abs(at.X-col) <= wide/2 && math.Abs(at.Y-row) <= high/2 {
				d.set(y*drawnSize+x, c)
			}
		}
	}
}

// Stack draws a stack without a letter. Draw stacks in the order of their distance, farthest first.
func (d *Drawing) Stack(at engine.Place, level int, c picture.BGR) {
	const layers = 16 // of each tile's sides: they close without a gap
	side := d.S.Side / d.S.Pitch
	for k := range layers * level {
		shade := 0.6
		if k%layers < 3 {
			shade = 0.3 // the seam between two tiles
		}
		d.Patch(float64(at.Col), float64(at.Row), float64(k)/layers, side, side, picture.BGR{shade * c[0], shade * c[1], shade * c[2]})
	}
	d.Patch(float64(at.Col), float64(at.Row), float64(level), side, side, c)
}

// Letter draws an L in the middle of a face.
func (d *Drawing) Letter(at engine.Place, level int) {
	ink := picture.BGR{40, 40, 40}
	d.Patch(float64(at.Col)-0.12, float64(at.Row), float64(level), 0.1, 0.44, ink)
	d.Patch(float64(at.Col), float64(at.Row)+0.17, float64(level), 0.34, 0.1, ink)
}

// Soften blurs the drawing as much as a lens does: by three pixels.
func (d *Drawing) Soften() {
	from := append([]uint8(nil), d.BGR...)
	for y := 1; y < drawnSize-1; y++ {
		for x := 1; x < drawnSize-1; x++ {
			var c picture.BGR
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					for k := range c {
						c[k] += float64(from[3*((y+dy)*drawnSize+x+dx)+k]) / 9
					}
				}
			}
			d.set(y*drawnSize+x, c)
		}
	}
}

// Evaluate stores the evidence of a place, and makes it a cell of a level if that is not 0.
func (d *Drawing) Evaluate(at engine.Place, level int) *hypothesis.Evidence {
	if level > 0 {
		d.S.Put(at, level)
	}
	e := hypothesis.Evaluate(d.Raster, tileface.FineClassifier(), d.S, at)
	if level > 0 {
		e.Prefer(level)
	}
	d.S.Note(at, e)
	return e
}
