package measure

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Measured is a tile set measured in one picture. The sigmas are standard deviations, millimetres.
type Measured struct {
	Set                                   calibration.Tileset
	SideSigma, PitchSigma, ThicknessSigma float64
	Quads                                 []engine.Quad // the stacks' top faces, as measured

	edgeScore float64 // how likely their edges are just there
	pose   camerapose.Pose
	cells  lattice.Levels
}

// OutlineColor is the mean color on an outline; no color if there is no outline.
func OutlineColor(p *picture.Picture, outline []engine.Point) (mean picture.BGR) {
	for _, at := range outline {
		x, y := min(max(int(at.X), 0), p.Width-1), min(max(int(at.Y), 0), p.Height-1)
		for c := range mean {
			mean[c] += float64(p.Pixels.GetUCharAt(y, 3*x+c)) / float64(len(outline))
		}
	}
	return mean
}

// PaintOver paints a polygon over.
func PaintOver(p *picture.Picture, outline []engine.Point, with picture.BGR) error {
	if len(outline) < 3 {
		return nil
	}
	var corners []image.Point
	for _, at := range outline {
		corners = append(corners, image.Pt(int(at.X+0.5), int(at.Y+0.5)))
	}
	polygon := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer polygon.Close()
	return gocv.FillPoly(&p.Pixels, polygon, color.RGBA{R: uint8(with[2]), G: uint8(with[1]), B: uint8(with[0]), A: 255})
}

// paperWhite is what white paper would be under the light in which colors are told.
const paperWhite = 240.0

// TileColors are the tiles' colors as they would look if the paper around the board were white.
func TileColors(r *picture.Raster, m *Measured, paper picture.BGR) map[engine.Color][3]float64 {
	var faces []picture.BGR
	var hues []hue.Hue
	for _, at := range m.cells.Places() {
		v := tileface.SampleFace(r, &m.pose, at, float64(m.cells[at]))
		if v.Inside {
			faces, hues = append(faces, v.Plastic), append(hues, hue.HueOf(v.Plastic))
		}
	}
	shift := hue.CommonShift(hues)
	sums, counts := map[engine.Color][3]float64{}, map[engine.Color]float64{}
	for i, h := range hues {
		c := engine.PlayerColors[hue.MostLikelyColor(h.LogLikelihoods(shift))]
		sum := sums[c]
		for k := range sum {
			white := max(paper[2-k], 40)
			sum[k] += min(255, faces[i][2-k]*paperWhite/white)
		}
		sums[c] = sum
		counts[c]++
	}
	for c, sum := range sums {
		for k := range sum {
			sum[k] = math.Round(sum[k] / counts[c])
		}
		sums[c] = sum
	}
	return sums
}

// BestLayout measures under every way in which the tiles seen may be the layout, and takes the one whose edges are seen best.
func BestLayout(r *picture.Raster, s *hypothesis.Hypothesis, cam *calibration.Camera, table *calibration.Table) (*Measured, error) {
	var best *Measured
	most := math.Inf(-1)
	for _, cells := range layoutHypotheses(s.Cells) {
		for _, share := range thicknessStarts {
			b, err := initialFit(s, cam, table)
			if err != nil {
				return nil, err
			}
			b.thickness = share * b.pitch
			if m, err := measure(r, b, cells); err == nil && m.edgeScore > most {
				best, most = m, m.edgeScore
			}
		}
	}
	if best == nil || most < minEdgeScore {
		return nil, search.ErrNoLayout
	}
	return best, nil
}

// thicknessStarts are the thicknesses that are begun with, as shares of the pitch: the edge of a stack's top is found only from near.
var thicknessStarts = []float64{0.18, 0.23, 0.28, 0.33}

// minEdgeScore is what the edges of tiles that lie as they should reach.
const minEdgeScore = 20.0

// layoutHypotheses are the ways in which the cells may be part of the layout: rows of five that hold three of them or more.
func layoutHypotheses(seen lattice.Levels) []lattice.Levels {
	var all []lattice.Levels
	tried := map[[3]int]bool{}
	for _, at := range seen.Places() {
		for across := range 2 {
			step := engine.Place{Row: across, Col: 1 - across}
			for shift := range search.InRow {
				first := engine.Place{Row: at.Row - shift*step.Row, Col: at.Col - shift*step.Col}
				key := [3]int{first.Row, first.Col, across}
				if tried[key] {
					continue
				}
				tried[key] = true
				all = append(all, rowLayouts(first, step, seen)...)
			}
		}
	}
	return all
}

// rowLayouts is a row with the stack on either end, if enough of it is seen.
func rowLayouts(first, step engine.Place, seen lattice.Levels) []lattice.Levels {
	row, known := lattice.Levels{}, 0
	var last engine.Place
	for k := range search.InRow {
		last = engine.Place{Row: first.Row + k*step.Row, Col: first.Col + k*step.Col}
		if row[last] = 1; seen[last] > 0 {
			known++
		}
	}
	if known < 3 {
		return nil
	}
	var both []lattice.Levels
	for _, end := range []engine.Place{first, last} {
		cells := maps.Clone(row)
		cells[end] = search.OnEnd
		both = append(both, cells)
	}
	return both
}

// initialFit begins with what the structure's own pose tells on the known table.
func initialFit(s *hypothesis.Hypothesis, cam *calibration.Camera, table *calibration.Table) (*tableFit, error) {
	b := &tableFit{table: table, cam: cam, thickness: camerapose.DefaultThickness}
	at := func(col, row float64) (x, y float64) { return b.onTable(s.Pose.Pixel(col, row, 1), b.thickness) }
	x0, y0 := at(0, 0)
	x1, y1 := at(1, 0)
	b.x, b.y, b.yaw = x0, y0, math.Atan2(y1-y0, x1-x0)
	b.pitch = math.Hypot(x1-x0, y1-y0)
	b.side, b.thickness = b.pitch-gapMean, thicknessShare*b.pitch
	if b.pitch < 8 || b.pitch > 120 {
		return nil, &picture.Error{Code: picture.NoTiles, Message: fmt.Sprintf("the tiles seem to be %.0f mm wide: check the size of the board's squares, and that it lies flat beside the tiles", b.pitch)}
	}
	return b, nil
}
