package tabit

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision"
)

// Examples are boxes of which it is known what they hold.
type Examples struct {
	looks   []vector
	classes []Class
}

// Add takes a box out of a picture file: its corners, as who sits there reads it, and what it holds.
func (e *Examples) Add(file []byte, corners [4][2]float64, class Class) error {
	p, err := vision.Decode(file)
	if err != nil {
		return err
	}
	defer p.Close()
	var q engine.Quad
	for i, c := range corners {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	return vision.WithRaster(p, func(r *vision.Raster, _ gocv.Mat) error {
		e.looks = append(e.looks, *cut(r, q).look())
		e.classes = append(e.classes, class)
		return nil
	})
}

// Len is how many there are.
func (e *Examples) Len() int { return len(e.looks) }

// Judge is what was learned.
type Judge struct{ net *net }

// Save writes the form that the program embeds as its file.
func (j *Judge) Save(w io.Writer) error { return j.net.write(w) }

const (
	batch = 64
	drop  = 0.2 // of the hidden units, while learning
	decay = 2e-5
)

// Learn fits a judge by Adam on the logarithmic loss. tell reports progress: the accuracy on held-out boxes.
func Learn(known, held *Examples, epochs int, rng *rand.Rand, tell func(string)) *Judge {
	t := newTrainer(rng)
	for epoch := range epochs {
		rate := 0.0015 * (1 - 0.97*float64(epoch)/float64(epochs))
		order := rng.Perm(known.Len())
		for from := 0; from+batch <= len(order); from += batch {
			for _, i := range order[from : from+batch] {
				t.add(&known.looks[i], known.classes[i])
			}
			t.step(rate)
		}
		right, loss := t.net().rate(held)
		tell(fmt.Sprintf("epoch %d: right %.4f, loss %.4f of %d held back", epoch+1, right, loss, held.Len()))
	}
	n := t.net()
	n.calibrate(held)
	right, loss := n.rate(held)
	tell(fmt.Sprintf("calibrated by %.2f: right %.4f, loss %.4f", n.Certainty, right, loss))
	return &Judge{n}
}

// rate is the accuracy of the net on the examples, and its mean logarithmic loss.
func (n *net) rate(e *Examples) (right, loss float64) {
	for i := range e.looks {
		s := n.scores(&e.looks[i])
		best := 0
		for c := range s {
			if s[c] > s[best] {
				best = c
			}
		}
		if Class(best) == e.classes[i] {
			right++
		}
		loss -= s[e.classes[i]]
	}
	return right / float64(e.Len()), loss / float64(e.Len())
}

// calibrate finds how certain the net should be.
func (n *net) calibrate(e *Examples) {
	best, at := math.Inf(1), float32(1)
	for c := float32(0.3); c <= 1.5; c += 0.05 {
		n.Certainty = c
		if _, loss := n.rate(e); loss < best {
			best, at = loss, c
		}
	}
	n.Certainty = at
}

// trainer holds the net's numbers by layer, their gradients, and Adam's running moments.
type trainer struct {
	rng        *rand.Rand
	w, g, m, v [][]float32
	steps      int
}

func newTrainer(rng *rand.Rand) *trainer {
	n := net{Certainty: 1}
	t := &trainer{rng: rng}
	for _, l := range []*[][]float32{&t.w, &t.g, &t.m, &t.v} {
		*l = n.layers()[:4]
	}
	for i := range t.w[0] {
		t.w[0][i] = float32(rng.NormFloat64() / math.Sqrt(features))
	}
	for i := range t.w[2] {
		t.w[2][i] = float32(rng.NormFloat64() / math.Sqrt(hidden))
	}
	return t
}

// net is what the trainer has come to.
func (t *trainer) net() *net {
	n := new(net)
	n.take(append(append([][]float32{}, t.w...), []float32{1}))
	return n
}

// add adds one example's gradient. A share of the hidden units is left out each time.
func (t *trainer) add(x *vector, class Class) {
	var act [hidden]float32
	for h := range act {
		if t.rng.Float64() < drop {
			continue
		}
		sum := t.w[1][h]
		row := t.w[0][h*features : (h+1)*features]
		for i, v := range x {
			sum += row[i] * v
		}
		act[h] = max(sum, 0) / (1 - drop)
	}
	var d [classes]float32
	top, sum := float32(math.Inf(-1)), float32(0)
	for c := range d {
		d[c] = t.w[3][c]
		for h, a := range act {
			d[c] += t.w[2][c*hidden+h] * a
		}
		top = max(top, d[c])
	}
	for c := range d {
		d[c] = float32(math.Exp(float64(d[c] - top)))
		sum += d[c]
	}
	var back [hidden]float32
	for c := range d {
		d[c] /= sum
		if Class(c) == class {
			d[c]--
		}
		t.g[3][c] += d[c]
		for h, a := range act {
			t.g[2][c*hidden+h] += d[c] * a
			back[h] += d[c] * t.w[2][c*hidden+h]
		}
	}
	for h, b := range back {
		if act[h] <= 0 {
			continue
		}
		b /= 1 - drop
		t.g[1][h] += b
		row := t.g[0][h*features : (h+1)*features]
		for i, v := range x {
			row[i] += b * v
		}
	}
}

// step moves along the gradient of a batch.
func (t *trainer) step(rate float64) {
	t.steps++
	c1, c2 := 1-math.Pow(0.9, float64(t.steps)), 1-math.Pow(0.999, float64(t.steps))
	for l := range t.w {
		for i, g := range t.g[l] {
			g = g/batch + decay*t.w[l][i]
			t.m[l][i] += 0.1 * (g - t.m[l][i])
			t.v[l][i] += 0.001 * (g*g - t.v[l][i])
			t.w[l][i] -= float32(rate * float64(t.m[l][i]) / c1 / (math.Sqrt(float64(t.v[l][i])/c2) + 1e-8))
			t.g[l][i] = 0
		}
	}
}
