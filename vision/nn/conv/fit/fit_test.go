package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/vision/nn/conv"
	"tilewatch/vision/nn/conv/fit"
)

// disk is a picture of a bright disk on a dark ground, and where it lies.
type disk struct{ x, y, r float64 }

const side = 32

func draw(number int) (disk, *conv.Picture) {
	r := rand.New(rand.NewPCG(3, uint64(number)))
	d := disk{8 + 16*r.Float64(), 8 + 16*r.Float64(), 3 + 4*r.Float64()}
	p := &conv.Picture{Width: side, Height: side, RGB: make([]uint8, 3*side*side)}
	for i := range side * side {
		v := 60 + 60*r.Float64()
		if d.has(float64(i%side), float64(i/side)) {
			v += 100
		}
		p.RGB[3*i], p.RGB[3*i+1], p.RGB[3*i+2] = uint8(v), uint8(v), uint8(v)
	}
	return d, p
}

func draws(number int) []fit.Example[disk] {
	d, p := draw(number)
	return []fit.Example[disk]{{Truth: d, Picture: p}}
}

func (d disk) has(x, y float64) bool { return math.Hypot(x-d.x, y-d.y) < d.r }

// loss is the logistic loss of the first output: inside of the disk or not.
func loss(d disk, out, g *conv.Map) (sum float64) {
	n := float64(out.Width * out.Height)
	for y := range out.Height {
		for x := range out.Width {
			truth := 0.0
			if d.has(float64(2*x)+0.5, float64(2*y)+0.5) {
				truth = 1
			}
			p := 1 / (1 + math.Exp(-float64(out.At(x, y)[0])))
			sum -= (truth*math.Log(p+1e-9) + (1-truth)*math.Log(1-p+1e-9)) / n
			g.At(x, y)[0] = float32((p - truth) / n)
		}
	}
	return sum
}

func learn(t *testing.T) (n *conv.Net, first, last float64) {
	n, err := fit.New(conv.Shape{Channels: []int{16, 16}, Depth: []int{1, 1}, Outputs: 16}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	const steps = 60
	fit.Fit(n, fit.Task[disk]{Width: side, Height: side, Examples: draws, Loss: loss}, fit.Run{Steps: steps, Batch: 4, Workers: 2,
		Rate: func(float64) float64 { return 0.01 }, Report: func(step int, l float64) {
			if step == 0 {
				first = l
			}
			last = l
		}})
	return n, first, last
}

func TestItLearnsToSeeADisk(t *testing.T) {
	n, first, last := learn(t)
	if last > first/4 {
		t.Errorf("the loss falls from %.3f to %.3f only", first, last)
	}
	again, _, _ := learn(t)
	for i, w := range n.Weights {
		if again.Weights[i] != w {
			t.Fatalf("weight %d is %g, and %g in a second run", i, w, again.Weights[i])
		}
	}
}
