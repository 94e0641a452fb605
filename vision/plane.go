package vision

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// vec3 is a vector in camera space: x right, y down, z ahead.
type vec3 [3]float64

func (a vec3) dot(b vec3) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec3) cross(b vec3) vec3 {
	return vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func (a vec3) scale(k float64) vec3 { return vec3{k * a[0], k * a[1], k * a[2]} }
func (a vec3) add(b vec3) vec3      { return vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec3) unit() vec3           { return a.scale(1 / math.Sqrt(a.dot(a))) }

// plane is the table's direction as the camera sees it, at distance one: down is the unit vector from the eye
// straight to the table, right and ahead span the table. A point of the table has coordinates along right and
// ahead, in units of the camera's height over it.
type plane struct {
	cam                *calibration.Camera
	down, right, ahead vec3
}

// newPlane is the table under a camera whose axis is tilted from straight down by tilt (radians), towards the
// picture's direction azimuth (radians, clockwise from x).
func newPlane(cam *calibration.Camera, tilt, azimuth float64) plane {
	return planeOf(cam, vec3{math.Sin(tilt) * math.Cos(azimuth), math.Sin(tilt) * math.Sin(azimuth), math.Cos(tilt)})
}

// planeOf is the table in a direction.
func planeOf(cam *calibration.Camera, down vec3) plane {
	right := vec3{1, 0, 0}.add(down.scale(-down[0])).unit()
	return plane{cam: cam, down: down, right: right, ahead: down.cross(right)}
}

// onTable is where the ray of a pixel meets the table; false when it does not.
func (t *plane) onTable(p engine.Point) (engine.Point, bool) {
	x, y := t.cam.Normalize(p)
	ray := vec3{x, y, 1}
	k := ray.dot(t.down)
	if k < 0.05 {
		return engine.Point{}, false
	}
	return engine.Point{X: ray.dot(t.right) / k, Y: ray.dot(t.ahead) / k}, true
}

// pixel is where the picture shows a point of the table.
func (t *plane) pixel(p engine.Point) engine.Point {
	v := t.down.add(t.right.scale(p.X)).add(t.ahead.scale(p.Y))
	return t.cam.Project(v[0], v[1], v[2])
}

const (
	turnBins     = 60 // of edge directions in the picture, over a half turn
	foldBins     = 30 // of edge directions on the table, over a quarter turn
	tiltStep     = 3.75 * math.Pi / 180
	tiltMax      = 62 * math.Pi / 180
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

// onePerSpot are the best marks, one of each spot: a letter's counters are no marks of their own. With more care, many that are alike, as a
// cloth's squares are, come after all others.
func onePerSpot(r *raster, marks []mark, with effort) []mark {
	var kept, later []mark
	for _, m := range marks {
		if m.full || m.size < 9 || m.patch(r, marks) || with < thorough && m.fragment(r, marks) || slices.ContainsFunc(kept, func(k mark) bool {
			return dist(k.at, m.at) < 0.7*max(k.size, m.size) && (with < thorough || m.size < 1.3*k.size && k.size < 1.3*m.size)
		}) {
			continue
		}
		if with >= thorough && m.amongAlike(kept) {
			later = append(later, m)
			continue
		}
		if kept = append(kept, m); len(kept) == maxSpots {
			return kept
		}
	}
	return append(kept, later[:min(len(later), maxSpots-len(kept))]...)
}

// amongAlike says whether there are many marks of the same size on the same color.
func (m *mark) amongAlike(marks []mark) bool {
	n := 0
	for i := range marks {
		if k := &marks[i]; max(k.size, m.size) < alikeSize*min(k.size, m.size) && colorGap(k.plastic, m.plastic) < alikeColor {
			n++
		}
	}
	return n >= alikeMost
}

// Marks are alike if they differ in size by no more than this factor, on colors that differ by less than this; so many letters may be.
const (
	alikeSize  = 1.25
	alikeColor = 24
	alikeMost  = 20
)

// fragment says whether the mark is no more than the strongest part of another one that is no patch.
func (m *mark) fragment(r *raster, marks []mark) bool {
	return m.inner && slices.ContainsFunc(marks, func(k mark) bool {
		return !k.inner && !k.full && k.size > m.size && math.Abs(k.at.X-m.at.X) < k.w/2 && math.Abs(k.at.Y-m.at.Y) < k.h/2 && !k.patch(r, marks)
	})
}

// patch says whether the mark is a patch that holds several others, as a word is on a table of another color. Letters have counters, but
// those show the color around the letter.
func (m *mark) patch(r *raster, marks []mark) bool {
	var inside []mark
	for _, k := range marks {
		if k.full || k.size > patchMost*m.size || math.Abs(k.at.X-m.at.X) > m.w/2 || math.Abs(k.at.Y-m.at.Y) > m.h/2 ||
			colorGap(r.at(k.at), m.plastic) < patchGap {
			continue
		}
		if !slices.ContainsFunc(inside, func(o mark) bool { return dist(o.at, k.at) < 0.7*max(o.size, k.size) }) {
			inside = append(inside, k)
		}
	}
	return len(inside) >= 2
}

// What a patch holds is no larger than this share of it, and differs so much from what is around it.
const (
	patchMost = 0.65
	patchGap  = 40
)

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
