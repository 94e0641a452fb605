package measure

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// tableFit has the unknowns of linked tiles on a known table: the lattice's place on it, and the tiles' measures.
type tableFit struct {
	table                  *calibration.Table
	cam                    *calibration.Camera
	x, y, yaw              float64 // place 0, 0 on the table, mm, and the direction of the columns, radians
	side, pitch, thickness float64 // mm
}

// The parameters, in the order of a parameter vector.
const (
	placeX = iota
	placeY
	yawOf
	sideOf
	pitchOf
	thicknessOf
	parameterCount
)

func (f *tableFit) parameters() [parameterCount]float64 {
	return [parameterCount]float64{f.x, f.y, f.yaw, f.side, f.pitch, f.thickness}
}

func (f *tableFit) withParameters(n [parameterCount]float64) *tableFit {
	return &tableFit{f.table, f.cam, n[0], n[1], n[2], n[3], n[4], n[5]}
}

// cameraPoint is a point of the table in camera space; up is its height towards the camera, mm.
func (f *tableFit) cameraPoint(x, y, up float64) camerapose.Vec3 {
	t := f.table
	return camerapose.Vec3{
		t.R[0][0]*x + t.R[0][1]*y - t.R[0][2]*up + t.T[0],
		t.R[1][0]*x + t.R[1][1]*y - t.R[1][2]*up + t.T[1],
		t.R[2][0]*x + t.R[2][1]*y - t.R[2][2]*up + t.T[2],
	}
}

// onTable is the point, at a height over the table, that the camera shows at a pixel.
func (f *tableFit) onTable(px engine.Point, up float64) (x, y float64) {
	nx, ny := f.cam.Normalize(px)
	var o, d camerapose.Vec3
	for i := range 3 {
		for j := range 3 {
			o[i] -= f.table.R[j][i] * f.table.T[j]
			d[i] += f.table.R[j][i] * [3]float64{nx, ny, 1}[j]
		}
	}
	s := (-up - o[2]) / d[2]
	return o[0] + s*d[0], o[1] + s*d[1]
}

// pose is the lattice's pose under these parameters.
func (f *tableFit) pose() camerapose.Pose {
	s, c := math.Sincos(f.yaw)
	column := func(v [3]float64) camerapose.Vec3 {
		return camerapose.Vec3{f.table.R[0][0]*v[0] + f.table.R[0][1]*v[1], f.table.R[1][0]*v[0] + f.table.R[1][1]*v[1], f.table.R[2][0]*v[0] + f.table.R[2][1]*v[1]}
	}
	z := camerapose.Vec3{f.table.R[0][2], f.table.R[1][2], f.table.R[2][2]}
	p := camerapose.Pose{Cam: f.cam, Sizes: camerapose.Sizes{Side: f.side, Thickness: f.thickness, Pitch: f.pitch}, X: column([3]float64{c, s}), Y: column([3]float64{-s, c}), Z: z, Table: z}
	p.T = f.cameraPoint(f.x, f.y, 0)
	return p
}

// The rounds of a fit. Hand-set: fits converge in five or six.
const (
	maxRounds  = 12
	wideRounds = 4     // the first rounds use the wide edge classifier
	minRounds  = 5     // at least one more than these uses the narrow one
	converged  = 0.003 // sum of the parameters' steps, mm
	minEdges   = 3     // edges found for each cell, on average
)

// measure refines the parameters by the faces' edges, found again after each step.
func measure(r *picture.Raster, f *tableFit, cells lattice.Levels) (*Measured, error) {
	var a *mat.SymDense
	for round := range maxRounds {
		l := tileface.NarrowEdgeNet()
		if round < wideRounds {
			l = tileface.WideEdgeNet()
		}
		pose := f.pose()
		edges := tileface.EdgeCorrespondences(r, &pose, cells, l)
		if len(edges) < minEdges*len(cells) {
			return nil, &picture.Error{Code: picture.TooBlurred, Message: "the edges of the tiles are not clear: add light, move closer, and take everything off the tiles"}
		}
		next, normal, err := f.step(edges)
		if err != nil {
			return nil, err
		}
		moved := math.Abs(next.side-f.side) + math.Abs(next.thickness-f.thickness) + math.Abs(next.x-f.x) + math.Abs(next.y-f.y)
		if f, a = next, normal; moved < converged && round >= minRounds {
			break
		}
	}
	m, err := f.result(a, cells)
	if err == nil {
		m.edgeScore = tileface.EdgeLogLikelihood(r, &m.pose, cells)
	}
	return m, err
}

// step is one step of Gauss-Newton over the six parameters, with numeric derivatives, the robust weights of Geman and McClure (1985),
// and Gaussian priors. It also returns the normal matrix: the inverse covariance.
func (f *tableFit) step(edges []camerapose.Correspondence) (*tableFit, *mat.SymDense, error) {
	const small = 1e-4 // mm or radians: for numeric derivatives
	a, g := mat.NewSymDense(parameterCount, nil), mat.NewVecDense(parameterCount, nil)
	base := f.residuals(edges)
	var slopes [parameterCount][]float64
	for k := range parameterCount {
		n := f.parameters()
		n[k] += small
		slopes[k] = f.withParameters(n).residuals(edges)
		for i := range slopes[k] {
			slopes[k][i] = (slopes[k][i] - base[i]) / small
		}
	}
	for i, res := range base {
		_, w := camerapose.GemanMcClure(res)
		for k := range parameterCount {
			g.SetVec(k, g.AtVec(k)-w*slopes[k][i]*res)
			for m := k; m < parameterCount; m++ {
				a.SetSym(k, m, a.At(k, m)+w*slopes[k][i]*slopes[m][i])
			}
		}
	}
	f.addPriors(a, g)
	var chol mat.Cholesky
	var d mat.VecDense
	if !chol.Factorize(a) || chol.SolveVecTo(&d, g) != nil {
		return nil, nil, errors.New("cannot measure the tiles from here: take the picture more from one side")
	}
	n := f.parameters()
	for k := range n {
		n[k] += d.AtVec(k)
	}
	return f.withParameters(n), a, nil
}

// The Gaussian priors of linked tiles: they lie nearly edge to edge, and are flat. The gap is hand-set, mm; the thickness is a share of the pitch, its
// mean that of the default set, its sigma hand-set.
const (
	gapMean, gapSigma                   = 0.3, 0.3
	thicknessShare, thicknessShareSigma = camerapose.DefaultThickness / camerapose.DefaultPitch, 0.08
)

// addPriors adds the Gaussian priors to the normal equations.
func (f *tableFit) addPriors(a *mat.SymDense, g *mat.VecDense) {
	add := func(off, sigma float64, slope map[int]float64) {
		for i, si := range slope {
			g.SetVec(i, g.AtVec(i)-si*off/(sigma*sigma))
			for j, sj := range slope {
				if j >= i {
					a.SetSym(i, j, a.At(i, j)+si*sj/(sigma*sigma))
				}
			}
		}
	}
	add(f.pitch-f.side-gapMean, gapSigma, map[int]float64{pitchOf: 1, sideOf: -1})
	add(f.thickness-thicknessShare*f.pitch, thicknessShareSigma*f.pitch, map[int]float64{thicknessOf: 1})
}

// residuals are the distances of the edges from where the parameters put them, in standard deviations. An edge keeps its place along
// its side in pitches; across it, it lies on the side under these parameters.
func (f *tableFit) residuals(edges []camerapose.Correspondence) []float64 {
	p := f.pose()
	out := make([]float64, len(edges))
	for i := range edges {
		s := edges[i]
		half := f.side / f.pitch / 2
		col, row := math.Round(s.Col), math.Round(s.Row)
		if u, w := s.Col-col, s.Row-row; math.Abs(u) > math.Abs(w) {
			s.Col = col + math.Copysign(half, u)
		} else {
			s.Row = row + math.Copysign(half, w)
		}
		out[i], _, _ = p.Residuals(&s)
	}
	return out
}

// result is the fit as a measured tile set. The inverse of the normal matrix is the covariance of the parameters.
func (f *tableFit) result(a *mat.SymDense, cells lattice.Levels) (*Measured, error) {
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(a) || chol.InverseTo(&inverse) != nil {
		return nil, errors.New("cannot measure the tiles from here: take the picture more from one side")
	}
	m := &Measured{}
	m.SideSigma, m.PitchSigma, m.ThicknessSigma = math.Sqrt(inverse.At(sideOf, sideOf)), math.Sqrt(inverse.At(pitchOf, pitchOf)), math.Sqrt(inverse.At(thicknessOf, thicknessOf))
	m.Set.SideMM, m.Set.PitchMM, m.Set.ThicknessMM = round2(f.side), round2(f.pitch), round2(f.thickness)
	m.pose, m.cells = f.pose(), cells
	for _, at := range cells.Places() {
		m.Quads = append(m.Quads, m.pose.Face(at, float64(cells[at])))
	}
	return m, nil
}

func round2(mm float64) float64 { return math.Round(100*mm) / 100 }
