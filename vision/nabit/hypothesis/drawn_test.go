package hypothesis

import (
	"fmt"
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
)

var (
	cloth    = picture.BGR{70, 90, 80}
	plastic  = picture.BGR{50, 50, 185}
	wall     = picture.BGR{35, 35, 135}
	ink      = picture.BGR{235, 240, 240}
	wordRow  = lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1, {Col: 4}: 1}
	crossing = lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 2, {Col: 3}: 1, {Row: -1, Col: 2}: 1, {Row: 1, Col: 2}: 1}
)

// drawnPose is a camera over a table that is tilted by 30 degrees; tiles are about 50 pixels wide, and place 0, 0 is left of the middle.
func drawnPose() camerapose.Pose {
	plane := camerapose.NewPlane(calibration.Pinhole(640, 480, 700), 30*math.Pi/180, 1)
	origin, _ := plane.OnTable(engine.Point{X: 220, Y: 220})
	sin, cos := math.Sincos(0.2)
	const pitch = 0.075
	return camerapose.PoseOf(&plane, origin, engine.Point{X: pitch * cos, Y: pitch * sin}, camerapose.SizesOf(&calibration.Tileset{SideMM: 24, ThicknessMM: 6, PitchMM: 24.3}))
}

// draw renders stacks with a letter on each, as a pinhole camera sees them; four samples a pixel, and a lens that blurs a little.
// It draws each table once: all tests see it through drawnPose.
func draw(p *camerapose.Pose, cells lattice.Levels) *picture.Raster {
	key := fmt.Sprint(cells)
	if drawings[key] == nil {
		drawings[key] = render(p, cells)
	}
	return drawings[key]
}

var drawings = map[string]*picture.Raster{}

func render(p *camerapose.Pose, cells lattice.Levels) *picture.Raster {
	r := &picture.Raster{W: p.Cam.Width, H: p.Cam.Height, BGR: make([]uint8, 3*p.Cam.Width*p.Cam.Height), Gray: make([]uint8, p.Cam.Width*p.Cam.Height)}
	sharp, low, most := make([]picture.BGR, r.W*r.H), engine.Place{}, engine.Place{}
	for at := range cells {
		low.Row, low.Col = min(low.Row, at.Row), min(low.Col, at.Col)
		most.Row, most.Col = max(most.Row, at.Row), max(most.Col, at.Col)
	}
	for i := range sharp {
		for k := range 4 {
			c := colorAt(p, cells, low, most, engine.Point{X: float64(i%r.W) + 0.5*float64(k%2) - 0.25, Y: float64(i/r.W) + 0.5*float64(k/2) - 0.25})
			for ch := range c {
				sharp[i][ch] += c[ch] / 4
			}
		}
	}
	for i := range sharp {
		x, y := min(max(i%r.W, 1), r.W-2), min(max(i/r.W, 1), r.H-2)
		var c picture.BGR
		for k := range 9 {
			weight := [3]float64{0.25, 0.5, 0.25}[k/3] * [3]float64{0.25, 0.5, 0.25}[k%3]
			for ch := range c {
				c[ch] += weight * sharp[(y+k/3-1)*r.W+x+k%3-1][ch]
			}
		}
		for ch := range c {
			r.BGR[3*i+ch] = uint8(c[ch] + 0.5)
		}
		r.Gray[i] = uint8(0.114*c[0] + 0.587*c[1] + 0.299*c[2] + 0.5)
	}
	return r
}

// colorAt follows the ray of a pixel down from above all stacks, which lie from low to most.
func colorAt(p *camerapose.Pose, cells lattice.Levels, low, most engine.Place, px engine.Point) picture.BGR {
	half := p.Side / p.Pitch / 2
	const fine, high = 20, 2 // samples for each level, and the highest stack drawn
	ground, _ := OnLevel(p, px, 0)
	if math.Abs(ground.X) > 8 || math.Abs(ground.Y) > 8 {
		return cloth
	}
	top, _ := OnLevel(p, px, high)
	if max(ground.X, top.X) < float64(low.Col)-half || min(ground.X, top.X) > float64(most.Col)+half ||
		max(ground.Y, top.Y) < float64(low.Row)-half || min(ground.Y, top.Y) > float64(most.Row)+half {
		return cloth // most rays meet no stack, and need not be followed
	}
	for k := high * fine; k > 0; k-- {
		level, share := float64(k)/fine, float64(k)/(high*fine)
		q := engine.Point{X: ground.X + share*(top.X-ground.X), Y: ground.Y + share*(top.Y-ground.Y)}
		at := engine.Place{Row: int(math.Round(q.Y)), Col: int(math.Round(q.X))}
		x, y := math.Abs(q.X-float64(at.Col)), math.Abs(q.Y-float64(at.Row))
		if x > half || y > half {
			continue
		}
		if height := float64(cells[at]); level > height {
			continue
		} else if level < height {
			return wall
		}
		if y < 0.22 && (x > 0.12 && x < 0.2 || x < 0.2 && y < 0.05) { // an H
			return ink
		}
		return plastic
	}
	return cloth
}

// hypothesisOf has the cells and the pose of a drawn table, unless a test changes them.
func hypothesisOf(p camerapose.Pose, cells lattice.Levels) *Hypothesis {
	s := &Hypothesis{Pose: p, Cells: lattice.Levels{}, Evidence: map[engine.Place]*Evidence{}}
	for at, level := range cells {
		s.Cells[at] = level
	}
	return s
}

// shifted is a pose whose lattice lies some pitches further along its rows and columns.
func shifted(p camerapose.Pose, col, row float64) camerapose.Pose {
	p.T = p.T.Add(p.X.Scale(col * p.Pitch)).Add(p.Y.Scale(row * p.Pitch))
	return p
}
