package main

import (
	"math"

	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn/conv"
	"tilewatch/vision/train/scenes"
)

// weights are how much a point counts by its class: nine of ten points show the table, and few of them are hard. Hand-set.
var weights = [tilemap.Classes]float64{tilemap.Table: 1, tilemap.Letter: 4, tilemap.Blank: 6, tilemap.Side: 4, tilemap.Loose: 4, tilemap.Bank: 4}

// frequencies are the classes' shares of the points, about: what the network says before it has learned.
var frequencies = [tilemap.Classes]float64{tilemap.Table: 0.93, tilemap.Letter: 0.025, tilemap.Blank: 0.002, tilemap.Side: 0.012, tilemap.Loose: 0.02, tilemap.Bank: 0.011}

// expect sets the biases of a new network's classes to their frequencies.
func expect(n *conv.Net) {
	head := n.Steps[len(n.Steps)-1]
	for c, f := range frequencies {
		n.Weights[head.Bias+c] = float32(math.Log(f * weights[c]))
	}
}

const (
	mixed       = 0.2 // weight of a point whose pixels differ in class: its truth is neither
	colorWeight = 0.5 // of the color's loss
	levelWeight = 0.2 // of the level's
)

// loss is the cross entropy of the outputs, the mean over the points; it fills the gradient.
func loss(truth *scenes.Labels, outputs, gradient *conv.Map) (sum float64) {
	w, h := truth.W/2, truth.H/2
	scale := 1 / float64(w*h)
	for y := range h {
		for x := range w {
			at := 2*y*truth.W + 2*x
			class := tilemap.Class(truth.Class[at])
			weight := weights[class] * scale
			if !pure(truth, at) {
				weight *= mixed
			}
			o, g := outputs.At(x, y), gradient.At(x, y)
			classes, colors, levels := tilemap.Groups(o)
			dClasses, dColors, dLevels := tilemap.Groups(g)
			sum += entropy(classes, dClasses, int(class), weight)
			if color := truth.Color[at]; color > 0 && class != tilemap.Table {
				sum += entropy(colors, dColors, int(color)-1, weight*colorWeight)
			}
			if level := truth.Level[at]; level > 0 {
				sum += entropy(levels, dLevels, int(level)-1, weight*levelWeight)
			}
		}
	}
	return sum
}

// entropy is the cross entropy of log-odds whose true one is known.
func entropy(odds, gradient []float32, truth int, weight float64) float64 {
	var logs [tilemap.Outputs]float32
	tilemap.LogSoftmax(odds, logs[:len(odds)])
	for i := range odds {
		gradient[i] += float32(weight * math.Exp(float64(logs[i])))
	}
	gradient[truth] -= float32(weight)
	return -weight * float64(logs[truth])
}
