// Package measure measures a tile set in one picture of tiles laid out beside the calibration board: five linked in a row, with a stack of five on
// one end. It takes the picture, the camera and the table's calibration, and answers a calibration.Tileset with its standard deviations.
//
//	OutlineColor, PaintOver  the board's squares look like tiles: paint them over in the paper's color
//	SearchAnySize            find a structure on the known table, at every usual pitch
//	BestLayout               for every row that the structure may be (layoutHypotheses) and several thicknesses:
//	    initialFit             begin with the structure's pose
//	    measure                refine six parameters by the faces' edges (tableFit)
//	  and take the fit whose edges are the likeliest
//	TileColors               the plastics' colors, relative to the white paper
//
// Glossary: a tableFit has six parameters: the lattice's place (x, y) and yaw on the table, and the tiles' side, pitch and thickness, all in
// millimetres and radians. A layout is the levels of the cells that were laid out. A residual is an edge's distance from where the parameters
// put it, in standard deviations.
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

	edgeScore float64 // log-likelihood of the faces' edges
	pose      camerapose.Pose
	cells     lattice.Levels
}

// OutlineColor is the mean color of a picture at the points of an outline; zero without any.
func OutlineColor(p *picture.Picture, outline []engine.Point) (mean picture.BGR) {
	for _, at := range outline {
		x, y := min(max(int(at.X), 0), p.Width-1), min(max(int(at.Y), 0), p.Height-1)
		for c := range mean {
			mean[c] += float64(p.Pixels.GetUCharAt(y, 3*x+c)) / float64(len(outline))
		}
	}
	return mean
}

// PaintOver fills a polygon with one color.
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

// paperWhite is the level of white paper under the light that TileColors assumes, of 255. Hand-set: paper is not quite white.
const paperWhite = 240.0

// darkestPaper limits how much a dark picture is brightened, a level of 255. Hand-set.
const darkestPaper = 40

// TileColors are the mean colors of the tiles of each player, as they would look beside white paper.
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
			white := max(paper[2-k], darkestPaper)
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

// BestLayout fits every layout that the structure may be part of, from several thicknesses, and returns the fit whose edges are the
// likeliest.
func BestLayout(r *picture.Raster, s *hypothesis.Hypothesis, cam *calibration.Camera, table *calibration.Table) (*Measured, error) {
	var best *Measured
	most := math.Inf(-1)
	for _, cells := range layoutHypotheses(s.Cells) {
		for _, share := range thicknessStarts {
			f, err := initialFit(s, cam, table)
			if err != nil {
				return nil, err
			}
			f.thickness = share * f.pitch
			if m, err := measure(r, f, cells); err == nil && m.edgeScore > most {
				best, most = m, m.edgeScore
			}
		}
	}
	if best == nil || most < minEdgeScore {
		return nil, search.ErrNoLayout
	}
	return best, nil
}

// thicknessStarts are the thicknesses that a fit starts from, as shares of the pitch. The edge classifier finds the edges of a stack's
// top only from near, so the steps are small. Hand-set around the default share.
var thicknessStarts = []float64{0.18, 0.23, 0.28, 0.33}

// minEdgeScore is the least log-likelihood of the edges of a layout. Hand-set: it refuses pictures of something else.
const minEdgeScore = 20.0

// layoutHypotheses are all rows of five places, along either axis, in which enough of the structure's cells lie, each with the stack
// on either end.
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

// minKnown is how many places of a row the structure must have. Hand-set: two cells fit too many rows.
const minKnown = 3

// rowLayouts is one row with the stack on either end; none if too few of its places are seen.
func rowLayouts(first, step engine.Place, seen lattice.Levels) []lattice.Levels {
	row, known := lattice.Levels{}, 0
	var last engine.Place
	for k := range search.InRow {
		last = engine.Place{Row: first.Row + k*step.Row, Col: first.Col + k*step.Col}
		if row[last] = 1; seen[last] > 0 {
			known++
		}
	}
	if known < minKnown {
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

// The pitches of tile sets, millimetres. Hand-set, wider than any usual set: a pitch outside is an error of the table's scale.
const (
	minPitch = 8
	maxPitch = 120
)

// initialFit takes the start of the fit from the structure's pose on the known table.
func initialFit(s *hypothesis.Hypothesis, cam *calibration.Camera, table *calibration.Table) (*tableFit, error) {
	f := &tableFit{table: table, cam: cam, thickness: camerapose.DefaultThickness}
	at := func(col, row float64) (x, y float64) { return f.onTable(s.Pose.Pixel(col, row, 1), f.thickness) }
	x0, y0 := at(0, 0)
	x1, y1 := at(1, 0)
	f.x, f.y, f.yaw = x0, y0, math.Atan2(y1-y0, x1-x0)
	f.pitch = math.Hypot(x1-x0, y1-y0)
	f.side, f.thickness = f.pitch-gapMean, thicknessShare*f.pitch
	if f.pitch < minPitch || f.pitch > maxPitch {
		return nil, &picture.Error{Code: picture.NoTiles, Message: fmt.Sprintf("the tiles measure %.0f mm: check the size of the board's squares, and that the board lies flat next to the tiles", f.pitch)}
	}
	return f, nil
}
