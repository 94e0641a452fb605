package snag

import (
	"math"

	"tilewatch/vision/blob"
)

// All tiles of a set have one color and one print, and so has the board, in a tone or two. So squares that look alike are classified together: what is
// weak evidence on one square is strong on all. These are standard deviations between two tiles, or between two bare squares.
const (
	groundSpread = 13.0  // units of logColor
	inkSpread    = 18.0  // a thin stroke takes on some of the ground
	strokeSpread = 0.005 // pitches
	mostStrokes  = 9.0   // a face without print, or with glare on it, may have any stroke
)

// dissimilarity is how differently two squares look, in standard deviations.
func dissimilarity(a, b *square) float64 {
	ground, ink := a.ground.sub(b.ground).norm()/groundSpread, a.ink.sub(b.ink).norm()/inkSpread
	stroke := min(math.Abs(a.stroke-b.stroke)/strokeSpread, mostStrokes)
	return math.Sqrt(ground*ground + ink*ink + stroke*stroke)
}

// edge is an edge of the minimum spanning tree, to a square that was in the tree before.
type edge struct {
	from, to int
	length   float64
}

// minimumSpanningTree spans all squares by their dissimilarity, in the order in which it grows (Prim 1957).
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

// cutLength is the length from which on an edge separates groups (single-linkage clustering).
const cutLength = 3.2

// groups are the squares that look alike.
func groups(squares []square) []group {
	bonds := minimumSpanningTree(squares)
	cut := make([]bool, len(bonds))
	for i, b := range bonds {
		cut[i] = b.length > cutLength
	}
	return components(squares, bonds, cut)
}

// components are the groups that remain when edges are cut.
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

// group is a set of squares that look alike, with their typical measures.
type group struct {
	members []int // of the squares
	corners float64
	stroke  float64
}

// summarize computes the group's measures.
func (g *group) summarize(squares []square) {
	var strokes []float64
	for _, i := range g.members {
		g.corners += squares[i].corners / float64(len(g.members))
		strokes = append(strokes, squares[i].stroke)
	}
	g.stroke = median(strokes)
}

// fewSquares is the number of squares below which a group may be a mistake.
const fewSquares = 4

// median sorts its values.
func median(values []float64) float64 {
	return blob.UpperMedian(values)
}

// Log-likelihood ratios of tiles.
const (
	perCorner = 4.4  // of a corner with or without the middle's color: two in four are even
	mostSure  = 12.0 // most for a group
	ownSay    = 0.4  // share of a square's own corners
	fewer     = 1.5  // what a group of one or two squares loses
)

// classifyGroups classifies squares as tiles or bare, group by group: the bare ones are those whose corners are most like their middles.
func classifyGroups(squares []square) {
	all := groups(squares)
	bare := 0
	for i := range all {
		if few, other := len(all[i].members) < fewSquares, len(all[bare].members) < fewSquares; few == other && all[i].corners > all[bare].corners || other && !few {
			bare = i
		}
	}
	for i := range all {
		g := &all[i]
		say := g.logOdds(&all[bare])
		if i == bare { // a blurred picture hides all corners
			say = perCorner * (1 - g.corners)
		}
		if len(g.members) < fewSquares {
			say -= math.Copysign(min(fewer, math.Abs(say)), say)
		}
		say = min(max(say, -mostSure), mostSure)
		for _, m := range g.members {
			squares[m].logOdds = say + ownSay*perCorner*(g.corners-squares[m].corners)
		}
	}
}

// Log-likelihood ratios of a group of tiles against one of bare squares, hand-set on the rendered boards.
const (
	cornerOdds      = 8.0  // for each corner more that bare squares have
	cornerNoise     = 0.35 // corners by which groups of bare squares differ
	strokeOdds      = 12.0 // for each unit of the ratio of strokes
	bolder          = 1.1  // that ratio; tiles have more
	leastStrokeOdds = -2.0
	mostStrokeOdds  = 4.0
)

// logOdds is the log-likelihood ratio of a group of tiles against one of bare squares. Tiles leave the corners free, or at least have their
// edges there; their print is bolder, and stands where a hand laid it.
func (g *group) logOdds(bare *group) float64 {
	say := perCorner * (2 - g.corners)
	alike := cornerOdds*(bare.corners-g.corners-cornerNoise) + min(max(strokeOdds*(g.stroke/max(bare.stroke, 1e-3)-bolder), leastStrokeOdds), mostStrokeOdds)
	return max(say, alike)
}
