package dabble

import (
	"cmp"
	"math/bits"
	"slices"
)

// search finds the best filling of a rack by branch and bound. Its branches are those of Knuth's Algorithm X (Dancing Links, 2000): it takes
// the tile that fewest words can use, tries each of those words, and then leaves the tile unused. Tiles that no tier needs are the slack; once it is
// used up, each tile left must be in a word, and a Q alone decides.
type search struct {
	all    bag
	values []int
	cheap  []int // the kinds of tiles, the least valuable first

	best   filled
	points int // of the best
	found  bool
}

// option is a word that the tiles suffice for.
type option struct {
	*candidate
	worth int // what it counts at most: its letters that are there are laid, and no blanks
}

// filled is a rack with words on some tiers.
type filled [Tiers]option

// node is a rack that is being filled.
type node struct {
	open  [Tiers][]option // the words that fit each tier to be filled; nil for the other tiers
	words filled
	left  bag
	slack int // how many of the tiles left are in no word at the end
	lost  int // what the tiles count that were left unused so far
}

// run looks for five words, then for four of the five tiers, and so on, until a rack can be built.
func (s *search) run(b *Builder) {
	for i := range s.all {
		s.cheap = append(s.cheap, i)
	}
	slices.SortStableFunc(s.cheap, func(a, b int) int { return cmp.Compare(s.values[a], s.values[b]) })
	var fitting [Tiers][]option
	for tier := range b.words {
		fitting[tier] = s.fitting(b.words[tier])
	}
	for words := Tiers; words > 0 && !s.found; words-- {
		for _, tiers := range ofSize(words) {
			n := node{left: s.all, slack: s.all.count()}
			for tier := range fitting {
				if tiers&(1<<tier) != 0 {
					n.open[tier] = fitting[tier]
					n.slack -= tier + Shortest
				}
			}
			s.fill(n, words)
		}
	}
}

// ofSize are the sets of so many tiers; those with the short tiers are last, because long words count more.
func ofSize(n int) (sets []int) {
	for tiers := 1<<Tiers - 1; tiers > 0; tiers-- {
		if bits.OnesCount(uint(tiers)) == n {
			sets = append(sets, tiers)
		}
	}
	return sets
}

// fitting are the words that the tiles suffice for, those of the most points first.
func (s *search) fitting(words []candidate) []option {
	fit := []option{} // not nil: the tier is open
	for i := range words {
		if _, ok := s.all.without(&words[i]); ok {
			fit = append(fit, option{&words[i], s.worth(&words[i])})
		}
	}
	slices.SortStableFunc(fit, func(a, b option) int { return cmp.Compare(b.worth, a.worth) })
	return fit
}

func (s *search) worth(w *candidate) (sum int) {
	for kind, n := range w.tiles {
		sum += int(min(n, s.all[kind])) * s.values[kind]
	}
	if w.has(apostrophes) {
		sum *= 2
	}
	return sum
}

// fill fills the open tiers of a rack, in every way that may be better than the best so far.
func (s *search) fill(n node, open int) {
	if n.slack < 0 {
		return
	}
	if open == 0 {
		s.keep(n.words)
		return
	}
	if s.found && s.bound(&n) <= s.points || !n.narrow() {
		return
	}
	kind := s.scarcest(&n)
	for tier := Tiers - 1; tier >= 0; tier-- {
		words := n.open[tier]
		if words == nil {
			continue
		}
		if kind < 0 { // any word will do of blanks alone
			s.fill(n.with(tier, words[0]), open-1)
			return
		}
		var others []option
		for _, w := range words {
			if w.has(kind) {
				s.fill(n.with(tier, w), open-1)
			} else {
				others = append(others, w)
			}
		}
		if len(others) == 0 {
			return
		}
		n.open[tier] = others // what has the tile on this tier is done
	}
	n.slack -= int(n.left[kind])
	n.lost += int(n.left[kind]) * s.values[kind]
	n.left[kind] = 0
	s.fill(n, open)
}

// with is the rack with a word on a tier.
func (n *node) with(tier int, w option) node {
	with := *n
	with.left, _ = n.left.without(w.candidate)
	with.words[tier], with.open[tier] = w, nil
	return with
}

// narrow leaves the words that the tiles left suffice for; false if a tier has none.
func (n *node) narrow() bool {
	kinds, spare := n.left.kinds(), int(n.left[blanks])
	for tier, words := range n.open {
		if words == nil {
			continue
		}
		var fit []option
		for _, w := range words {
			if bits.OnesCount32(w.kinds&^kinds) > spare { // most are refused so, without counting tiles
				continue
			}
			if _, ok := n.left.without(w.candidate); ok {
				fit = append(fit, w)
			}
		}
		if len(fit) == 0 {
			return false
		}
		n.open[tier] = fit
	}
	return true
}

// bound is what the rack counts at most, however it is filled: all its tiles but those that must be left, the cheapest, and twice the best
// words with an apostrophe.
func (s *search) bound(n *node) int {
	most := -n.lost
	for kind, of := range s.all {
		most += int(of) * s.values[kind]
	}
	slack := n.slack
	for _, kind := range s.cheap {
		left := min(slack, int(n.left[kind]))
		slack -= left
		most -= left * s.values[kind]
	}
	var doubled []int
	for tier, w := range n.words {
		if w.candidate != nil && w.has(apostrophes) {
			most += w.worth / 2
		}
		if n.left[apostrophes] > 0 {
			doubled = append(doubled, mostDoubled(n.open[tier]))
		}
	}
	slices.Sort(doubled)
	for _, more := range doubled[max(0, len(doubled)-int(n.left[apostrophes])):] {
		most += more
	}
	return most
}

// mostDoubled is what an apostrophe adds at most on a tier of these words.
func mostDoubled(words []option) int {
	for _, w := range words {
		if w.has(apostrophes) {
			return w.worth / 2 // they are in order
		}
	}
	return 0
}

// scarcest is the kind of the tile left that fewest of the words can use, and of those the most valuable; -1 if only blanks are left.
func (s *search) scarcest(n *node) int {
	var uses [len(bag{})]int
	for _, words := range n.open {
		for _, w := range words {
			for kinds := w.kinds; kinds != 0; kinds &= kinds - 1 {
				uses[bits.TrailingZeros32(kinds)]++
			}
		}
	}
	best := -1
	for kind := range n.left[:blanks] {
		if n.left[kind] == 0 {
			continue
		}
		if best < 0 || uses[kind] < uses[best] || uses[kind] == uses[best] && s.values[kind] > s.values[best] {
			best = kind
		}
	}
	return best
}

// keep keeps a filled rack if it is the best.
func (s *search) keep(words filled) {
	sum := 0
	for _, tiles := range s.lay(words) {
		sum += Tier{Tiles: tiles}.Worth()
	}
	if !s.found || sum > s.points {
		s.best, s.points, s.found = words, sum, true
	}
}

// lay are the tiles of the words. Words with an apostrophe, which count double, take theirs first; blanks, which count nothing, are for the
// others.
func (s *search) lay(words filled) (tiers [Tiers][]Tile) {
	left := s.all
	for _, doubled := range []bool{true, false} {
		for tier, w := range words {
			if w.candidate == nil || w.has(apostrophes) != doubled {
				continue
			}
			for _, letter := range w.letters() {
				tiers[tier] = append(tiers[tier], left.take(letter, s.values))
			}
		}
	}
	return tiers
}
