package main

import (
	"fmt"
	"math"

	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn/conv"
	"tilewatch/vision/train/scenes"
)

func exp(log float32) float64 { return math.Exp(float64(log)) }

// share is how many of some were right.
type share struct{ right, all float64 }

func (s *share) add(right bool) {
	s.all++
	if right {
		s.right++
	}
}

func (s share) of() float64 { return s.right / max(s.all, 1) }

// tally counts the points of an exam.
type tally struct {
	classes       [tilemap.Classes]share
	phantoms      share // points of the table that pass for a face of the board
	colors, level share
}

// grade says how often the likeliest class, color and level of a point are right on scenes whose tables are of families kept back.
func grade(n *conv.Net, scenes *examples, count int) string {
	var p *conv.Pass
	var t tally
	for i := range count {
		truth, m := scenes.exam(i)
		if p == nil {
			p = n.NewPass(m.Width, m.Height, workers)
		}
		p.Load(m)
		t.add(truth, p.Run())
	}
	c := t.classes
	return fmt.Sprintf("right on %d scenes with tables kept back: table %.4f (faces seen there %.5f), letters %.3f, blanks %.3f, sides %.3f, loose %.3f, banks %.3f, colors %.3f, levels %.3f",
		count, c[tilemap.Table].of(), t.phantoms.of(), c[tilemap.Letter].of(), c[tilemap.Blank].of(), c[tilemap.Side].of(), c[tilemap.Loose].of(), c[tilemap.Bank].of(), t.colors.of(), t.level.of())
}

// add counts the points of a scene whose pixels are of one class.
func (t *tally) add(truth *scenes.Labels, out *conv.Map) {
	for y := range truth.H / 2 {
		for x := range truth.W / 2 {
			at := 2*y*truth.W + 2*x
			if pure(truth, at) {
				t.point(tilemap.Class(truth.Class[at]), int(truth.Color[at]), int(truth.Level[at]), out.At(x, y))
			}
		}
	}
}

func (t *tally) point(class tilemap.Class, color, level int, outputs []float32) {
	classes, colors, levels := tilemap.Groups(outputs)
	best := tilemap.Class(likeliest(classes))
	t.classes[class].add(best == class)
	if class == tilemap.Table {
		t.phantoms.add(best == tilemap.Letter || best == tilemap.Blank)
		return
	}
	if color > 0 && color <= players {
		t.colors.add(likeliest(colors) == color-1)
	}
	if level > 0 {
		t.level.add(likeliest(levels) == level-1)
	}
}

// players is the number of their colors, the first of all colors.
const players = 4

// pure says whether the four pixels of a point are of one class.
func pure(truth *scenes.Labels, at int) bool {
	c := truth.Class
	return c[at+1] == c[at] && c[at+truth.W] == c[at] && c[at+truth.W+1] == c[at]
}

func likeliest(odds []float32) (best int) {
	for i, v := range odds {
		if v > odds[best] {
			best = i
		}
	}
	return best
}
