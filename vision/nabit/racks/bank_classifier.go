package racks

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nn"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

const (
	BankWays = bankTop - BankLow + 1
	stackRef = 4 // the level at which the size of a top face is measured; what it is on others is told from there
)

// stackDepths are where a stack's sides are looked at, in tiles below the lower edge of its gray tile, if it is so high.
var stackDepths = [...]float64{-4.2, -3.5, -2.8, -2.3, -1.95, -1.65, -1.4, -1.15, -0.85, -0.6, -0.4, -0.15, 0.15, 0.4, 0.7, 1.05, 1.5}

const (
	StackInputs = 3*17 + 23 // three of each of stackDepths, five of the whole side, three of the table, and fifteen of the top and its place
	StackNets   = 4         // that are averaged, each
	StackEach   = 32        // so wide
)

// BankClassifier is a small network that says how much what is seen under a face looks like the sides of a stack so many tiles high: a
// logarithmic score in which 0 means as likely as no stack at all. LearnStacks makes it.
type BankClassifier struct{ Net *nn.Net }

// StackShape is that of one of the networks.
var StackShape = nn.Shape{Inputs: StackInputs, Hidden: StackEach, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed stack.bin
var stackFile []byte

// BanksClassifier is the one that the program comes with.
var BanksClassifier = sync.OnceValue(func() *BankClassifier {
	shape := StackShape
	shape.Hidden *= StackNets
	return &BankClassifier{tileface.Embedded("stack", stackFile, shape)}
})

// Best is the likeliest way, from 1, and the log-odds of there being a stack at all.
func (j *BankClassifier) Best(x *[BankWays][StackInputs]float32) (way int, odds float64) {
	way = 1
	var inputs [BankWays * StackInputs]float32
	var scores [BankWays]float32
	for l := range x {
		copy(inputs[l*StackInputs:], x[l][:])
	}
	j.Net.Forward(inputs[:], scores[:])
	sum, most := 0.0, math.Inf(-1)
	for l := range scores {
		score := float64(scores[l])
		sum += math.Exp(min(score, 40))
		if score > most {
			way, most = l+1, score
		}
	}
	return way, math.Log(sum + 1e-9)
}

// sideProfile is a stack that stands alone, if it is so many levels high.
type sideProfile struct {
	camerapose.Pose
	level int
}

// stackTop is a face that may be the top of a stack, and what it is seen among.
type stackTop struct {
	At      engine.Point // its middle
	Turn    float64      // against the structure's lattice
	plastic picture.BGR
	lamp    hue.Hue
	table   picture.BGR // around it
	Size    float64     // by how much its sides lie farther out than those of a face on level stackRef, pitches,
	told    float64     // and how well they are seen, 0 to 1
	bias    float64     // the same of tiles that lie on the table,
	biased  float64     // and of how many, at most sizesEnough
	like    float64     // how much it looks like a face: the judges'
	spot    float64
	inLine  float64 // faces of its color in line with it
	away    float64 // pitches from the next end of a rack of its color, beyond what is usual
}

// Surroundings is what lies around faces that may be tops of stacks.
type Surroundings struct {
	Chains []hypothesis.Line
	lamp   hue.Hue
	sizes  map[engine.Color][]float64 // by how much the sides of tiles on the table lie farther out than they should, pitches
}

// MeasureSurroundings measures what lies around a structure.
func MeasureSurroundings(r *picture.Raster, chains []hypothesis.Line, lamp hue.Hue) *Surroundings {
	a := &Surroundings{chains, lamp, map[engine.Color][]float64{}}
	var tiles []*hypothesis.LooseFace
	for _, c := range chains {
		for i := range c {
			if len(c) > 1 && c[i].Level == 1 {
				tiles = append(tiles, &c[i])
			}
		}
	}
	type size struct{ out, told float64 }
	sizes := make([]size, len(tiles))
	parallel.Do(len(tiles), func(i int) {
		p := tiles[i].Pose
		tileface.AlignFace(r, &p, 1, tileface.NarrowEdgeNet())
		sizes[i].out, sizes[i].told = sizeOf(r, &p, 1)
	})
	for i, f := range tiles {
		if sizes[i].told > sizesTold {
			a.sizes[f.Color] = append(a.sizes[f.Color], sizes[i].out)
		}
	}
	return a
}

const (
	sizesTold   = 0.5 // of a tile's sides must be seen to tell its size
	sizesEnough = 3   // tiles of a color tell how large the others are
)

// size is by how much larger tiles on the table look than they should, and how many tell it: those of the color, or else all.
func (a *Surroundings) size(color engine.Color) (out, told float64) {
	sizes := slices.Clone(a.sizes[color])
	if len(sizes) < sizesEnough {
		sizes = nil
		for _, c := range engine.PlayerColors {
			sizes = append(sizes, a.sizes[c]...)
		}
	}
	if len(sizes) == 0 {
		return 0, 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2], float64(min(len(sizes), sizesEnough))
}

// TopOf looks closely at a face that may be the top of a stack.
func TopOf(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, a *Surroundings) stackTop {
	inLine, away := among(f, a.Chains)
	t := stackTop{plastic: f.Plastic, lamp: a.lamp, spot: f.Score, inLine: float64(inLine), away: away}
	t.bias, t.biased = a.size(f.Color)
	at, _ := hypothesis.OnLevel(&s.Pose, f.Pixel(0, 0, f.Level), stackRef)
	p := s.PoseAt(at.X, at.Y, f.Turn)
	tileface.AlignFace(r, &p, stackRef, tileface.WideEdgeNet())
	tileface.AlignFace(r, &p, stackRef, tileface.NarrowEdgeNet())
	t.At, t.Turn = p.Pixel(0, 0, stackRef), turnOf(s, &p)
	v := tileface.SampleFaceClosely(r, &p, engine.Place{}, stackRef)
	t.like = tileface.LevelLikelihood(tileface.FineClassifier().Score(v.Features()))
	t.plastic = v.Plastic
	t.Size, t.told = sizeOf(r, &p, stackRef)
	t.table = around(r, &p)
	return t
}

// sizeOf is by how much a face's sides lie farther out than its pose has them, and how well they are seen.
func sizeOf(r *picture.Raster, p *camerapose.Pose, level float64) (out, told float64) {
	l := tileface.NarrowEdgeNet()
	var b tileface.BorderProfile
	if tileface.SampleBorder(r, &b, p, engine.Place{}, level, float64(l.Step)); b.Outside {
		return 0, 0
	}
	for _, found := range l.Locate(&b.Inputs) {
		w := 1 - found.None
		out += w * found.Offset
		told += w
	}
	if told < 0.5 {
		return 0, 0
	}
	return out / told, told / float64(tileface.HalfSides)
}

// around is the median color of the table around a tile.
func around(r *picture.Raster, p *camerapose.Pose) (c picture.BGR) {
	var h [3]picture.Histogram
	for k := range 24 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 12)
		at := r.At(p.Pixel(1.15*cos, 1.15*sin, 0))
		for i := range h {
			h[i].Add(at[i])
		}
	}
	for i := range c {
		c[i] = h[i].Median()
	}
	return c
}

// wall is one side of a stack as the camera sees it.
type wall struct {
	axes [2][2]float64
	seen float64 // pixels a tile
}

// walls are the sides that the camera sees.
func (v *sideProfile) walls() (all []wall, seen float64) {
	level := float64(v.level) - 1
	mid, up := v.Pixel(0, 0, level), v.Pixel(0, 0, level+1)
	half := v.Side / v.Pitch / 2
	for _, axes := range tileface.SideAxes {
		a := v.Pixel(half*(axes[0][0]-axes[1][0]), half*(axes[0][1]-axes[1][1]), level)
		b := v.Pixel(half*(axes[0][0]+axes[1][0]), half*(axes[0][1]+axes[1][1]), level)
		nx, ny := (b.Y-a.Y)/picture.Dist(a, b), (a.X-b.X)/picture.Dist(a, b)
		if nx*(a.X-mid.X)+ny*(a.Y-mid.Y) < 0 {
			nx, ny = -nx, -ny
		}
		if px := -(nx*(up.X-mid.X) + ny*(up.Y-mid.Y)); px > 0.25 {
			all = append(all, wall{axes, px})
			seen += px
		}
	}
	return all, seen
}

// wallAt is the mean color of the walls at a height over the table, each counted as it is seen.
func wallAt(r *picture.Raster, v *sideProfile, walls []wall, height float64) (mean picture.BGR) {
	half := v.Side / v.Pitch * tileface.StackSides
	total := 0.0
	for _, w := range walls {
		a := v.Pixel(half*w.axes[0][0]-w.axes[1][0]/2, half*w.axes[0][1]-w.axes[1][1]/2, height)
		b := v.Pixel(half*w.axes[0][0]+w.axes[1][0]/2, half*w.axes[0][1]+w.axes[1][1]/2, height)
		for _, k := range tileface.StackAlong {
			c := r.At(engine.Point{X: a.X + (k+0.5)*(b.X-a.X), Y: a.Y + (k+0.5)*(b.Y-a.Y)})
			for i := range mean {
				mean[i] += w.seen * c[i]
			}
		}
		total += w.seen * float64(len(tileface.StackAlong))
	}
	for i := range mean {
		mean[i] /= max(total, 1e-9)
	}
	return mean
}

// tint is a color as the judge of stacks sees it: how far it is from the lamp's own towards the tile's, how far beside that line, and how
// bright it is against the tile's face.
func (t *stackTop) tint(c picture.BGR) (f [3]float64) {
	tile, h := hue.HueOf(t.plastic), hue.HueOf(c)
	x, y := tile[0]-t.lamp[0], tile[1]-t.lamp[1]
	n := max(math.Hypot(x, y), 0.15)
	dx, dy := h[0]-t.lamp[0], h[1]-t.lamp[1]
	f[0] = min(max((dx*x+dy*y)/(n*n), -1), 2)
	f[1] = min(max((dy*x-dx*y)/n, -1), 1)
	f[2] = min(max(math.Log((c[0]+c[1]+c[2]+20)/(t.plastic[0]+t.plastic[1]+t.plastic[2]+20)), -2.5), 1.5)
	return f
}

// StackFeatures describe a top face and the sides below it for the judge, if the stack is so high.
func StackFeatures(r *picture.Raster, s *hypothesis.Hypothesis, t *stackTop, level int) (f [StackInputs]float32, v sideProfile) {
	at, _ := hypothesis.OnLevel(&s.Pose, t.At, float64(level))
	v = sideProfile{Pose: s.PoseAt(at.X, at.Y, t.Turn), level: level}
	walls, seen := v.walls()
	n := 0
	add := func(x float64) { f[n] = float32(x); n++ }
	for _, d := range stackDepths {
		tint := [3]float64{1, 0, 0}
		if depth := max(float64(level)+d, 0.2); len(walls) > 0 {
			tint = t.tint(wallAt(r, &v, walls, float64(level)-depth))
		}
		for _, x := range tint {
			add(x)
		}
	}
	wallWhole(r, &v, walls, t, add)
	for _, x := range t.tint(t.table) {
		add(x)
	}
	t.addTopSize(&v, seen, add)
	return f, v
}

// addTopSize adds what the top face tells of a height, if the sides are seen so far (pixels a tile): its size, above all.
func (t *stackTop) addTopSize(v *sideProfile, seen float64, add func(float64)) {
	_, _, eye := v.Eye()
	level := float64(v.level)
	larger := v.Side / v.Pitch / 2 * ((eye-stackRef)/(eye-level) - 1)
	for _, off := range [...]float64{t.Size - larger, t.Size - t.bias - larger} {
		off = min(max(off/0.01, -6), 6) * t.told
		add(off)
		add(math.Abs(off))
	}
	add(t.told)
	add(t.biased)
	add(math.Log(seen + 0.3))
	add(min(seen, 6))
	add(math.Log(seen*level + 0.3))
	add(math.Log(eye))
	add(t.like)
	add(t.spot)
	add(min(t.inLine, 5))
	add(t.away)
	add(level)
}

// wallWhole adds what the sides look like where the tiles are: mean and least of their color, and how uneven they are.
func wallWhole(r *picture.Raster, v *sideProfile, walls []wall, t *stackTop, add func(float64)) {
	var mean [3]float64
	least, uneven, count := 1.0, 0.0, 0.0
	if len(walls) > 0 {
		last := math.NaN()
		for depth := 0.35; depth < float64(v.level)-1.2; depth += 0.25 {
			x := t.tint(wallAt(r, v, walls, float64(v.level)-depth))
			for k := range mean {
				mean[k] += x[k]
			}
			least = min(least, x[0])
			if !math.IsNaN(last) {
				uneven += math.Abs(x[2] - last)
			}
			last = x[2]
			count++
		}
	}
	for k := range mean {
		add(mean[k] / max(count, 1))
	}
	add(least)
	add(uneven / max(count, 1))
}
