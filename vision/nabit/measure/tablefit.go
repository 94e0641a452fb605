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

// tableFit is what is unknown of linked tiles on a table that is known: where the lattice lies on it, and the tiles' measures.
type tableFit struct {
	table                  *calibration.Table
	cam                    *calibration.Camera
	x, y, yaw              float64 // of place 0, 0 on the table (mm), and of the columns' direction (radians)
	side, pitch, thickness float64
}

const parameterCount = 6

func (b *tableFit) parameters() [parameterCount]float64 {
	return [parameterCount]float64{b.x, b.y, b.yaw, b.side, b.pitch, b.thickness}
}

func (b *tableFit) withParameters(n [parameterCount]float64) *tableFit {
	return &tableFit{b.table, b.cam, n[0], n[1], n[2], n[3], n[4], n[5]}
}

// cameraPoint is a point of the table in camera space; up is towards the camera.
func (b *tableFit) cameraPoint(x, y, up float64) camerapose.Vec3 {
	t := b.table
	return camerapose.Vec3{
		t.R[0][0]*x + t.R[0][1]*y - t.R[0][2]*up + t.T[0],
		t.R[1][0]*x + t.R[1][1]*y - t.R[1][2]*up + t.T[1],
		t.R[2][0]*x + t.R[2][1]*y - t.R[2][2]*up + t.T[2],
	}
}

// onTable is the point at a height over the table that the camera shows at a pixel.
func (b *tableFit) onTable(px engine.Point, up float64) (x, y float64) {
	nx, ny := b.cam.Normalize(px)
	var o, d camerapose.Vec3
	for i := range 3 {
		for j := range 3 {
			o[i] -= b.table.R[j][i] * b.table.T[j]
			d[i] += b.table.R[j][i] * [3]float64{nx, ny, 1}[j]
		}
	}
	s := (-up - o[2]) / d[2]
	return o[0] + s*d[0], o[1] + s*d[1]
}

// pose is the lattice's pose that the numbers describe.
func (b *tableFit) pose() camerapose.Pose {
	s, c := math.Sincos(b.yaw)
	column := func(v [3]float64) camerapose.Vec3 {
		return camerapose.Vec3{b.table.R[0][0]*v[0] + b.table.R[0][1]*v[1], b.table.R[1][0]*v[0] + b.table.R[1][1]*v[1], b.table.R[2][0]*v[0] + b.table.R[2][1]*v[1]}
	}
	z := camerapose.Vec3{b.table.R[0][2], b.table.R[1][2], b.table.R[2][2]}
	p := camerapose.Pose{Cam: b.cam, Sizes: camerapose.Sizes{Side: b.side, Thickness: b.thickness, Pitch: b.pitch}, X: column([3]float64{c, s}), Y: column([3]float64{-s, c}), Z: z, Table: z}
	p.T = b.cameraPoint(b.x, b.y, 0)
	return p
}

// maxRounds bounds the fit; it settles in five or six.
const maxRounds = 12

// measure fits the numbers to the faces' edges, found anew after each step.
func measure(r *picture.Raster, b *tableFit, cells lattice.Levels) (*Measured, error) {
	var a *mat.SymDense
	for round := range maxRounds {
		l := tileface.NarrowEdgeNet()
		if round < 4 {
			l = tileface.WideEdgeNet()
		}
		pose := b.pose()
		sights := tileface.EdgeCorrespondences(r, &pose, cells, l)
		if len(sights) < 3*len(cells) {
			return nil, &picture.Error{Code: picture.TooBlurred, Message: "the tiles' edges are not seen clearly: more light, nearer, and nothing on the tiles"}
		}
		next, normal, err := b.step(sights)
		if err != nil {
			return nil, err
		}
		moved := math.Abs(next.side-b.side) + math.Abs(next.thickness-b.thickness) + math.Abs(next.x-b.x) + math.Abs(next.y-b.y)
		if b, a = next, normal; moved < 0.003 && round >= 5 {
			break
		}
	}
	m, err := b.result(a, cells)
	if err == nil {
		m.edgeScore = tileface.EdgeLogLikelihood(r, &m.pose, cells)
	}
	return m, err
}

// step is one round of least squares over the six numbers.
func (b *tableFit) step(sights []camerapose.Correspondence) (*tableFit, *mat.SymDense, error) {
	const small = 1e-4
	a, g := mat.NewSymDense(parameterCount, nil), mat.NewVecDense(parameterCount, nil)
	base := b.residuals(sights)
	var slopes [parameterCount][]float64
	for k := range parameterCount {
		n := b.parameters()
		n[k] += small
		slopes[k] = b.withParameters(n).residuals(sights)
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
	b.addPriors(a, g)
	var chol mat.Cholesky
	var d mat.VecDense
	if !chol.Factorize(a) || chol.SolveVecTo(&d, g) != nil {
		return nil, nil, errors.New("the tiles cannot be measured from here: take the picture from more to one side")
	}
	n := b.parameters()
	for k := range n {
		n[k] += d.AtVec(k)
	}
	return b.withParameters(n), a, nil
}

// What is known of linked tiles before: they lie nearly edge to edge, and are flat. In millimetres.
const (
	gapMean, gapSigma   = 0.3, 0.3
	thicknessShare, thicknessShareSigma = camerapose.DefaultThickness / camerapose.DefaultPitch, 0.08 // thickness by pitch
)

// addPriors adds what is known of all tiles.
func (b *tableFit) addPriors(a *mat.SymDense, g *mat.VecDense) {
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
	add(b.pitch-b.side-gapMean, gapSigma, map[int]float64{4: 1, 3: -1})
	add(b.thickness-thicknessShare*b.pitch, thicknessShareSigma*b.pitch, map[int]float64{5: 1})
}

// residuals are how far each edge lies from where the numbers put it, in standard deviations. A sight's place in its face is kept in
// shares of the side that was looked at; along the edge it is kept in pitches.
func (b *tableFit) residuals(sights []camerapose.Correspondence) []float64 {
	p := b.pose()
	out := make([]float64, len(sights))
	for i := range sights {
		s := sights[i]
		half := b.side / b.pitch / 2
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

func (b *tableFit) result(a *mat.SymDense, cells lattice.Levels) (*Measured, error) {
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(a) || chol.InverseTo(&inverse) != nil {
		return nil, errors.New("the tiles cannot be measured from here: take the picture from more to one side")
	}
	m := &Measured{}
	m.SideSigma, m.PitchSigma, m.ThicknessSigma = math.Sqrt(inverse.At(3, 3)), math.Sqrt(inverse.At(4, 4)), math.Sqrt(inverse.At(5, 5))
	m.Set.SideMM, m.Set.PitchMM, m.Set.ThicknessMM = round2(b.side), round2(b.pitch), round2(b.thickness)
	m.pose, m.cells = b.pose(), cells
	for _, at := range cells.Places() {
		m.Quads = append(m.Quads, m.pose.Face(at, float64(cells[at])))
	}
	return m, nil
}

func round2(mm float64) float64 { return math.Round(100*mm) / 100 }
