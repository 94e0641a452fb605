package vision

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// Measured is a tile set measured in one picture. The sigmas are standard deviations, millimetres.
type Measured struct {
	Set                                   calibration.Tileset
	SideSigma, PitchSigma, ThicknessSigma float64
	Quads                                 []engine.Quad // the stacks' top faces, as measured

	likely float64 // how likely their edges are just there
	pose   pose
	cells  stacks
}

// MeasureTiles measures tiles laid out for it on a table whose place is known: five linked in a row, letters up, and on one end of
// the row a stack of five. Errors of the picture are of type *Error.
//
// board is the outline of the calibration board in the picture: its squares are painted over, lest they be taken for tiles.
func (v *Reader) MeasureTiles(p *Picture, cam *calibration.Camera, table *calibration.Table, board []engine.Point) (*Measured, error) {
	clean := FromMat(p.mat.Clone())
	defer clean.Close()
	paper := clean.around(board)
	if err := clean.blot(board, paper); err != nil {
		return nil, err
	}
	var m *Measured
	err := withRaster(clean, func(r *raster, gray gocv.Mat) error {
		f := &finder{raster: r, gray: gray, cam: cam, ground: groundFrom(table)}
		s, err := f.anySize()
		if err != nil {
			return err
		}
		if m, err = r.bestLayout(s, cam, table); err == nil {
			m.Set.Colors = r.plastics(m, paper)
		}
		return err
	})
	return m, err
}

// tilePitches are what tiles are tried for whose size nobody knows, millimetres.
var tilePitches = []float64{24.3, 21.5, 27, 19, 30}

// TableUnder is the table on which the structure in a picture lies; its lengths are as right as the set's. Seen from nearly straight
// above, its tilt may be some degrees off: the board tells it better. Errors of the picture are of
// type *Error.
func (v *Reader) TableUnder(p *Picture, cam *calibration.Camera, set *calibration.Tileset) (*calibration.Table, error) {
	t := &calibration.Table{Width: p.Width, Height: p.Height}
	return t, withRaster(p, func(r *raster, gray gocv.Mat) error {
		f := &finder{raster: r, gray: gray, cam: cam, sizes: sizesOf(set)}
		s, err := f.search(utmost)
		if err != nil {
			return err
		}
		if len(s.cells) < groundTiles {
			return &Error{NoTiles, fmt.Sprintf("only %d linked tiles are seen: lay %d or more, or the board", len(s.cells), groundTiles)}
		}
		for i := range 3 {
			t.R[i] = [3]float64{s.pose.x[i], s.pose.y[i], s.pose.z[i]}
		}
		t.T = s.pose.t
		return nil
	})
}

// anySize looks for tiles of any size on the known table, and takes the size whose tiles' edges are seen best.
func (f *finder) anySize() (*structure, error) {
	var best *structure
	for _, pitch := range tilePitches {
		f.sizes = sizesOf(&calibration.Tileset{PitchMM: pitch})
		s, err := f.search(utmost)
		if errors.Is(err, errNoTiles) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if best == nil || s.edges+s.score > best.edges+best.score {
			best = s
		}
	}
	if best == nil {
		return nil, errNoLayout
	}
	return best, nil
}

// around is the mean color on an outline; no color if there is no outline.
func (p *Picture) around(outline []engine.Point) (mean rgb) {
	for _, at := range outline {
		x, y := min(max(int(at.X), 0), p.Width-1), min(max(int(at.Y), 0), p.Height-1)
		for c := range mean {
			mean[c] += float64(p.mat.GetUCharAt(y, 3*x+c)) / float64(len(outline))
		}
	}
	return mean
}

// blot paints a polygon over.
func (p *Picture) blot(outline []engine.Point, with rgb) error {
	if len(outline) < 3 {
		return nil
	}
	var corners []image.Point
	for _, at := range outline {
		corners = append(corners, image.Pt(int(at.X+0.5), int(at.Y+0.5)))
	}
	polygon := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer polygon.Close()
	return gocv.FillPoly(&p.mat, polygon, color.RGBA{R: uint8(with[2]), G: uint8(with[1]), B: uint8(with[0]), A: 255})
}

// paperWhite is what white paper would be under the light in which colors are told.
const paperWhite = 240.0

// plastics are the tiles' colors as they would look if the paper around the board were white.
func (r *raster) plastics(m *Measured, paper rgb) map[engine.Color][3]float64 {
	var faces []rgb
	var hues []hue
	for _, at := range m.cells.places() {
		v := r.view(&m.pose, at, float64(m.cells[at]))
		if v.inside {
			faces, hues = append(faces, v.plastic), append(hues, hueOf(v.plastic))
		}
	}
	shift := commonShift(hues)
	sums, counts := map[engine.Color][3]float64{}, map[engine.Color]float64{}
	for i, h := range hues {
		c := engine.PlayerColors[likeliestColor(h.logLikelihood(shift))]
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

// The layout to be measured: so many in a row, and so many on one end.
const inRow, onEnd = 5, 5

// bestLayout measures under every way in which the tiles seen may be the layout, and takes the one whose edges are seen best.
func (r *raster) bestLayout(s *structure, cam *calibration.Camera, table *calibration.Table) (*Measured, error) {
	var best *Measured
	most := math.Inf(-1)
	for _, cells := range layouts(s.cells) {
		for _, share := range thicknessTried {
			b, err := benchOf(s, cam, table)
			if err != nil {
				return nil, err
			}
			b.thickness = share * b.pitch
			if m, err := r.measure(b, cells); err == nil && m.likely > most {
				best, most = m, m.likely
			}
		}
	}
	if best == nil || most < leastLikely {
		return nil, errNoLayout
	}
	return best, nil
}

// thicknessTried are the thicknesses that are begun with, as shares of the pitch: the edge of a stack's top is found only from near.
var thicknessTried = []float64{0.18, 0.23, 0.28, 0.33}

var errNoLayout = &Error{NoTiles, fmt.Sprintf("no row of %d tiles with a stack of %d on one end is seen: lay it beside the board, letters up, with nothing else near it", inRow, onEnd)}

// leastLikely is what the edges of tiles that lie as they should reach.
const leastLikely = 20.0

// layouts are the ways in which the cells may be part of the layout: rows of five that hold three of them or more.
func layouts(seen stacks) []stacks {
	var all []stacks
	tried := map[[3]int]bool{}
	for _, at := range seen.places() {
		for across := range 2 {
			step := engine.Place{Row: across, Col: 1 - across}
			for shift := range inRow {
				first := engine.Place{Row: at.Row - shift*step.Row, Col: at.Col - shift*step.Col}
				key := [3]int{first.Row, first.Col, across}
				if tried[key] {
					continue
				}
				tried[key] = true
				all = append(all, rowOf(first, step, seen)...)
			}
		}
	}
	return all
}

// rowOf is a row with the stack on either end, if enough of it is seen.
func rowOf(first, step engine.Place, seen stacks) []stacks {
	row, known := stacks{}, 0
	var last engine.Place
	for k := range inRow {
		last = engine.Place{Row: first.Row + k*step.Row, Col: first.Col + k*step.Col}
		if row[last] = 1; seen[last] > 0 {
			known++
		}
	}
	if known < 3 {
		return nil
	}
	var both []stacks
	for _, end := range []engine.Place{first, last} {
		cells := maps.Clone(row)
		cells[end] = onEnd
		both = append(both, cells)
	}
	return both
}

// benchOf begins with what the structure's own pose tells on the known table.
func benchOf(s *structure, cam *calibration.Camera, table *calibration.Table) (*bench, error) {
	b := &bench{table: table, cam: cam, thickness: defaultThickness}
	at := func(col, row float64) (x, y float64) { return b.onTable(s.pose.pixel(col, row, 1), b.thickness) }
	x0, y0 := at(0, 0)
	x1, y1 := at(1, 0)
	b.x, b.y, b.yaw = x0, y0, math.Atan2(y1-y0, x1-x0)
	b.pitch = math.Hypot(x1-x0, y1-y0)
	b.side, b.thickness = b.pitch-gapKnown, flatShare*b.pitch
	if b.pitch < 8 || b.pitch > 120 {
		return nil, &Error{NoTiles, fmt.Sprintf("the tiles seem to be %.0f mm wide: check the size of the board's squares, and that it lies flat beside the tiles", b.pitch)}
	}
	return b, nil
}
