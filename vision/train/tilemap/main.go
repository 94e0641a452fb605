// Command tilemap trains the network of vision/nabit/tilemap on made-up scenes, from random weights, and writes its file and provenance.
//
//	go run ./vision/train/tilemap                          writes vision/nabit/tilemap/tilemap.bin, within an hour on two cores
//	go run ./vision/train/tilemap -look picture.jpg -net tilemap.bin -out overlay.png     shows what a network sees
//
// The number of steps is the budget: equal flags give equal weights on one kind of machine, whatever its load.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"time"

	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/conv"
	convfit "tilewatch/vision/nn/conv/fit"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/train/scenes"
)

// shape is as wide as two cores can run within about 20 ms on a picture of 640 x 360.
var shape = conv.Shape{Channels: []int{16, 32, 48, 64}, Depth: []int{2, 2, 2, 3}, Outputs: tilemap.Outputs}

const (
	width  = 640
	height = 360

	workers = 2    // a part of the recipe: their number orders the sums
	decay   = 1e-4 // AdamW's
)

func main() {
	log.SetFlags(log.Ltime)
	steps := flag.Int("steps", 6500, "batches to learn from")
	batch := flag.Int("batch", 2, "scenes in a batch")
	rate := flag.Float64("rate", 4e-3, "greatest learning rate")
	seed := flag.Uint64("seed", 1, "of weights and scenes")
	begin := flag.String("net", "", "network to go on from, or to look with")
	look := flag.String("look", "", "picture to look at instead of training")
	exam := flag.Int("exam", 60, "scenes on kept back tables that grade it")
	out := flag.String("out", "vision/nabit/tilemap/tilemap.bin", "file to write")
	flag.Parse()
	var err error
	switch {
	case *look != "":
		err = overlay(*begin, *look, *out)
	case *steps == 0:
		var n *conv.Net
		if n, err = read(*begin); err == nil {
			err = regrade(n, *seed, *exam)
		}
	default:
		err = train(*begin, *out, *seed, *steps, *batch, *exam, *rate)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func read(file string) (*conv.Net, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return conv.Read(b)
}

func regrade(n *conv.Net, seed uint64, exam int) error {
	all, err := newExamples(seed, width, height)
	if err == nil {
		fmt.Println(grade(n, &all, exam))
	}
	return err
}

func train(begin, out string, seed uint64, steps, batch, exam int, rate float64) error {
	n, err := convfit.New(shape, rand.New(rand.NewPCG(seed, 0)))
	if err == nil {
		expect(n)
	}
	if begin != "" {
		n, err = read(begin)
	}
	if err != nil {
		return err
	}
	started, mean := time.Now(), 0.0
	save := func(done int, score string) error {
		n.Provenance = nn.Provenance{Data: fmt.Sprintf("%d made-up scenes of vision/train/scenes with %d fonts, each scene %d times in another light, seed %d", done*batch, len(scenes.Fonts()), variants, seed),
			Command: fit.Command("./vision/train/tilemap"), Commit: fit.Commit(), Score: fmt.Sprintf("%s; %.0f minutes", score, time.Since(started).Minutes())}
		return n.Save(out, nn.Float32)
	}
	past := 0
	for i, s := range stages {
		steps := int(float64(steps) * s.share)
		report := func(step int, l float64) error {
			mean += (l - mean) / min(float64(step+1), meanSteps)
			if (step+1)%logSteps == 0 {
				log.Printf("stage %d, step %d of %d: loss %.4f", i+1, step+1, steps, mean)
			}
			if (step+1)%saveSteps == 0 {
				return save(past+step+1, "not graded")
			}
			return nil
		}
		if err := s.run(n, seed+uint64(i), steps, batch, rate, report); err != nil {
			return err
		}
		past += steps
	}
	all, err := newExamples(seed, width, height)
	if err != nil {
		return err
	}
	score := grade(n, &all, exam)
	log.Print(score)
	return save(past, score)
}

// How often a training says its loss, the mean over about meanSteps steps, and saves what it has.
const (
	logSteps  = 50
	meanSteps = 50
	saveSteps = 500
)

// stage is a part of a training.
type stage struct {
	width, height int
	share, rate   float64 // of the steps, and of the learning rate
}

// stages of a training: first small pictures, in which more points show tiles and a step takes less time, then pictures as the program's.
var stages = []stage{{320, 240, 0.88, 1}, {width, height, 0.12, 0.3}}

func (s *stage) run(n *conv.Net, seed uint64, steps, batch int, rate float64, report func(step int, loss float64) error) error {
	all, err := newExamples(seed, s.width, s.height)
	if err != nil {
		return err
	}
	convfit.Fit(n, convfit.Task[*scenes.Labels]{Width: s.width, Height: s.height, Examples: all.variants, Loss: loss}, convfit.Run{
		Steps: steps, Batch: batch, Rate: warmCosine(rate * s.rate), Decay: decay, Workers: workers,
		Report: func(step int, l float64) {
			if err == nil {
				err = report(step, l)
			}
		}})
	return err
}

// warm is the share of a run in which the rate rises: Adam's moments are rough at first.
const warm = 0.02

func warmCosine(rate float64) func(done float64) float64 {
	falls := fit.Cosine(rate)
	return func(done float64) float64 { return falls(done) * min(1, (done+0.002)/warm) }
}
