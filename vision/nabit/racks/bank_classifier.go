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
	HeightHypotheses = highestBank - LowestBank + 1
	referenceLevel = 4 // the level at which the size of a top face is measured; what it is on others is told from there
)

// sideDepths are where a stack's sides are looked at, in tiles below the lower edge of its gray tile, if it is so high.
var sideDepths = [...]float64{-4.2, -3.5, -2.8, -2.3, -1.95, -1.65, -1.4, -1.15, -0.85, -0.6, -0.4, -0.15, 0.15, 0.4, 0.7, 1.05, 1.5}

const (
	BankInputs = 3*17 + 23 // three of each of sideDepths, five of the whole side, three of the table, and fifteen of the top and its place
	EnsembleSize   = 4         // that are averaged, each
	HiddenUnits   = 32        // so wide
)

// BankClassifier is a small network that says how much what is seen under a face looks like the sides of a stack so many tiles high: a
// logarithmic score in which 0 means as likely as no stack at all. LearnStacks makes it.
type BankClassifier struct{ Net *nn.Net }

// BankShape is that of one of the networks.
var BankShape = nn.Shape{Inputs: BankInputs, Hidden: HiddenUnits, Outputs: 1, Activation: nn.TanhTable, Normalized: true}

//go:embed stack.bin
var bankWeights []byte

// BanksClassifier is the one that the program comes with.
var BanksClassifier = sync.OnceValue(func() *BankClassifier {
	shape := BankShape
	shape.Hidden *= EnsembleSize
	return &BankClassifier{tileface.Embedded("stack", bankWeights, shape)}
})

// Best is the likeliest way, from 1, and the log-odds of there being a stack at all.
func (j *BankClassifier) Best(x *[HeightHypotheses][BankInputs]float32) (way int, odds float64) {
	way = 1
	var inputs [HeightHypotheses * BankInputs]float32
	var scores [HeightHypotheses]float32
	for l := range x {
		copy(inputs[l*BankInputs:], x[l][:])
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

// bankHypothesis is a stack that stands alone, if it is so many levels high.
type bankHypothesis struct {
	camerapose.Pose
	level int
}

// TopFace is a face that may be the top of a stack, and what it is seen among.
type TopFace struct {
	At      engine.Point // its middle
	Turn    float64      // against the structure's lattice
	plastic picture.BGR
	shift    hue.Hue
	table   picture.BGR // around it
	Size    float64     // by how much its sides lie farther out than those of a face on level referenceLevel, pitches,
	sizeWeight    float64     // and how well they are seen, 0 to 1
	tableSize    float64     // the same of tiles that lie on the table,
	tableSizes  float64     // and of how many, at most sizesEnough
	faceScore    float64     // how much it looks like a face: the judges'
	candidateScore    float64
	inLine  float64 // faces of its color in line with it
	rackDistance    float64 // pitches from the next end of a rack of its color, beyond what is usual
}

// Surroundings is what lies around faces that may be tops of stacks.
type Surroundings struct {
	Lines []hypothesis.Line
	shift   hue.Hue
	sizes  map[engine.Color][]float64 // by how much the sides of tiles on the table lie farther out than they should, pitches
}

// MeasureSurroundings measures what lies around a structure.
func MeasureSurroundings(r *picture.Raster, lines []hypothesis.Line, shift hue.Hue) *Surroundings {
	a := &Surroundings{lines, shift, map[engine.Color][]float64{}}
	var tiles []*hypothesis.LooseFace
	for _, c := range lines {
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
		sizes[i].out, sizes[i].told = measureSize(r, &p, 1)
	})
	for i, f := range tiles {
		if sizes[i].told > sizeVisible {
			a.sizes[f.Color] = append(a.sizes[f.Color], sizes[i].out)
		}
	}
	return a
}

const (
	sizeVisible   = 0.5 // of a tile's sides must be seen to tell its size
	sizesEnough = 3   // tiles of a color tell how large the others are
)

// sizeOffset is by how much larger tiles on the table look than they should, and how many tell it: those of the color, or else all.
func (a *Surroundings) sizeOffset(color engine.Color) (out, told float64) {
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

// MeasureTop looks closely at a face that may be the top of a stack.
func MeasureTop(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, a *Surroundings) TopFace {
	inLine, away := relateToRacks(f, a.Lines)
	t := TopFace{plastic: f.Plastic, shift: a.shift, candidateScore: f.Score, inLine: float64(inLine), rackDistance: away}
	t.tableSize, t.tableSizes = a.sizeOffset(f.Color)
	at, _ := hypothesis.OnLevel(&s.Pose, f.Pixel(0, 0, f.Level), referenceLevel)
	p := s.PoseAt(at.X, at.Y, f.Turn)
	tileface.AlignFace(r, &p, referenceLevel, tileface.WideEdgeNet())
	tileface.AlignFace(r, &p, referenceLevel, tileface.NarrowEdgeNet())
	t.At, t.Turn = p.Pixel(0, 0, referenceLevel), orientationOf(s, &p)
	v := tileface.SampleFaceClosely(r, &p, engine.Place{}, referenceLevel)
	t.faceScore = tileface.LevelLikelihood(tileface.FineClassifier().Score(v.Features()))
	t.plastic = v.Plastic
	t.Size, t.sizeWeight = measureSize(r, &p, referenceLevel)
	t.table = tableColorAround(r, &p)
	return t
}

// measureSize is by how much a face's sides lie farther out than its pose has them, and how well they are seen.
func measureSize(r *picture.Raster, p *camerapose.Pose, level float64) (out, told float64) {
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

// tableColorAround is the median color of the table around a tile.
func tableColorAround(r *picture.Raster, p *camerapose.Pose) (c picture.BGR) {
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

// stackSide is one side of a stack as the camera sees it.
type stackSide struct {
	axes [2][2]float64
	visible float64 // pixels a tile
}

// visibleSides are the sides that the camera sees.
func (v *bankHypothesis) visibleSides() (all []stackSide, seen float64) {
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
			all = append(all, stackSide{axes, px})
			seen += px
		}
	}
	return all, seen
}

// sideColor is the mean color of the walls at a height over the table, each counted as it is seen.
func sideColor(r *picture.Raster, v *bankHypothesis, walls []stackSide, height float64) (mean picture.BGR) {
	half := v.Side / v.Pitch * tileface.StackSides
	total := 0.0
	for _, w := range walls {
		a := v.Pixel(half*w.axes[0][0]-w.axes[1][0]/2, half*w.axes[0][1]-w.axes[1][1]/2, height)
		b := v.Pixel(half*w.axes[0][0]+w.axes[1][0]/2, half*w.axes[0][1]+w.axes[1][1]/2, height)
		for _, k := range tileface.StackAlong {
			c := r.At(engine.Point{X: a.X + (k+0.5)*(b.X-a.X), Y: a.Y + (k+0.5)*(b.Y-a.Y)})
			for i := range mean {
				mean[i] += w.visible * c[i]
			}
		}
		total += w.visible * float64(len(tileface.StackAlong))
	}
	for i := range mean {
		mean[i] /= max(total, 1e-9)
	}
	return mean
}

// relativeTint is a color as the judge of stacks sees it: how far it is from the lamp's own towards the tile's, how far beside that line, and how
// bright it is against the tile's face.
func (t *TopFace) relativeTint(c picture.BGR) (f [3]float64) {
	tile, h := hue.HueOf(t.plastic), hue.HueOf(c)
	x, y := tile[0]-t.shift[0], tile[1]-t.shift[1]
	n := max(math.Hypot(x, y), 0.15)
	dx, dy := h[0]-t.shift[0], h[1]-t.shift[1]
	f[0] = min(max((dx*x+dy*y)/(n*n), -1), 2)
	f[1] = min(max((dy*x-dx*y)/n, -1), 1)
	f[2] = min(max(math.Log((c[0]+c[1]+c[2]+20)/(t.plastic[0]+t.plastic[1]+t.plastic[2]+20)), -2.5), 1.5)
	return f
}

// BankFeatures describe a top face and the sides below it for the judge, if the stack is so high.
func BankFeatures(r *picture.Raster, s *hypothesis.Hypothesis, t *TopFace, level int) (f [BankInputs]float32, v bankHypothesis) {
	at, _ := hypothesis.OnLevel(&s.Pose, t.At, float64(level))
	v = bankHypothesis{Pose: s.PoseAt(at.X, at.Y, t.Turn), level: level}
	walls, seen := v.visibleSides()
	n := 0
	add := func(x float64) { f[n] = float32(x); n++ }
	for _, d := range sideDepths {
		tint := [3]float64{1, 0, 0}
		if depth := max(float64(level)+d, 0.2); len(walls) > 0 {
			tint = t.relativeTint(sideColor(r, &v, walls, float64(level)-depth))
		}
		for _, x := range tint {
			add(x)
		}
	}
	addSideStatistics(r, &v, walls, t, add)
	for _, x := range t.relativeTint(t.table) {
		add(x)
	}
	t.addTopFeatures(&v, seen, add)
	return f, v
}

// addTopFeatures adds what the top face tells of a height, if the sides are seen so far (pixels a tile): its size, above all.
func (t *TopFace) addTopFeatures(v *bankHypothesis, seen float64, add func(float64)) {
	_, _, eye := v.Eye()
	level := float64(v.level)
	larger := v.Side / v.Pitch / 2 * ((eye-referenceLevel)/(eye-level) - 1)
	for _, off := range [...]float64{t.Size - larger, t.Size - t.tableSize - larger} {
		off = min(max(off/0.01, -6), 6) * t.sizeWeight
		add(off)
		add(math.Abs(off))
	}
	add(t.sizeWeight)
	add(t.tableSizes)
	add(math.Log(seen + 0.3))
	add(min(seen, 6))
	add(math.Log(seen*level + 0.3))
	add(math.Log(eye))
	add(t.faceScore)
	add(t.candidateScore)
	add(min(t.inLine, 5))
	add(t.rackDistance)
	add(level)
}

// addSideStatistics adds what the sides look like where the tiles are: mean and least of their color, and how uneven they are.
func addSideStatistics(r *picture.Raster, v *bankHypothesis, walls []stackSide, t *TopFace, add func(float64)) {
	var mean [3]float64
	least, uneven, count := 1.0, 0.0, 0.0
	if len(walls) > 0 {
		last := math.NaN()
		for depth := 0.35; depth < float64(v.level)-1.2; depth += 0.25 {
			x := t.relativeTint(sideColor(r, v, walls, float64(v.level)-depth))
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
