package candidate

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// TurnsTried is how many turns of its tile FoldedPeaks offers for each mark.
const TurnsTried = 2

const (
	OrientationBinCount = 60 // bins of edge directions in the picture, over a half turn
	FoldedBinCount      = 30 // bins of edge directions on the table, over a quarter turn
)

const (
	tiltStep     = 3.75 * math.Pi / 180 // half a step of the grid of planes, radians
	planeGuesses = 2                    // planes kept besides straight down
	planeTurns   = 36                   // marks that vote: the best ones suffice
	tiltCost     = 0.02                 // log-likelihood that each mark loses for each squared radian of tilt
)

// What of a mark's surroundings counts for its histogram.
const (
	edgeReach    = 1.0 // radius, in sizes of the mark: its tile's sides lie within
	edgeMargin   = 2   // and so many pixels more
	leastSquared = 64  // squared gray levels of a gradient; weaker ones are noise
	mostWeight   = 120 // gray levels; stronger gradients count no more
)

// Orientations is a histogram of the directions of the edges around a mark, mostly of its tile's outline.
type Orientations struct {
	at     engine.Point
	Bins   [OrientationBinCount]float64
	strong []int   // bins above the mean: the others are noise
	total  float64 // sum of the strong bins
}

// OrientationBins is the table of bins for a gradient: its gray levels to the right and downwards, each plus 255.
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

// OrientationsAround counts the edges in a disk around a mark, each by its strength.
func OrientationsAround(r *picture.Raster, m Mark) Orientations {
	o := Orientations{at: m.At}
	radius := edgeReach*m.Size + edgeMargin
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
			if g < leastSquared {
				continue
			}
			o.Bins[bins[gx+255][gy+255]] += min(math.Sqrt(float64(g)), mostWeight)
		}
	}
	o.findStrong()
	return o
}

// findStrong notes the bins above the mean.
func (o *Orientations) findStrong() {
	mean := 0.0
	for _, weight := range o.Bins {
		mean += weight / OrientationBinCount
	}
	for b, weight := range o.Bins {
		if weight > mean {
			o.strong = append(o.strong, b)
			o.total += weight
		}
	}
}

// squareness is the log-likelihood of the edge directions around all marks under a plane: it folds the directions on the plane to a quarter
// turn, and the sharper the peaks, the likelier the directions. The density is one of directions in the picture, so a table seen at a grazing
// angle gains nothing by squeezing all directions together.
func squareness(t *camerapose.Plane, all []Orientations) float64 {
	sum := 0.0
	for i := range all {
		o := &all[i]
		q, ok := t.OnTable(o.at)
		qx, okx := t.OnTable(engine.Point{X: o.at.X + 1, Y: o.at.Y})
		qy, oky := t.OnTable(engine.Point{X: o.at.X, Y: o.at.Y + 1})
		if !ok || !okx || !oky {
			continue
		}
		sum += o.squareness(qx.X-q.X, qx.Y-q.Y, qy.X-q.X, qy.Y-q.Y)
	}
	return sum
}

// squareness is the same for one mark, under the linear map that takes the picture's x to (ax, ay) and y to (bx, by).
func (o *Orientations) squareness(ax, ay, bx, by float64) float64 {
	if o.total == 0 {
		return 0
	}
	var fold [FoldedBinCount]float64
	var at [OrientationBinCount]int
	squeeze := 0.0
	det := math.Abs(ax*by - ay*bx)
	for _, b := range o.strong {
		u, weight := orientationUnits[b], o.Bins[b]
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
	score := squeeze / o.total
	for _, b := range o.strong {
		k := at[b]
		density := 0.5*(fold[k]+fold[(k+1)%FoldedBinCount]) + 0.25*(fold[(k+2)%FoldedBinCount]+fold[(k+FoldedBinCount-1)%FoldedBinCount])
		score += o.Bins[b] / o.total * camerapose.RoughLog(density/o.total*FoldedBinCount+leastDensity)
	}
	return score
}

// leastDensity bounds what a direction far from all peaks costs: letters' strokes and stains have any direction.
const leastDensity = 0.05

// orientationUnits are the unit vectors of the histogram's bins.
var orientationUnits = func() (units [OrientationBinCount][2]float64) {
	for b := range units {
		s, c := math.Sincos((float64(b) + 0.5) * math.Pi / OrientationBinCount)
		units[b] = [2]float64{c, s}
	}
	return units
}()

// FindPlanes returns the likeliest planes of the table, best first, well apart from each other. It adds straight down, which is never far off
// for a camera above the table.
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

// scoredPlane is a plane of the grid with its score.
type scoredPlane struct {
	camerapose.Plane
	tilt, azimuth, score float64
}

// scorePlane is the plane of a tilt and an azimuth with its squareness and its prior.
func scorePlane(cam *calibration.Camera, all []Orientations, tilt, azimuth float64) scoredPlane {
	p := camerapose.NewPlane(cam, tilt, azimuth)
	// A weak prior for steep views: people look at a table from above.
	return scoredPlane{p, tilt, azimuth, squareness(&p, all) - tiltCost*float64(len(all))*tilt*tilt}
}

// FoldedPeaks returns the strongest directions of a mark's edges on the table, folded to a quarter turn, radians: the likeliest turns of its
// tile. The linear map takes the picture's x to (ax, ay) and y to (bx, by). The mean of three bins places each peak between
// the bins; non-maximum suppression keeps the peaks foldedApart bins from each other.
func (o *Orientations) FoldedPeaks(ax, ay, bx, by float64) (best [TurnsTried]float64) {
	var fold [FoldedBinCount]float64
	for b, weight := range o.Bins {
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
		top := floats.MaxIdx(smooth[:])
		l, m, h := fold[(top+FoldedBinCount-1)%FoldedBinCount], fold[top], fold[(top+1)%FoldedBinCount]
		best[n] = (float64(top) + 0.5*(h-l)/(max(l+m+h, 1e-9))) * math.Pi / 2 / FoldedBinCount
		for d := -foldedApart; d <= foldedApart; d++ {
			smooth[(top+d+FoldedBinCount)%FoldedBinCount] = -1
		}
	}
	return best
}

// foldedApart is how many bins around a peak another one may not lie.
const foldedApart = 4
