package tileface

import (
	_ "embed"
	"math"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

//go:embed wide.bin
var wideFile []byte

//go:embed narrow.bin
var narrowFile []byte

// Steps between taps of the edge networks, pitches.
const (
	WideStep   = 0.02
	NarrowStep = 0.01
)

// WideEdgeNet finds edges up to a fifth of a pitch away; NarrowEdgeNet up to a tenth, twice as exactly.
var (
	WideEdgeNet   = sync.OnceValue(func() *EdgeNet { return embeddedEdgeNet("wide", wideFile) })
	NarrowEdgeNet = sync.OnceValue(func() *EdgeNet { return embeddedEdgeNet("narrow", narrowFile) })
)

// PlacementSigma is the standard deviation of a tile from its place, pitches; hand-set.
const PlacementSigma = 0.01

// MaxNoEdge is the probability of no edge in reach from which on a half side does not count; hand-set.
const MaxNoEdge = 0.7

// hereFloor is added to the density of an edge before its logarithm: one half side can lower a likelihood by a factor of ten
// at most, whatever the network says. Hand-set.
const hereFloor = 0.1

// Steps of numeric derivatives along a side and outward, pitches.
const (
	alongStep = 0.02
	outStep   = 0.05
)

// EdgeCorrespondences finds the edge on each half side of every face. What it returns has room for one more correspondence of each face.
func EdgeCorrespondences(r *picture.Raster, p *camerapose.Pose, cells lattice.Levels, l *EdgeNet) []camerapose.Correspondence {
	const each = HalfSides + 1
	places := cells.Places()
	all, found := make([]camerapose.Correspondence, each*len(places)), make([]int, len(places))
	parallel.Do(len(places), func(i int) {
		found[i] = len(faceCorrespondences(all[each*i:each*i:each*(i+1)], r, p, cells, places[i], l))
	})
	together := all[:0]
	for i, n := range found {
		together = append(together, all[each*i:][:n]...)
	}
	return together
}

// faceCorrespondences appends the edges of one face.
func faceCorrespondences(all []camerapose.Correspondence, r *picture.Raster, p *camerapose.Pose, cells lattice.Levels, at engine.Place, l *EdgeNet) []camerapose.Correspondence {
	var v BorderProfile
	level := cells[at]
	SampleBorder(r, &v, p, at, float64(level), float64(l.Step))
	if v.Outside {
		return all
	}
	for i, found := range l.Locate(&v.Inputs) {
		if v.Lift[i] < 0 && cells[at.Add(lattice.SideSteps[i/2])] > level {
			continue // occluded by a higher neighbor
		}
		if found.None < MaxNoEdge {
			all = append(all, v.Correspondence(i, at, level, found))
		}
	}
	return all
}

// Correspondence is the edge on half side i.
func (v *BorderProfile) Correspondence(i int, at engine.Place, level int, found EdgeOffset) camerapose.Correspondence {
	out, dir := SideAxes[i/2][0], SideAxes[i/2][1]
	along := HalfMiddle[i%2]
	point := func(d, a float64) engine.Point { return v.Square.Pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1]) }
	a, b, c := point(v.Half, along), point(v.Half+found.Offset, along), point(v.Half, along+alongStep)
	n := picture.Dist(a, c)
	nx, ny := -(c.Y-a.Y)/n, (c.X-a.X)/n
	d := point(v.Half+outStep, along)
	perPitch := math.Abs((d.X-a.X)*nx+(d.Y-a.Y)*ny) / outStep
	return camerapose.Correspondence{
		Col: float64(at.Col) + v.Half*out[0] + along*dir[0], Row: float64(at.Row) + v.Half*out[1] + along*dir[1], Level: float64(level),
		At: b, Nx: nx, Ny: ny, Weight: (1 - found.None) / (math.Hypot(found.Sigma, PlacementSigma) * perPitch),
	}
}

// EdgeLogLikelihood is the log likelihood that the edges of all faces lie just where the pose has them, against
// anywhere in reach.
func EdgeLogLikelihood(r *picture.Raster, p *camerapose.Pose, cells lattice.Levels) float64 {
	l := NarrowEdgeNet()
	sum := 0.0
	var v BorderProfile
	for _, at := range cells.Places() {
		level := cells[at]
		SampleBorder(r, &v, p, at, float64(level), float64(l.Step))
		if v.Outside {
			continue
		}
		for i, found := range l.Locate(&v.Inputs) {
			if cells[at.Add(lattice.SideSteps[i/2])] <= level {
				sum += math.Log(hereFloor + found.Here)
			}
		}
	}
	return sum
}

// VisibleEdges is the expected number of a face's eight half sides with an edge in reach.
func VisibleEdges(r *picture.Raster, p *camerapose.Pose, at engine.Place, level int) float64 {
	l := WideEdgeNet()
	var v BorderProfile
	if SampleBorder(r, &v, p, at, float64(level), float64(l.Step)); v.Outside {
		return 0
	}
	seen := 0.0
	for _, found := range l.Locate(&v.Inputs) {
		seen += 1 - found.None
	}
	return seen
}

// MaxDisplacement is the largest distance between the faces under two poses, pitches.
func MaxDisplacement(p *camerapose.Pose, o *camerapose.Pose, cells lattice.Levels) float64 {
	most := 0.0
	for at, level := range cells {
		a := p.Camera(float64(at.Col), float64(at.Row), float64(level))
		b := o.Camera(float64(at.Col), float64(at.Row), float64(level))
		d := a.Add(b.Scale(-1))
		most = max(most, math.Sqrt(d.Dot(d))/p.Pitch)
	}
	return most
}

// AlignFace moves the pose of a single face in the table's plane to its edges: one step of weighted least
// squares with a prior on no motion.
func AlignFace(r *picture.Raster, p *camerapose.Pose, level float64, l *EdgeNet) {
	var v BorderProfile
	SampleBorder(r, &v, p, engine.Place{}, level, float64(l.Step))
	if v.Outside {
		return
	}
	var a [3][3]float64
	var b [3]float64
	for i, found := range l.Locate(&v.Inputs) {
		if found.None > MaxNoEdge {
			continue
		}
		// How far outward half a side moves if the face is shifted along its two axes, and turned.
		out, dir, along := SideAxes[i/2][0], SideAxes[i/2][1], HalfMiddle[i%2]
		x, y := v.Half*out[0]+along*dir[0], v.Half*out[1]+along*dir[1]
		j := [3]float64{out[0], out[1], x*out[1] - y*out[0]}
		w := (1 - found.None) * (1 - found.None) / (found.Sigma * found.Sigma)
		for m := range j {
			b[m] += w * j[m] * found.Offset
			for n := range j {
				a[m][n] += w * j[m] * j[n]
			}
		}
	}
	for m := range a {
		a[m][m] += AlignmentPrior
	}
	d := camerapose.Solve3(a, b)
	turn := p.Z.Scale(d[2])
	shift := p.X.Scale(d[0] * p.Pitch).Add(p.Y.Scale(d[1] * p.Pitch))
	*p = p.Moved(camerapose.Delta{turn[0], turn[1], turn[2], shift[0], shift[1], shift[2]}, p.Camera(0, 0, level))
}

// AlignmentPrior is the information that holds a face without edges in place, 1/pitches squared and 1/radians
// squared; hand-set.
const AlignmentPrior = 30
