package snag

import (
	"math"
	"slices"

	"tilewatch/vision/blob"
)

// All tiles of a set are of one color and bear one print, and so does the board, in a tone or two. So squares that look alike are
// judged together: what can hardly be told of one of them, all of them tell clearly.

// Standard deviations of what two tiles, or two bare squares, differ in.
const (
	groundSpread = 13.0  // units of logColor
	inkSpread    = 18.0  // a thin stroke takes on some of the ground
	strokeSpread = 0.005 // pitches
	mostStrokes  = 9.0   // a face without print, or with glare on it, may have any stroke
)

// unlike is how differently two squares look, in standard deviations.
func dissimilarity(a, b *square) float64 {
	ground, ink := a.ground.sub(b.ground).norm()/groundSpread, a.ink.sub(b.ink).norm()/inkSpread
	stroke := min(math.Abs(a.stroke-b.stroke)/strokeSpread, mostStrokes)
	return math.Sqrt(ground*ground + ink*ink + stroke*stroke)
}

// bond is a link of the shortest tree through all squares, to one that was there before.
type edge struct {
	from, to int
	length   float64
}

// tree is the shortest tree through all squares by how unlike they are, in the order in which it grows.
func minimumSpanningTree(squares []square) []edge {
	var grown []edge
	nearest := make([]edge, len(squares))
	for i := range nearest {
		nearest[i] = edge{0, i, dissimilarity(&squares[0], &squares[i])}
	}
	left := nearest[1:]
	for len(left) > 0 {
		k := 0
		for i := range left {
			if left[i].length < left[k].length {
				k = i
			}
		}
		next := left[k]
		grown = append(grown, next)
		left[k] = left[len(left)-1]
		left = left[:len(left)-1]
		for i := range left {
			if d := dissimilarity(&squares[next.to], &squares[left[i].to]); d < left[i].length {
				left[i].from, left[i].length = next.to, d
			}
		}
	}
	return grown
}

const (
	cutLength  = 3.2 // squares further from all others of a group than this are of another
	weakLength = 1.8 // groups may hang together by one bond this long,
	unlikely   = 1.5 // if their corners differ by so much on average
)

// groups are the squares that look alike.
func groups(squares []square) []group {
	bonds := minimumSpanningTree(squares)
	cut := make([]bool, len(bonds))
	for i, b := range bonds {
		cut[i] = b.length > cutLength
	}
	for i, b := range bonds {
		if b.length <= weakLength || cut[i] {
			continue
		}
		cut[i] = true
		all := components(squares, bonds, cut)
		if a, b := groupOf(all, b.from), groupOf(all, b.to); math.Abs(a.corners-b.corners) < unlikely {
			cut[i] = false
		}
	}
	return components(squares, bonds, cut)
}

// parted are the groups that the bonds leave which are not cut.
func components(squares []square, bonds []edge, cut []bool) []group {
	of := make([]int, len(squares)) // a bond's from is in its group before its to
	var all []group
	begin := func(i int) {
		of[i] = len(all)
		all = append(all, group{members: []int{i}})
	}
	begin(0)
	for k, b := range bonds {
		if cut[k] {
			begin(b.to)
			continue
		}
		of[b.to] = of[b.from]
		g := &all[of[b.to]]
		g.members = append(g.members, b.to)
	}
	for i := range all {
		all[i].summarize(squares)
	}
	return all
}

func groupOf(all []group, member int) *group {
	i := slices.IndexFunc(all, func(g group) bool { return slices.Contains(g.members, member) })
	return &all[i]
}

// group is squares that look alike, with what is usual among them.
type group struct {
	members []int // of the squares
	corners float64
	stroke  float64
	spread  float64 // how far their numbers stand from where they usually do, pitches; 0 if that is not known
}

func (g *group) summarize(squares []square) {
	var strokes, xs, ys, far []float64
	for _, i := range g.members {
		q := &squares[i]
		g.corners += q.corners / float64(len(g.members))
		strokes = append(strokes, q.stroke)
		if q.printed {
			xs, ys = append(xs, q.numberOffset.X), append(ys, q.numberOffset.Y)
		}
	}
	g.stroke = median(strokes)
	if len(xs) < leastSpread {
		return
	}
	x, y := median(xs), median(ys)
	for i := range g.members {
		if q := &squares[g.members[i]]; q.printed {
			far = append(far, math.Hypot(q.numberOffset.X-x, q.numberOffset.Y-y))
		}
	}
	g.spread = median(far)
}

// leastSpread is of how many numbers a spread can be told.
const leastSpread = 4

// median sorts its values.
func median(values []float64) float64 {
	return blob.UpperMedian(values)
}

const (
	perCorner = 4.4  // what a corner tells that has the middle's color, or has not: of two in four it is even
	mostSure  = 12.0 // of a group
	ownSay    = 0.4  // share of a square's own corners in what is said of it
	fewer     = 1.5  // what a group of one or two lacks in trust
)

// weigh decides between tiles and print, group by group: the bare squares are those whose corners are most like their
// middles.
func classifyGroups(squares []square) {
	all := groups(squares)
	bare := 0
	for i := range all {
		if few, other := len(all[i].members) < leastSpread, len(all[bare].members) < leastSpread; few == other && all[i].corners > all[bare].corners || other && !few {
			bare = i
		}
	}
	for i := range all {
		g := &all[i]
		say := g.logOdds(&all[bare])
		if i == bare { // a blurred picture hides all corners
			say = perCorner * (1 - g.corners)
		}
		if len(g.members) < leastSpread {
			say -= math.Copysign(min(fewer, math.Abs(say)), say)
		}
		say = min(max(say, -mostSure), mostSure)
		for _, m := range g.members {
			squares[m].logOdds = say + ownSay*perCorner*(g.corners-squares[m].corners)
		}
	}
}

// differs is the log-likelihood ratio of a group of tiles against one of bare squares, of which there is another. Tiles leave the
// corners free, or there at least their edges lie; their print is bolder, and stands where a hand laid it.
func (g *group) logOdds(bare *group) float64 {
	say := perCorner * (2 - g.corners)
	alike := 8*(bare.corners-g.corners-0.35) + min(max(12*(g.stroke/max(bare.stroke, 1e-3)-1.1), -2), 4)
	if g.spread > 0 && bare.spread > 0 {
		alike += min(max(2*math.Log(g.spread/bare.spread/1.4), -3), 3)
	}
	return max(say, alike)
}
