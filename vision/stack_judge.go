package vision

import (
	_ "embed" // what was learned
	"math"
	"slices"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/nn"
)

const (
	bankWays = bankTop - bankLow + 1
	stackRef = 4 // the level at which the size of a top face is measured; what it is on others is told from there
)

// stackDepths are where a stack's sides are looked at, in tiles below the lower edge of its gray tile, if it is so high.
var stackDepths = [...]float64{-4.2, -3.5, -2.8, -2.3, -1.95, -1.65, -1.4, -1.15, -0.85, -0.6, -0.4, -0.15, 0.15, 0.4, 0.7, 1.05, 1.5}

const (
	stackInputs = 3*17 + 23 // three of each of stackDepths, five of the whole side, three of the table, and fifteen of the top and its place
	stackNets   = 4         // that are averaged, each
	stackEach   = 32        // so wide
)

// stackJudge is a small network that says how much what is seen under a face looks like the sides of a stack so many tiles high: a
// logarithmic score in which 0 means as likely as no stack at all. LearnStacks makes it.
type stackJudge struct{ net *nn.Net }

// stackShape is that of one of the networks.
var stackShape = nn.Shape{Inputs: stackInputs, Hidden: stackEach, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed stack.bin
var stackFile []byte

// banksJudge is the one that the program comes with.
var banksJudge = sync.OnceValue(func() *stackJudge {
	shape := stackShape
	shape.Hidden *= stackNets
	return &stackJudge{embedded("stack", stackFile, shape)}
})

// best is the likeliest way, from 1, and the log-odds of there being a stack at all.
func (j *stackJudge) best(x *[bankWays][stackInputs]float32) (way int, odds float64) {
	way = 1
	var inputs [bankWays * stackInputs]float32
	var scores [bankWays]float32
	for l := range x {
		copy(inputs[l*stackInputs:], x[l][:])
	}
	j.net.Forward(inputs[:], scores[:])
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

// stackView is a stack that stands alone, if it is so many levels high.
type stackView struct {
	pose
	level int
}

// stackTop is a face that may be the top of a stack, and what it is seen among.
type stackTop struct {
	at      engine.Point // its middle
	turn    float64      // against the structure's lattice
	plastic rgb
	lamp    hue
	table   rgb     // around it
	size    float64 // by how much its sides lie farther out than those of a face on level stackRef, pitches,
	told    float64 // and how well they are seen, 0 to 1
	bias    float64 // the same of tiles that lie on the table,
	biased  float64 // and of how many, at most sizesEnough
	like    float64 // how much it looks like a face: the judges'
	spot    float64
	inLine  float64 // faces of its color in line with it
	away    float64 // pitches from the next end of a rack of its color, beyond what is usual
}

// among is what lies around faces that may be tops of stacks.
type among struct {
	chains []chain
	lamp   hue
	sizes  map[engine.Color][]float64 // by how much the sides of tiles on the table lie farther out than they should, pitches
}

// amongst measures what lies around a structure.
func (r *raster) amongst(chains []chain, lamp hue) *among {
	a := &among{chains, lamp, map[engine.Color][]float64{}}
	var tiles []*looseFace
	for _, c := range chains {
		for i := range c {
			if len(c) > 1 && c[i].level == 1 {
				tiles = append(tiles, &c[i])
			}
		}
	}
	type size struct{ out, told float64 }
	sizes := make([]size, len(tiles))
	onAllCores(len(tiles), func(i int) {
		p := tiles[i].pose
		r.settle(&p, 1, narrowLocator())
		sizes[i].out, sizes[i].told = r.sizeOf(&p, 1)
	})
	for i, f := range tiles {
		if sizes[i].told > sizesTold {
			a.sizes[f.color] = append(a.sizes[f.color], sizes[i].out)
		}
	}
	return a
}

const (
	sizesTold   = 0.5 // of a tile's sides must be seen to tell its size
	sizesEnough = 3   // tiles of a color tell how large the others are
)

// size is by how much larger tiles on the table look than they should, and how many tell it: those of the color, or else all.
func (a *among) size(color engine.Color) (out, told float64) {
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

// topOf looks closely at a face that may be the top of a stack.
func (r *raster) topOf(s *structure, f *looseFace, a *among) stackTop {
	inLine, away := f.among(a.chains)
	t := stackTop{plastic: f.plastic, lamp: a.lamp, spot: f.score, inLine: float64(inLine), away: away}
	t.bias, t.biased = a.size(f.color)
	at, _ := s.onLevel(f.pixel(0, 0, f.level), stackRef)
	p := s.poseAt(at.X, at.Y, f.turn)
	r.settle(&p, stackRef, wideLocator())
	r.settle(&p, stackRef, narrowLocator())
	t.at, t.turn = p.pixel(0, 0, stackRef), s.turnOf(&p)
	v := r.viewClosely(&p, engine.Place{}, stackRef)
	t.like = likingOf(fineJudge().score(v.features()))
	t.plastic = v.plastic
	t.size, t.told = r.sizeOf(&p, stackRef)
	t.table = r.around(&p)
	return t
}

// sizeOf is by how much a face's sides lie farther out than its pose has them, and how well they are seen.
func (r *raster) sizeOf(p *pose, level float64) (out, told float64) {
	l := narrowLocator()
	var b borderView
	if r.border(&b, p, engine.Place{}, level, float64(l.Step)); b.outside {
		return 0, 0
	}
	for _, found := range l.locate(&b.inputs) {
		w := 1 - found.none
		out += w * found.offset
		told += w
	}
	if told < 0.5 {
		return 0, 0
	}
	return out / told, told / float64(halfSides)
}

// around is the median color of the table around a tile.
func (r *raster) around(p *pose) (c rgb) {
	var h [3]histogram
	for k := range 24 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 12)
		at := r.at(p.pixel(1.15*cos, 1.15*sin, 0))
		for i := range h {
			h[i].add(at[i])
		}
	}
	for i := range c {
		c[i] = h[i].median()
	}
	return c
}

// wall is one side of a stack as the camera sees it.
type wall struct {
	axes [2][2]float64
	seen float64 // pixels a tile
}

// walls are the sides that the camera sees.
func (v *stackView) walls() (all []wall, seen float64) {
	level := float64(v.level) - 1
	mid, up := v.pixel(0, 0, level), v.pixel(0, 0, level+1)
	half := v.side / v.pitch / 2
	for _, axes := range sideAxes {
		a := v.pixel(half*(axes[0][0]-axes[1][0]), half*(axes[0][1]-axes[1][1]), level)
		b := v.pixel(half*(axes[0][0]+axes[1][0]), half*(axes[0][1]+axes[1][1]), level)
		nx, ny := (b.Y-a.Y)/dist(a, b), (a.X-b.X)/dist(a, b)
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
func (r *raster) wallAt(v *stackView, walls []wall, height float64) (mean rgb) {
	half := v.side / v.pitch * stackSides
	total := 0.0
	for _, w := range walls {
		a := v.pixel(half*w.axes[0][0]-w.axes[1][0]/2, half*w.axes[0][1]-w.axes[1][1]/2, height)
		b := v.pixel(half*w.axes[0][0]+w.axes[1][0]/2, half*w.axes[0][1]+w.axes[1][1]/2, height)
		for _, k := range stackAlong {
			c := r.at(engine.Point{X: a.X + (k+0.5)*(b.X-a.X), Y: a.Y + (k+0.5)*(b.Y-a.Y)})
			for i := range mean {
				mean[i] += w.seen * c[i]
			}
		}
		total += w.seen * float64(len(stackAlong))
	}
	for i := range mean {
		mean[i] /= max(total, 1e-9)
	}
	return mean
}

// tint is a color as the judge of stacks sees it: how far it is from the lamp's own towards the tile's, how far beside that line, and how
// bright it is against the tile's face.
func (t *stackTop) tint(c rgb) (f [3]float64) {
	tile, h := hueOf(t.plastic), hueOf(c)
	x, y := tile[0]-t.lamp[0], tile[1]-t.lamp[1]
	n := max(math.Hypot(x, y), 0.15)
	dx, dy := h[0]-t.lamp[0], h[1]-t.lamp[1]
	f[0] = min(max((dx*x+dy*y)/(n*n), -1), 2)
	f[1] = min(max((dy*x-dx*y)/n, -1), 1)
	f[2] = min(max(math.Log((c[0]+c[1]+c[2]+20)/(t.plastic[0]+t.plastic[1]+t.plastic[2]+20)), -2.5), 1.5)
	return f
}

// stackFeatures describe a top face and the sides below it for the judge, if the stack is so high.
func (r *raster) stackFeatures(s *structure, t *stackTop, level int) (f [stackInputs]float32, v stackView) {
	at, _ := s.onLevel(t.at, float64(level))
	v = stackView{pose: s.poseAt(at.X, at.Y, t.turn), level: level}
	walls, seen := v.walls()
	n := 0
	add := func(x float64) { f[n] = float32(x); n++ }
	for _, d := range stackDepths {
		tint := [3]float64{1, 0, 0}
		if depth := max(float64(level)+d, 0.2); len(walls) > 0 {
			tint = t.tint(r.wallAt(&v, walls, float64(level)-depth))
		}
		for _, x := range tint {
			add(x)
		}
	}
	r.wallWhole(&v, walls, t, add)
	for _, x := range t.tint(t.table) {
		add(x)
	}
	t.tell(&v, seen, add)
	return f, v
}

// tell adds what the top face tells of a height, if the sides are seen so far (pixels a tile): its size, above all.
func (t *stackTop) tell(v *stackView, seen float64, add func(float64)) {
	_, _, eye := v.eye()
	level := float64(v.level)
	larger := v.side / v.pitch / 2 * ((eye-stackRef)/(eye-level) - 1)
	for _, off := range [...]float64{t.size - larger, t.size - t.bias - larger} {
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
func (r *raster) wallWhole(v *stackView, walls []wall, t *stackTop, add func(float64)) {
	var mean [3]float64
	least, uneven, count := 1.0, 0.0, 0.0
	if len(walls) > 0 {
		last := math.NaN()
		for depth := 0.35; depth < float64(v.level)-1.2; depth += 0.25 {
			x := t.tint(r.wallAt(v, walls, float64(v.level)-depth))
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
