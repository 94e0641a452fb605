package vision

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"tilewatch/calibration"
	"tilewatch/engine"
)

const (
	turnBins     = 60 // of edge directions in the picture, over a half turn
	foldBins     = 30 // of edge directions on the table, over a quarter turn
	tiltStep     = 3.75 * math.Pi / 180
	planeGuesses = 2
	planeTurns   = 36   // the best marks are enough to tell the plane
	tiltCost     = 0.02 // of each mark, for a radian squared
)

// edgeTurns is a histogram of the directions of the edges around a mark: its tile's outline, mostly.
type edgeTurns struct {
	at     engine.Point
	bins   [turnBins]float64
	strong []int   // bins that hold more than the mean: what the others hold says little
	total  float64 // that the strong ones hold
}

// binsOf are the bins of the directions across which gray levels change by so much to the right and downwards, of which 255 are 0.
var binsOf = sync.OnceValue(func() *[511][511]uint8 {
	bins := new([511][511]uint8)
	for i := range bins {
		for k := range bins[i] {
			// The edge runs across the gradient.
			turn := math.Atan2(float64(i-255), -float64(k-255)) / math.Pi * turnBins
			bins[i][k] = uint8((int(math.Floor(turn)) + 2*turnBins) % turnBins)
		}
	}
	return bins
})

func turnsAround(r *raster, m mark) edgeTurns {
	e := edgeTurns{at: m.at}
	radius := 1.0*m.size + 2
	x0, x1 := max(1, int(m.at.X-radius)), min(r.w-2, int(m.at.X+radius))
	y0, y1 := max(1, int(m.at.Y-radius)), min(r.h-2, int(m.at.Y+radius))
	bins := binsOf()
	for y := y0; y <= y1; y++ {
		dy := float64(y) - m.at.Y
		if dy*dy > radius*radius {
			continue
		}
		half := math.Sqrt(radius*radius - dy*dy)
		first := max(x0, int(math.Ceil(m.at.X-half)))
		n := min(x1, int(math.Floor(m.at.X+half))) + 1 - first
		if n <= 0 {
			continue
		}
		at := y*r.w + first
		row, above, below := r.gray[at-1:][:n+2], r.gray[at-r.w:][:n], r.gray[at+r.w:][:n]
		for i, up := range above {
			gx := int(row[i+2]) - int(row[i])
			gy := int(below[i]) - int(up)
			g := gx*gx + gy*gy
			if g < 64 {
				continue
			}
			e.bins[bins[gx+255][gy+255]] += min(math.Sqrt(float64(g)), 120)
		}
	}
	mean := 0.0
	for _, weight := range e.bins {
		mean += weight / turnBins
	}
	for b, weight := range e.bins {
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
func (t *plane) squareness(all []edgeTurns) float64 {
	sum := 0.0
	for i := range all {
		e := &all[i]
		q, ok := t.onTable(e.at)
		qx, okx := t.onTable(engine.Point{X: e.at.X + 1, Y: e.at.Y})
		qy, oky := t.onTable(engine.Point{X: e.at.X, Y: e.at.Y + 1})
		if !ok || !okx || !oky {
			continue
		}
		sum += e.squareness(qx.X-q.X, qx.Y-q.Y, qy.X-q.X, qy.Y-q.Y)
	}
	return sum
}

// squareness is for one mark, under the linear map that takes the picture's x to (ax, ay) and y to (bx, by).
func (e *edgeTurns) squareness(ax, ay, bx, by float64) float64 {
	if e.total == 0 {
		return 0
	}
	var fold [foldBins]float64
	var at [turnBins]int
	squeeze := 0.0
	det := math.Abs(ax*by - ay*bx)
	for _, b := range e.strong {
		u, weight := edgeTurnsUnit[b], e.bins[b]
		x, y := u[0]*ax+u[1]*bx, u[0]*ay+u[1]*by
		turn := quarterOf(x, y) * foldBins
		k := int(turn)
		f := turn - float64(k)
		k %= foldBins
		fold[k] += weight * (1 - f)
		fold[(k+1)%foldBins] += weight * f
		at[b] = k
		squeeze += weight * roughLog(det/(x*x+y*y))
	}
	score := squeeze / e.total
	for _, b := range e.strong {
		k := at[b]
		density := 0.5*(fold[k]+fold[(k+1)%foldBins]) + 0.25*(fold[(k+2)%foldBins]+fold[(k+foldBins-1)%foldBins])
		score += e.bins[b] / e.total * roughLog(density/e.total*foldBins+0.05)
	}
	return score
}

// edgeTurnsUnit is the unit vector of each direction of the histogram.
var edgeTurnsUnit = func() (units [turnBins][2]float64) {
	for b := range units {
		s, c := math.Sincos((float64(b) + 0.5) * math.Pi / turnBins)
		units[b] = [2]float64{c, s}
	}
	return units
}()

// findPlanes are the likeliest directions of the table, best first, well apart from each other. The last is straight
// down, which is never far off for a camera above the table.
func findPlanes(cam *calibration.Camera, all []edgeTurns) []plane {
	all = all[:min(len(all), planeTurns)]
	var tried []scoredPlane
	for tilt := 0.0; tilt <= tiltMax; tilt += 2 * tiltStep {
		n := max(1, int(2*math.Pi*math.Sin(tilt)/(2*tiltStep)))
		for k := range n {
			tried = append(tried, scoredPlane{tilt: tilt, azimuth: 2 * math.Pi * float64(k) / float64(n)})
		}
	}
	onAllCores(len(tried), func(i int) { tried[i] = scorePlane(cam, all, tried[i].tilt, tried[i].azimuth) })
	slices.SortStableFunc(tried, func(a, b scoredPlane) int { return cmp.Compare(b.score, a.score) })
	var best []plane
	for _, s := range tried {
		if len(best) == planeGuesses {
			break
		}
		if !slices.ContainsFunc(best, func(p plane) bool { return p.down.dot(s.down) > math.Cos(4*tiltStep) }) {
			best = append(best, s.plane)
		}
	}
	if down := newPlane(cam, 0, 0); !slices.ContainsFunc(best, func(p plane) bool { return p.down == down.down }) {
		best = append(best, down)
	}
	return best
}

// scoredPlane is a guess at the table's direction.
type scoredPlane struct {
	plane
	tilt, azimuth, score float64
}

func scorePlane(cam *calibration.Camera, all []edgeTurns, tilt, azimuth float64) scoredPlane {
	p := newPlane(cam, tilt, azimuth)
	// Nobody looks at a table from its edge if there is a better place: a weak preference for steep views.
	return scoredPlane{p, tilt, azimuth, p.squareness(all) - tiltCost*float64(len(all))*tilt*tilt}
}

// folds are the best directions of a mark's edges on the table, folded to a quarter turn (radians), under the linear map
// that takes the picture's x to (ax, ay) and y to (bx, by).
func (e *edgeTurns) folds(ax, ay, bx, by float64) (best [turnsTried]float64) {
	var fold [foldBins]float64
	for b, weight := range e.bins {
		if weight == 0 {
			continue
		}
		u := edgeTurnsUnit[b]
		turn := math.Atan2(u[0]*ay+u[1]*by, u[0]*ax+u[1]*bx) / (math.Pi / 2)
		turn = (turn - math.Floor(turn)) * foldBins
		k := int(turn) % foldBins
		f := turn - math.Floor(turn)
		fold[k] += weight * (1 - f)
		fold[(k+1)%foldBins] += weight * f
	}
	var smooth [foldBins]float64
	for k := range fold {
		smooth[k] = 2*fold[k] + fold[(k+1)%foldBins] + fold[(k+foldBins-1)%foldBins]
	}
	for n := range best {
		top := 0
		for k := range smooth {
			if smooth[k] > smooth[top] {
				top = k
			}
		}
		l, m, h := fold[(top+foldBins-1)%foldBins], fold[top], fold[(top+1)%foldBins]
		best[n] = (float64(top) + 0.5*(h-l)/(max(l+m+h, 1e-9))) * math.Pi / 2 / foldBins
		for d := -4; d <= 4; d++ {
			smooth[(top+d+foldBins)%foldBins] = -1
		}
	}
	return best
}
