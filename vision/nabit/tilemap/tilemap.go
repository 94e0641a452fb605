package tilemap

import (
	_ "embed"
	"fmt"
	"image"
	"math"
	"runtime"
	"sync"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nn/conv"
	"tilewatch/vision/parallel"
)

// width is the longer side of the picture that the network sees, pixels: the width of the scenes that it learned from.
const width = 640

//go:embed tilemap.bin
var file []byte

// Net is the network that the program runs.
var Net = sync.OnceValue(func() *conv.Net {
	n, err := conv.Read(file)
	if err != nil {
		panic(fmt.Sprintf("tilemap.bin: %v", err)) // the file is part of the program
	}
	return n
})

// passes keeps the maps of earlier pictures by their size: a camera sends many of one size.
var passes sync.Pool

type sized struct {
	w, h int
	net  *conv.Net
	pass *conv.Pass
}

func passFor(n *conv.Net, w, h int) *conv.Pass {
	if p, ok := passes.Get().(*sized); ok && p.w == w && p.h == h && p.net == n {
		return p.pass
	}
	return n.NewPass(w, h, runtime.NumCPU())
}

// Map is what the network says of a picture, in points of 2 x 2 pixels of the small picture.
type Map struct {
	Width, Height int
	Scale         float64   // points of the map per pixel of the picture
	board, tile   []float32 // log-odds by point
}

// Of runs the network on a picture, blue, green, red.
func Of(bgr gocv.Mat) (*Map, error) {
	var m *Map
	err := Look(Net(), bgr, func(out *conv.Map, width, height int, scale float64) {
		m = &Map{Width: width, Height: height, Scale: scale, board: make([]float32, width*height), tile: make([]float32, width*height)}
		parallel.Do(height, func(y int) {
			for x := range width {
				i := y*width + x
				m.board[i], m.tile[i] = odds(out.At(x, y))
			}
		})
	})
	return m, err
}

// odds are the log-odds of a face of the board against all else, and of any tile's face against the table and sides.
func odds(outputs []float32) (board, tile float32) {
	var p [Classes]float64
	sum := 0.0
	classes, _, _ := Groups(outputs)
	for i, v := range classes {
		p[i] = math.Exp(float64(min(max(v, -oddsMost), oddsMost)))
		sum += p[i]
	}
	b := p[Letter] + p[Blank]
	t := b + p[Loose] + p[Bank]
	return float32(math.Log(b / (sum - b))), float32(math.Log(t / (sum - t)))
}

// oddsMost keeps exponentials finite; no picture comes near.
const oddsMost = 40

// Look runs a network on a picture, and lends its outputs, the map's size, and the points of the map per pixel of the picture, for one call.
func Look(n *conv.Net, bgr gocv.Mat, use func(out *conv.Map, width, height int, scale float64)) error {
	small, scale, err := shrink(bgr)
	if err != nil {
		return err
	}
	p := passFor(n, small.Width, small.Height)
	p.Load(small)
	use(p.Run(), (small.Width+1)/2, (small.Height+1)/2, scale/2)
	passes.Put(&sized{small.Width, small.Height, n, p})
	return nil
}

// shrink brings a picture to the network's size by area means. A smaller one keeps its size.
func shrink(bgr gocv.Mat) (*conv.Picture, float64, error) {
	scale := min(1, float64(width)/float64(max(bgr.Cols(), bgr.Rows())))
	size := image.Pt(max(1, int(float64(bgr.Cols())*scale+0.5)), max(1, int(float64(bgr.Rows())*scale+0.5)))
	small, rgb := gocv.NewMat(), gocv.NewMat()
	defer small.Close()
	defer rgb.Close()
	if err := gocv.Resize(bgr, &small, size, 0, 0, gocv.InterpolationArea); err != nil {
		return nil, 0, err
	}
	if err := gocv.CvtColor(small, &rgb, gocv.ColorBGRToRGB); err != nil {
		return nil, 0, err
	}
	return &conv.Picture{Width: size.X, Height: size.Y, RGB: rgb.ToBytes()}, scale, nil
}

// faceSamples is the number of points along a face's side that a mean takes, and inset how far from its border they begin, in sides: a border's points
// show what lies beside, too.
const (
	faceSamples = 5
	inset       = 0.15
)

// Board are the log-odds that a face is one of the board, with a letter or without, the mean over its inside.
func (m *Map) Board(face engine.Quad) float64 { return m.mean(m.board, face) }

// Tile are the log-odds that a face is a tile's, wherever that lies.
func (m *Map) Tile(face engine.Quad) float64 { return m.mean(m.tile, face) }

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

func mix(a, b engine.Point, k float64) engine.Point {
	return engine.Point{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y)}
}

// near is the index of a picture's point in the map; beyond the rim that of the rim.
func (m *Map) near(p engine.Point) int {
	x, y := int((p.X+0.5)*m.Scale), int((p.Y+0.5)*m.Scale)
	return min(max(y, 0), m.Height-1)*m.Width + min(max(x, 0), m.Width-1)
}
