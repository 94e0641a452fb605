package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/conv"
	convfit "tilewatch/vision/nn/conv/fit"
	"tilewatch/vision/train/scenes"
)

const (
	smallWidth  = 160
	smallHeight = 96
)

func small(t *testing.T) *examples {
	all, err := newExamples(3, smallWidth, smallHeight)
	if err != nil {
		t.Fatal(err)
	}
	return &all
}

func TestExamplesAreTheSameForTheSameNumber(t *testing.T) {
	a, b := small(t).variants(7), small(t).variants(7)
	if len(a) != variants {
		t.Fatalf("%d variants", len(a))
	}
	for i := range a {
		if !bytes.Equal(a[i].Picture.RGB, b[i].Picture.RGB) || !bytes.Equal(a[i].Truth.Class, b[i].Truth.Class) {
			t.Errorf("variant %d differs", i)
		}
	}
	if _, other := small(t).draw(8); bytes.Equal(other.RGB, a[0].Picture.RGB) {
		t.Error("two numbers give one scene")
	}
}

func TestTruthIsFlippedWithItsPicture(t *testing.T) {
	l, p := small(t).draw(7)
	for _, flips := range [][2]bool{{true, false}, {false, true}, {true, true}} {
		f, m := flipped(l, flips), flippedPicture(p, flips)
		again, same := flipped(f, flips), flippedPicture(m, flips)
		if !bytes.Equal(again.Class, l.Class) || !bytes.Equal(same.RGB, p.RGB) {
			t.Errorf("flipped twice along %v it differs", flips)
		}
		to := turn(l.W, l.H, flips)
		for i := range l.Class {
			if f.Class[to(i)] != l.Class[i] || m.RGB[3*to(i)] != p.RGB[3*i] {
				t.Fatalf("along %v, pixel %d", flips, i)
			}
		}
	}
}

func TestTheLossHasItsGradient(t *testing.T) {
	truth, _ := small(t).draw(2)
	r := rand.New(rand.NewPCG(1, 1))
	out := conv.NewMap(smallHeight/2, smallWidth/2, tilemap.Outputs)
	for i := range out.Data {
		out.Data[i] = float32(r.NormFloat64())
	}
	g := conv.NewMap(out.Height, out.Width, out.Channels)
	loss(truth, &out, &g)
	for range 40 {
		x, y, c := r.IntN(out.Width), r.IntN(out.Height), r.IntN(tilemap.Outputs)
		slope := func(step float32) float64 {
			scratch := conv.NewMap(out.Height, out.Width, out.Channels)
			out.At(x, y)[c] += step
			defer func() { out.At(x, y)[c] -= step }()
			return loss(truth, &out, &scratch)
		}
		const step = 0.05
		want, got := (slope(step)-slope(-step))/(2*step), float64(g.At(x, y)[c])
		if math.Abs(got-want) > 0.02*math.Abs(want)+1e-7 {
			t.Errorf("output %d at %d, %d: gradient %g, slope %g", c, x, y, got, want)
		}
	}
}

// TestASmallRunLearns is a training as the command's, but of a few steps on small pictures.
func TestASmallRunLearns(t *testing.T) {
	n, err := convfit.New(conv.Shape{Channels: []int{16, 32}, Depth: []int{1, 1}, Outputs: tilemap.Outputs}, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	expect(n)
	all := small(t)
	var first, last float64
	const steps = 8
	convfit.Fit(n, convfit.Task[*scenes.Labels]{Width: smallWidth, Height: smallHeight, Loss: loss,
		Examples: func(number int) []convfit.Example[*scenes.Labels] { return all.variants(number % 2) }}, convfit.Run{
		Steps: steps, Batch: 2, Workers: workers, Rate: func(float64) float64 { return 0.004 }, Report: func(step int, l float64) {
			if step == 0 {
				first = l
			}
			last = l
		}})
	if last > 0.7*first {
		t.Errorf("the loss falls from %.3f to %.3f only", first, last)
	}
	if score := grade(n, all, 2); !strings.Contains(score, "2 scenes") {
		t.Errorf("its score is %q", score)
	}
}

func TestAPictureIsPaintedOver(t *testing.T) {
	n, err := convfit.New(conv.Shape{Channels: []int{16}, Depth: []int{1}, Outputs: tilemap.Outputs}, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	n.Provenance = nn.Provenance{Data: "none", Command: "go test", Commit: "none", Score: "none"}
	net, out := filepath.Join(t.TempDir(), "net.bin"), filepath.Join(t.TempDir(), "out.png")
	if err := n.Save(net, nn.Float32); err != nil {
		t.Fatal(err)
	}
	if err := overlay(net, "../../../testdata/nabit/stills/002.jpg", out); err != nil {
		t.Fatal(err)
	}
	if s, err := os.Stat(out); err != nil || s.Size() == 0 {
		t.Errorf("no picture: %v", err)
	}
}
