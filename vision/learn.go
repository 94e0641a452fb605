package vision

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// Scene is a picture whose truth is known, to learn from.
type Scene struct {
	Picture *Picture
	Camera  *calibration.Camera
	Set     *calibration.Tileset
	X, Y, Z [3]float64 // the lattice's axes in camera space: columns, rows, down
	Origin  [3]float64 // the middle of place 0, 0 on the table, in camera space
	Heights map[engine.Place]int
	Visible map[engine.Place]float64
	Loose   []engine.Point // middles of tiles that are not part of the lattice
}

// example is a lattice place seen at all five levels, and the truth: 0 tiles or more.
type example struct {
	x     [engine.MaxHeight][featureCount]float64
	truth int
}

// Examples are what a judge learns from: each stack of the scenes and the empty places beside them, seen under a
// slightly wrong pose, as a fitted one is.
type Examples struct{ all []example }

// Slip is how wrong the poses are under which a judge will have to judge: standard deviations about each axis, in radians, and along
// each axis, in millimetres.
type Slip struct{ Turn, Shift float64 }

// Poses fitted to marks alone, and poses fitted to edges.
var (
	CoarseSlip = Slip{0.05, 1.0}
	FineSlip   = Slip{0.006, 0.25}
)

// Add takes the examples of one scene, seen so many times.
func (e *Examples) Add(s Scene, times int, slip Slip, rng *rand.Rand) error {
	return withRaster(s.Picture, func(r *raster, _ gocv.Mat) error {
		true_ := pose{cam: s.Camera, sizes: sizesOf(s.Set), x: s.X, y: s.Y, z: s.Z, t: s.Origin}
		for range times {
			e.addPlaces(r, &true_, s, slip, rng)
			e.addBackground(r, &true_, s, rng)
		}
		return nil
	})
}

func (e *Examples) addPlaces(r *raster, true_ *pose, s Scene, slip Slip, rng *rand.Rand) {
	done := map[engine.Place]bool{}
	add := func(at engine.Place) {
		if done[at] {
			return
		}
		done[at] = true
		ex := example{truth: s.Heights[at]}
		var d [6]float64
		for k := range 3 {
			d[k] = slip.Turn * rng.NormFloat64()
			d[k+3] = slip.Shift * rng.NormFloat64()
		}
		p := true_.moved(d, true_.space(float64(at.Col), float64(at.Row), float64(max(1, ex.truth))))
		for l := range engine.MaxHeight {
			v := r.view(&p, at, float64(l+1))
			if !v.inside {
				return
			}
			ex.x[l] = v.features()
		}
		e.all = append(e.all, ex)
	}
	for at := range s.Heights {
		if s.Visible[at] > 0.35 {
			add(at)
		}
		for _, n := range at.Neighbors() {
			if s.Heights[n] == 0 {
				add(n)
			}
		}
	}
}

// Background examples of each scene: cloth, clutter, and tiles that lie across the lattice looked for.
const (
	backgroundTries = 60
	acrossTries     = 12
)

func (e *Examples) addBackground(r *raster, true_ *pose, s Scene, rng *rand.Rand) {
	for n := range backgroundTries + acrossTries {
		turn := rng.Float64() * math.Pi / 2
		sin, cos := math.Sincos(turn)
		p := *true_
		p.x = true_.x.scale(cos).add(true_.y.scale(sin))
		p.y = p.z.cross(p.x)
		reach := 14.0
		if n >= backgroundTries {
			reach = 4
		}
		shift := [2]float64{reach * (2*rng.Float64() - 1) * p.pitch, reach * (2*rng.Float64() - 1) * p.pitch}
		p.t = p.t.add(true_.x.scale(shift[0])).add(true_.y.scale(shift[1]))
		p.t = p.t.scale(math.Exp(0.15 * rng.NormFloat64()))
		scale := p.scale(engine.Place{})
		far, sharp := true, false
		for at, h := range s.Heights {
			d := dist(true_.pixel(float64(at.Col), float64(at.Row), float64(h)), p.pixel(0, 0, 1)) / scale
			far = far && d > 1.3
			sharp = sharp || d < 0.35
		}
		for _, q := range s.Loose {
			d := dist(q, p.pixel(0, 0, 1)) / scale
			far, sharp = far && d > 1.3, sharp || d < 0.35
		}
		// Beside a tile is not quite on it, and says little: take the clear cases.
		if sharp || n < backgroundTries && !far {
			continue
		}
		ex := example{}
		ok := true
		for l := range engine.MaxHeight {
			v := r.view(&p, engine.Place{}, float64(l+1))
			ok = ok && v.inside
			ex.x[l] = v.features()
		}
		if ok {
			e.all = append(e.all, ex)
		}
	}
}

// Len is the number of examples.
func (e *Examples) Len() int { return len(e.all) }

// Judge is what was learned.
type Judge struct{ net judge }

// Save writes the form that the program embeds as judge.bin.
func (j *Judge) Save(w io.Writer) error { return binary.Write(w, binary.LittleEndian, &j.net) }

// Rate is the share of stacks whose height the judge finds (given that there is one), and of places whose emptiness it tells.
func (j *Judge) Rate(e *Examples) (heights, presence float64) {
	stacks, right, told := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		best, sum := 0, 0.0
		var s [engine.MaxHeight]float64
		for l := range s {
			s[l] = j.net.score(ex.x[l])
			sum += math.Exp(s[l])
			if s[l] > s[best] {
				best = l
			}
		}
		if ex.truth > 0 {
			stacks++
			if best+1 == ex.truth {
				right++
			}
		}
		if (sum > 1) == (ex.truth > 0) {
			told++
		}
	}
	return float64(right) / float64(stacks), float64(told) / float64(len(e.all))
}

// Learn fits a judge by Adam on the logarithmic loss of the choice among empty and the five levels.
func Learn(e *Examples, epochs int, rng *rand.Rand) *Judge {
	t := newTrainer(e, rng)
	const batch = 64
	for epoch := range epochs {
		rate := 0.003 * (1 - 0.95*float64(epoch)/float64(epochs))
		order := rng.Perm(len(e.all))
		for from := 0; from < len(order); from += batch {
			for _, i := range order[from:min(from+batch, len(order))] {
				t.backward(&e.all[i])
			}
			t.step(rate, float64(min(batch, len(order)-from)))
		}
	}
	return &Judge{t.judge()}
}

// trainer holds a judge's numbers in one row, their gradients, and Adam's running moments.
type trainer struct {
	mean, scale [featureCount]float64
	w, g, m, v  []float64
	steps       int
}

// The row: hidden weights, hidden biases, output weights, output bias.
const (
	biasAt    = judgeHidden * featureCount
	outAt     = biasAt + judgeHidden
	outBiasAt = outAt + judgeHidden
	rowLength = outBiasAt + 1
)

func newTrainer(e *Examples, rng *rand.Rand) *trainer {
	t := &trainer{w: make([]float64, rowLength), g: make([]float64, rowLength), m: make([]float64, rowLength), v: make([]float64, rowLength)}
	n := float64(len(e.all) * engine.MaxHeight)
	var square [featureCount]float64
	for i := range e.all {
		for l := range engine.MaxHeight {
			for k, x := range e.all[i].x[l] {
				t.mean[k] += x / n
				square[k] += x * x / n
			}
		}
	}
	for k := range t.scale {
		t.scale[k] = 1 / math.Sqrt(max(square[k]-t.mean[k]*t.mean[k], 1e-4))
	}
	for i := range biasAt {
		t.w[i] = rng.NormFloat64() / math.Sqrt(featureCount)
	}
	for i := outAt; i < outBiasAt; i++ {
		t.w[i] = rng.NormFloat64() / math.Sqrt(judgeHidden)
	}
	return t
}

// backward adds one example's gradient.
func (t *trainer) backward(ex *example) {
	var x [engine.MaxHeight][featureCount]float64
	var act [engine.MaxHeight][judgeHidden]float64
	var score [engine.MaxHeight + 1]float64 // 0: empty
	top := 0.0
	for l := range engine.MaxHeight {
		for k := range x[l] {
			x[l][k] = (ex.x[l][k] - t.mean[k]) * t.scale[k]
		}
		score[l+1] = t.w[outBiasAt]
		for h := range judgeHidden {
			a := t.w[biasAt+h]
			for k, w := range t.w[h*featureCount : (h+1)*featureCount] {
				a += w * x[l][k]
			}
			act[l][h] = math.Tanh(a)
			score[l+1] += t.w[outAt+h] * act[l][h]
		}
		top = max(top, score[l+1])
	}
	sum := 0.0
	for l := range score {
		score[l] = math.Exp(score[l] - top)
		sum += score[l]
	}
	for l := range engine.MaxHeight {
		d := score[l+1] / sum
		if ex.truth == l+1 {
			d--
		}
		t.g[outBiasAt] += d
		for h := range judgeHidden {
			t.g[outAt+h] += d * act[l][h]
			dh := d * t.w[outAt+h] * (1 - act[l][h]*act[l][h])
			t.g[biasAt+h] += dh
			row := t.g[h*featureCount : (h+1)*featureCount]
			for k := range row {
				row[k] += dh * x[l][k]
			}
		}
	}
}

// step moves along the gradient, with a little weight decay.
func (t *trainer) step(rate, n float64) {
	t.steps++
	c1, c2 := 1-math.Pow(0.9, float64(t.steps)), 1-math.Pow(0.999, float64(t.steps))
	for i, g := range t.g {
		g /= n
		t.m[i] = 0.9*t.m[i] + 0.1*g
		t.v[i] = 0.999*t.v[i] + 0.001*g*g
		t.w[i] -= rate * (t.m[i]/c1/(math.Sqrt(t.v[i]/c2)+1e-8) + 1e-3*t.w[i])
		t.g[i] = 0
	}
}

func (t *trainer) judge() judge {
	var j judge
	for k := range featureCount {
		j.Mean[k], j.Scale[k] = float32(t.mean[k]), float32(t.scale[k])
	}
	for h := range judgeHidden {
		for k := range featureCount {
			j.In[h][k] = float32(t.w[h*featureCount+k])
		}
		j.Bias[h], j.Out[h] = float32(t.w[biasAt+h]), float32(t.w[outAt+h])
	}
	j.OutBias = float32(t.w[outBiasAt])
	return j
}
