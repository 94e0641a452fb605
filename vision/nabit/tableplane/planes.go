package tableplane

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// TurnsTried is how many directions of its tile FoldedPeaks offers for each mark.
const TurnsTried = 2

const (
	OrientationBinCount = 60 // of edge directions in the picture, over a half turn
	FoldedBinCount      = 30 // of edge directions on the table, over a quarter turn
	tiltStep            = 3.75 * math.Pi / 180
	planeGuesses        = 2
	planeTurns          = 36   // the best marks are enough to tell the plane
	tiltCost            = 0.02 // of each mark, for a radian squared
)

// Orientations is a histogram of the directions of the edges around a mark: its tile's outline, mostly.
type Orientations struct {
	at     engine.Point
	Bins   [OrientationBinCount]float64
	strong []int   // bins that hold more than the mean: what the others hold says little
	total  float64 // that the strong ones hold
}

// OrientationBins are the bins of the directions across which gray levels change by so much to the right and downwards, of which 255 are 0.
var OrientationBins = sync.OnceValue(func() *[511][511]uint8 {
	bins := new([511][511]uint8)
	for i := range bins {
		for k := range bins[i] {
			// The edge runs across the gradient.
			turn := math.Atan2(float64(i-255), -float64(k-255)) / math.Pi * OrientationBinCount
			bins[i][k] = uint8((int(math.Floor(turn)) + 2*OrientationBinCount) % OrientationBinCount)
		}
	}
	return bins
})

func OrientationsAround(r *picture.Raster, m marks.Mark) Orientations {
	e := Orientations{at: m.At}
	radius := 1.0*m.Size + 2
	x0, x1 := max(1, int(m.At.X-radius)), min(r.W-2, int(m.At.X+radius))
	y0, y1 := max(1, int(m.At.Y-radius)), min(r.H-2, int(m.At.Y+radius))
	bins := OrientationBins()
	for y := y0; y <= y1; y++ {
		dy := float64(y) - m.At.Y
		if dy*dy > radius*radius {
			continue
		}
		half := math.Sqrt(radius*radius - dy*dy)
		first := max(x0, int(math.Ceil(m.At.X-half)))
		n := min(x1, int(math.Floor(m.At.X+half))) + 1 - first
		if n <= 0 {
			continue
		}
		at := y*r.W + first
		row, above, below := r.Gray[at-1:][:n+2], r.Gray[at-r.W:][:n], r.Gray[at+r.W:][:n]
		for i, up := range above {
			gx := int(row[i+2]) - int(row[i])
			gy := int(below[i]) - int(up)
			g := gx*gx + gy*gy
			if g < 64 {
				continue
			}
			e.Bins[bins[gx+255][gy+255]] += min(math.Sqrt(float64(g)), 120)
		}
	}
	mean := 0.0
	for _, weight := range e.Bins {
		mean += weight / OrientationBinCount
	}
	for b, weight := range e.Bins {
		if weight > mean {
			e.strong = append(e.strong, b)
			e.total += weight
		}
	}
	return e
}

// squareness is how much the edges around all marks look like right angles if the table lay like this: for each mark
// the directions are folded to a quarter turn of the table, and the sharper the fold, the likelier the directions
// seen. It is a log-likelihood of directions in the picture, so squeezing all of them together, as a table seen
// at a grazing angle does, earns nothing.
func squareness(t *camerapose.Plane, all []Orientations) float64 {
	sum := 0.0
	for i := range all {
		e := &all[i]
		q, ok := t.OnTable(e.at)
		qx, okx := t.OnTable(engine.Point{X: e.at.X + 1, Y: e.at.Y})
		qy, oky := t.OnTable(engine.Point{X: e.at.X, Y: e.at.Y + 1})
		if !ok || !okx || !oky {
			continue
		}
		sum += e.squareness(qx.X-q.X, qx.Y-q.Y, qy.X-q.X, qy.Y-q.Y)
	}
	return sum
}

// squareness is for one mark, under the linear map that takes the picture's x to (ax, ay) and y to (bx, by).
func (e *Orientations) squareness(ax, ay, bx, by float64) float64 {
	if e.total == 0 {
		return 0
	}
	var fold [FoldedBinCount]float64
	var at [OrientationBinCount]int
	squeeze := 0.0
	det := math.Abs(ax*by - ay*bx)
	for _, b := range e.strong {
		u, weight := orientationUnits[b], e.Bins[b]
		x, y := u[0]*ax+u[1]*bx, u[0]*ay+u[1]*by
		turn := camerapose.QuarterOf(x, y) * FoldedBinCount
		k := int(turn)
		f := turn - float64(k)
		k %= FoldedBinCount
		fold[k] += weight * (1 - f)
		fold[(k+1)%FoldedBinCount] += weight * f
		at[b] = k
		squeeze += weight * camerapose.RoughLog(det/(x*x+y*y))
	}
	score := squeeze / e.total
	for _, b := range e.strong {
		k := at[b]
		density := 0.5*(fold[k]+fold[(k+1)%FoldedBinCount]) + 0.25*(fold[(k+2)%FoldedBinCount]+fold[(k+FoldedBinCount-1)%FoldedBinCount])
		score += e.Bins[b] / e.total * camerapose.RoughLog(density/e.total*FoldedBinCount+0.05)
	}
	return score
}

// orientationUnits is the unit vector of each direction of the histogram.
var orientationUnits = func() (units [OrientationBinCount][2]float64) {
	for b := range units {
		s, c := math.Sincos((float64(b) + 0.5) * math.Pi / OrientationBinCount)
		units[b] = [2]float64{c, s}
	}
	return units
}()

// FindPlanes are the likeliest directions of the table, best first, well apart from each other. The last is straight
// down, which is never far off for a camera above the table.
func FindPlanes(cam *calibration.Camera, all []Orientations) []camerapose.Plane {
	all = all[:min(len(all), planeTurns)]
	var tried []scoredPlane
	for tilt := 0.0; tilt <= camerapose.TiltMax; tilt += 2 * tiltStep {
		n := max(1, int(2*math.Pi*math.Sin(tilt)/(2*tiltStep)))
		for k := range n {
			tried = append(tried, scoredPlane{tilt: tilt, azimuth: 2 * math.Pi * float64(k) / float64(n)})
		}
	}
	parallel.Do(len(tried), func(i int) { tried[i] = scorePlane(cam, all, tried[i].tilt, tried[i].azimuth) })
	slices.SortStableFunc(tried, func(a, b scoredPlane) int { return cmp.Compare(b.score, a.score) })
	var best []camerapose.Plane
	for _, s := range tried {
		if len(best) == planeGuesses {
			break
		}
		if !slices.ContainsFunc(best, func(p camerapose.Plane) bool { return p.Down.Dot(s.Down) > math.Cos(4*tiltStep) }) {
			best = append(best, s.Plane)
		}
	}
	if down := camerapose.NewPlane(cam, 0, 0); !slices.ContainsFunc(best, func(p camerapose.Plane) bool { return p.Down == down.Down }) {
		best = append(best, down)
	}
	return best
}

// scoredPlane is a guess at the table's direction.
type scoredPlane struct {
	camerapose.Plane
	tilt, azimuth, score float64
}

func scorePlane(cam *calibration.Camera, all []Orientations, tilt, azimuth float64) scoredPlane {
	p := camerapose.NewPlane(cam, tilt, azimuth)
	// Nobody looks at a table from its edge if there is a better place: a weak preference for steep views.
	return scoredPlane{p, tilt, azimuth, squareness(&p, all) - tiltCost*float64(len(all))*tilt*tilt}
}

// FoldedPeaks are the best directions of a mark's edges on the table, folded to a quarter turn (radians), under the linear map
// that takes the picture's x to (ax, ay) and y to (bx, by).
func (e *Orientations) FoldedPeaks(ax, ay, bx, by float64) (best [TurnsTried]float64) {
	var fold [FoldedBinCount]float64
	for b, weight := range e.Bins {
		if weight == 0 {
			continue
		}
		u := orientationUnits[b]
		turn := math.Atan2(u[0]*ay+u[1]*by, u[0]*ax+u[1]*bx) / (math.Pi / 2)
		turn = (turn - math.Floor(turn)) * FoldedBinCount
		k := int(turn) % FoldedBinCount
		f := turn - math.Floor(turn)
		fold[k] += weight * (1 - f)
		fold[(k+1)%FoldedBinCount] += weight * f
	}
	var smooth [FoldedBinCount]float64
	for k := range fold {
		smooth[k] = 2*fold[k] + fold[(k+1)%FoldedBinCount] + fold[(k+FoldedBinCount-1)%FoldedBinCount]
	}
	for n := range best {
		top := 0
		for k := range smooth {
			if smooth[k] > smooth[top] {
				top = k
			}
		}
		l, m, h := fold[(top+FoldedBinCount-1)%FoldedBinCount], fold[top], fold[(top+1)%FoldedBinCount]
		best[n] = (float64(top) + 0.5*(h-l)/(max(l+m+h, 1e-9))) * math.Pi / 2 / FoldedBinCount
		for d := -4; d <= 4; d++ {
			smooth[(top+d+FoldedBinCount)%FoldedBinCount] = -1
		}
	}
	return best
}
