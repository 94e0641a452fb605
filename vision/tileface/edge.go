package tileface

import (
	_ "embed"
	"math"
	"slices"
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

// Steps of the locators, in pitches.
const (
	WideStep   = 0.02
	NarrowStep = 0.01
)

// WideEdgeNet finds edges up to a fifth of a pitch away, narrowLocator up to half of that, and twice as exactly.
var (
	WideEdgeNet   = sync.OnceValue(func() *EdgeNet { return embeddedLocator("wide", wideFile) })
	NarrowEdgeNet = sync.OnceValue(func() *EdgeNet { return embeddedLocator("narrow", narrowFile) })
)

const PlacementSigma = 0.01 // how far a tile lies off its place, in pitches (standard deviation)

const MaxNoEdge = 0.7 // from this probability of there being no edge in reach on, half a side says nothing

// EdgeCorrespondences looks on each half of each side of every face for its edge.
func EdgeCorrespondences(r *picture.Raster, p *camerapose.Pose, cells lattice.Levels, l *EdgeNet) []camerapose.Correspondence {
	places := cells.Places()
	sights := make([][]camerapose.Correspondence, len(places))
	parallel.Do(len(places), func(i int) { sights[i] = faceCorrespondences(r, p, cells, places[i], l) })
	return slices.Concat(sights...)
}

// faceCorrespondences looks for the edges of one face.
func faceCorrespondences(r *picture.Raster, p *camerapose.Pose, cells lattice.Levels, at engine.Place, l *EdgeNet) []camerapose.Correspondence {
	var v BorderProfile
	level := cells[at]
	SampleBorder(r, &v, p, at, float64(level), float64(l.Step))
	if v.Outside {
		return nil
	}
	var sights []camerapose.Correspondence
	for i, found := range l.Locate(&v.Inputs) {
		if v.Lift[i] < 0 && cells[at.Add(lattice.SideSteps[i/2])] > level {
			continue // hidden
		}
		if found.None < MaxNoEdge {
			sights = append(sights, v.Correspondence(i, at, level, found))
		}
	}
	return sights
}

// Correspondence is the edge found on half side i.
func (v *BorderProfile) Correspondence(i int, at engine.Place, level int, found edgeOffset) camerapose.Correspondence {
	out, dir := SideAxes[i/2][0], SideAxes[i/2][1]
	along := HalfMiddle[i%2]
	point := func(d, a float64) engine.Point { return v.Square.Pixel(d*out[0]+a*dir[0], d*out[1]+a*dir[1]) }
	a, b, c := point(v.Half, along), point(v.Half+found.Offset, along), point(v.Half, along+0.02)
	n := picture.Dist(a, c)
	nx, ny := -(c.Y-a.Y)/n, (c.X-a.X)/n
	d := point(v.Half+0.05, along)
	perPitch := math.Abs((d.X-a.X)*nx+(d.Y-a.Y)*ny) / 0.05
	return camerapose.Correspondence{
		Col: float64(at.Col) + v.Half*out[0] + along*dir[0], Row: float64(at.Row) + v.Half*out[1] + along*dir[1], Level: float64(level),
		At: b, Nx: nx, Ny: ny, Weight: (1 - found.None) / (math.Hypot(found.Sigma, PlacementSigma) * perPitch),
	}
}

// EdgeLogLikelihood is how likely the edges of all faces are just where the pose has them, against anywhere near.
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
				sum += math.Log(0.1 + found.Here)
			}
		}
	}
	return sum
}

// VisibleEdges is on how many of a face's eight half sides an edge is near.
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

// MaxDisplacement is how far faces lie from where another pose has them, at most, in pitches.
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

// AlignFace moves a single face in the table's plane to where its edges are.
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

// AlignmentPrior holds a face whose edges are not found where it is, in 1/pitches or 1/radians, squared.
const AlignmentPrior = 30
