package heights

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// jointModel is what one look at the picture says of every place at every level: whether the picture shows the face, and how likely
// each of its edges lies at each offset from where the pose expects it. A small motion of the pose changes only the offset at which the
// model reads those tables (linear in the motion, by each edge's Jacobian), so one look serves many poses.
//
// A table that tilts a little and stacks that grow towards one side look alike. The model therefore fits levels and pose jointly.
type jointModel struct {
	hypothesis *hypothesis.Hypothesis
	net        *tileface.EdgeNet
	pivot      camerapose.Vec3 // the pose turns about it
	places     []engine.Place
	neighbors  [][4]int // by place and side, the index of the neighbor; -1: none
	faces      []([engine.MaxHeight]jointFace)
	graph      *factorGraph // steps and drops; nil: edges alone count
	// Residuals of the pose's table against the known one, in standard deviations, and their derivatives by the pose's numbers.
	planeErrors camerapose.Vec3
	planeSlopes [camerapose.PoseNumbers]camerapose.Vec3
	// The free numbers of the pose, unmeasured intrinsics included, and the residuals of those against their priors.
	numbers        int
	priorResiduals [camerapose.FreeNumbers]float64
}

// jointFace is what the picture shows of a place at one level.
type jointFace struct {
	inside bool // the picture shows all of it
	edges  [8]jointEdge
}

// jointEdge is what the picture shows of half a side of a face.
type jointEdge struct {
	jacobian      camerapose.Delta           // derivatives of the expected offset by the pose's numbers, in pitches outward
	logRatios     [tileface.EdgeBins]float64 // log-likelihood ratio of each offset, in bins of the network's step
	offset        float64                    // the likeliest one, in pitches outward
	weight        float64                    // 1/sigma of the offset, per pitch; 0: no edge found
	hiddenIfLower bool                       // by a higher neighbor
}

// logNoEdge is the log-likelihood ratio of an edge at an offset outside the table of offsets, or where the network sees none: the floor
// that smoothedLogRatios adds.
var logNoEdge = math.Log(edgeFloor)

// edgeFloor is the share of a uniform distribution that an edge keeps at every offset, against outliers. Hand-set.
const edgeFloor = 0.1

// newJointModel samples the edges of every place of a hypothesis at every level.
func newJointModel(r *picture.Raster, s *hypothesis.Hypothesis) *jointModel {
	f := &jointModel{hypothesis: s, net: tileface.WideEdgeNet(), pivot: s.SpaceMiddle(), places: s.Cells.Places()}
	f.faces = make([]([engine.MaxHeight]jointFace), len(f.places))
	f.neighbors = lattice.NeighborIndices(f.places)
	parallel.Do(len(f.places), func(i int) {
		for l := range engine.MaxHeight {
			sampleFaceEdges(r, f, &f.faces[i][l], f.places[i], l+1)
		}
	})
	if f.numbers = s.Pose.Numbers(); s.Unmeasured != nil {
		f.priorResiduals = s.Pose.PriorResiduals()
	}
	f.planeErrors, f.planeSlopes = s.Pose.PlaneResiduals(f.pivot, s.Table, camerapose.TableHold)
	return f
}

// sampleFaceEdges samples the eight half sides of a face, runs the edge network on them, and linearizes where the pose expects each.
func sampleFaceEdges(r *picture.Raster, f *jointModel, face *jointFace, at engine.Place, level int) {
	l := f.net
	p := &f.hypothesis.Pose
	var v tileface.BorderProfile
	if tileface.SampleBorder(r, &v, p, at, float64(level), float64(l.Step)); v.Outside {
		return
	}
	face.inside = true
	likely := l.Probabilities(&v.Inputs)
	for i := range tileface.HalfSides {
		chances := likely.Half(i)
		found := l.Found(chances)
		e := &face.edges[i]
		*e = jointEdge{logRatios: smoothedLogRatios(chances), offset: found.Offset, hiddenIfLower: v.Lift[i] < 0}
		if found.None < tileface.MaxNoEdge {
			e.weight = (1 - found.None) / math.Hypot(found.Sigma, tileface.PlacementSigma)
		}
		s := v.Correspondence(i, at, level, found)
		point := p.Camera(s.Col, s.Row, s.Level)
		px, by := p.Cam.ProjectNear(point[0], point[1], point[2])
		outward := outwardPitches(&v, i, s.Nx, s.Ny)
		slope := camerapose.Vec3(by[0]).Scale(s.Nx).Add(camerapose.Vec3(by[1]).Scale(s.Ny)).Scale(outward)
		turn := point.Add(f.pivot.Scale(-1)).Cross(slope)
		e.jacobian = camerapose.Delta{turn[0], turn[1], turn[2], slope[0], slope[1], slope[2]}
		if p.Unmeasured != nil {
			for k, g := range p.IntrinsicsJacobian(point, f.pivot, s.Level, px, &by) {
				e.jacobian[camerapose.PoseNumbers+k] = (g.X*s.Nx + g.Y*s.Ny) * outward
			}
		}
	}
}

// outwardPitches is the length of a pixel along the normal of half side i, in pitches, positive outward.
func outwardPitches(v *tileface.BorderProfile, i int, nx, ny float64) float64 {
	a, b := v.Point(i, 0), v.Point(i, outwardStep)
	return outwardStep / ((b.X-a.X)*nx + (b.Y-a.Y)*ny)
}

// outwardStep is the step of outwardPitches' difference quotient, in pitches.
const outwardStep = 0.05

// smoothedLogRatios are the log-likelihood ratios of an edge in each bin against a uniform one, smoothed with the binomial kernel 1-2-1
// so that a pose that is half a bin off loses little.
func smoothedLogRatios(chances *[tileface.EdgeBins + 1]float32) (likely [tileface.EdgeBins]float64) {
	for k := range likely {
		p := 0.5 * chances[k]
		if k > 0 {
			p += 0.25 * chances[k-1]
		}
		if k+1 < tileface.EdgeBins {
			p += 0.25 * chances[k+1]
		}
		likely[k] = math.Log(edgeFloor + tileface.EdgeBins*float64(p))
	}
	return likely
}

// logRatio interpolates the log-likelihood ratio of the edge at an offset, in pitches outward; step is a bin's width in pitches.
func (e *jointEdge) logRatio(offset, step float64) float64 {
	x := offset/step + tileface.EdgeBins/2
	k := int(math.Floor(x))
	if k < 0 || k+1 >= tileface.EdgeBins {
		return logNoEdge
	}
	x -= float64(k)
	return e.logRatios[k]*(1-x) + e.logRatios[k+1]*x
}
