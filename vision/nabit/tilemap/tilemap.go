package tilemap

import (
	_ "embed"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
	"tilewatch/vision/nn/unet"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// The largest picture that the network sees, pixels, the longer side first; an upright one stands.
const (
	longer  = 640
	shorter = 384
)

//go:embed tilemap.bin
var file []byte

// net is the network that the program runs.
var net = sync.OnceValue(func() *unet.Net {
	n, _, err := unet.Read(file)
	if err == nil && n.Outputs != Outputs {
		err = fmt.Errorf("it has %d outputs, not %d", n.Outputs, Outputs)
	}
	if err != nil {
		panic(fmt.Sprintf("tilemap.bin: %v", err)) // the file is part of the program
	}
	return n
})

// Preload reads the network, as the first picture would.
func Preload() { net() }

// Map is what the network says of a picture, in points of 2 x 2 pixels of the small picture.
type Map struct {
	Width, Height int            // of the part that shows the picture
	Scale         float64        // points of the map per pixel of the picture
	small         kernel.Picture // what the network saw
	out           *unet.Blob
	tile, board   []float32 // log-odds by point, see odds
	peaks         []Peak
}

// Of runs the network on a picture.
func Of(r *picture.Raster) (*Map, error) {
	small, scale := shrunk(r)
	m := &Map{Width: (small.W + 1) / 2, Height: (small.H + 1) / 2, Scale: scale / 2, small: small}
	var err error
	m.out, err = net().RunRows(1, cells(small.H), cells(small.W), func(_, y int, row []float32) {
		clear(row)
		if y < small.H {
			for from := small.BGR[3*y*small.W:][:3*small.W]; len(from) >= 3; row, from = row[3:], from[3:] {
				row[0], row[1], row[2] = float32(from[2])/255-0.5, float32(from[1])/255-0.5, float32(from[0])/255-0.5
			}
		}
	})
	if err != nil {
		return nil, err
	}
	m.tile, m.board = make([]float32, len(m.out.Plane(0))), make([]float32, len(m.out.Plane(0)))
	var planes [Classes][]float32
	for c := range planes {
		planes[c] = m.out.Plane(c)
	}
	parallel.Do(m.Height, func(y int) {
		var classes [Classes]float32
		for i := y * m.out.Width; i < y*m.out.Width+m.Width; i++ {
			for c := range planes {
				classes[c] = planes[c][i]
			}
			m.tile[i], m.board[i] = odds(&classes)
		}
	})
	m.peaks = m.findPeaks()
	return m, nil
}

// shrunk brings a picture to the network's size by area means; a smaller one keeps its size. It returns how many of its pixels a pixel of the picture takes.
func shrunk(r *picture.Raster) (small kernel.Picture, scale float64) {
	w, h := longer, shorter
	if r.H > r.W {
		w, h = h, w
	}
	scale = min(1, float64(w)/float64(r.W), float64(h)/float64(r.H))
	return kernel.Shrink(r.Kernel(), min(w, max(1, int(float64(r.W)*scale+0.5))), min(h, max(1, int(float64(r.H)*scale+0.5)))), scale
}

// cells is a side up to a multiple of the network's cell: what the picture does not fill is 0.
func cells(side int) int { return (side + net().Cell() - 1) / net().Cell() * net().Cell() }

// faceSamples is the number of points along a face's side that a mean takes, and inset how far from its border they begin, in sides: a border's points
// show what lies beside, too.
const (
	faceSamples = 5
	inset       = 0.15
)

// Signs are what the map shows of a face.
func (m *Map) Signs(face engine.Quad) Signs {
	return Signs{Tile: m.mean(m.tile, face), Middle: m.middle(face)}
}

// middleReach is how far from a face's middle its heat may peak, sides: the pose may be off by as much.
const middleReach = 0.12

// middle is the most heat about a face's middle, log-odds.
func (m *Map) middle(q engine.Quad) float64 {
	plane, most := m.out.Plane(heat), float32(-oddsMost)
	for _, v := range [3]float64{0.5 - middleReach, 0.5, 0.5 + middleReach} {
		left, right := mix(q[0], q[3], v), mix(q[1], q[2], v)
		for _, u := range [3]float64{0.5 - middleReach, 0.5, 0.5 + middleReach} {
			most = max(most, plane[m.near(mix(left, right, u))])
		}
	}
	return float64(min(most, oddsMost))
}

// SignsOfPart are the signs of a face of which only these points are seen: the heat's middle is that of what is seen.
func (m *Map) SignsOfPart(seen []engine.Point) (s Signs) {
	var middle engine.Point
	n := 1 / float64(len(seen))
	for _, p := range seen {
		middle.X, middle.Y = middle.X+n*p.X, middle.Y+n*p.Y
	}
	s.Tile = m.meanOf(m.tile, seen)
	plane, most := m.out.Plane(heat), float32(-oddsMost)
	for _, y := range [3]float64{-1, 0, 1} {
		for _, x := range [3]float64{-1, 0, 1} {
			most = max(most, plane[m.near(engine.Point{X: middle.X + x/m.Scale, Y: middle.Y + y/m.Scale})])
		}
	}
	s.Middle = float64(min(most, oddsMost))
	return s
}

// ColorOdds are the log-probabilities of the players' colors, in the order of engine.PlayerColors.
func (m *Map) ColorOdds(face engine.Quad) (l engine.ColorLikelihoods) {
	for c := range l {
		l[c] = m.mean(m.out.Plane(firstColor+c), face)
	}
	floats.AddConst(-floats.LogSumExp(l[:]), l[:]) // softmax
	return l
}

func (m *Map) mean(plane []float32, q engine.Quad) (sum float64) {
	for i := range faceSamples {
		v := inset + (1-2*inset)*float64(i)/(faceSamples-1)
		left, right := mix(q[0], q[3], v), mix(q[1], q[2], v)
		for k := range faceSamples {
			u := inset + (1-2*inset)*float64(k)/(faceSamples-1)
			sum += float64(plane[m.near(mix(left, right, u))])
		}
	}
	return sum / (faceSamples * faceSamples)
}

func (m *Map) meanOf(plane []float32, seen []engine.Point) (sum float64) {
	for _, p := range seen {
		sum += float64(plane[m.near(p)])
	}
	return sum / float64(len(seen))
}

func mix(a, b engine.Point, k float64) engine.Point {
	return engine.Point{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y)}
}

// near is the index of a picture's point in the map; beyond the rim that of the rim.
func (m *Map) near(p engine.Point) int {
	x, y := int((p.X+0.5)*m.Scale), int((p.Y+0.5)*m.Scale)
	return min(max(y, 0), m.Height-1)*m.out.Width + min(max(x, 0), m.Width-1)
}
