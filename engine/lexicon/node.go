package lexicon

import "math/bits"

// Node is a place in the word graph: some letters from the beginning of words. It is for those who walk the graph
// letter by letter, such as a generator of plays; it belongs to the list it came from.
type Node uint32

// LetterSet is a set of letters: bit 1 is A, bit 26 is Z, bit 27 Ñ, bit 0 the apostrophe.
type LetterSet uint32

// AllLetters are A to Z.
const AllLetters LetterSet = 1<<27 - 2

// SetOf is the set of that one letter, 'A' to 'Z' or the apostrophe; the empty set for anything else.
func SetOf(letter byte) LetterSet {
	if c, ok := code(letter); ok {
		return 1 << c
	}
	return 0
}

// First is the smallest letter's bit number: 1 for A. The set must not be empty.
func (s LetterSet) First() int { return bits.TrailingZeros32(uint32(s)) }

// Root is where every word begins.
func (l *Lexicon) Root() Node {
	if len(l.graph.edges) == 0 {
		return 0
	}
	return Node(l.graph.edges[0].target())
}

// After are the letters that may follow.
func (l *Lexicon) After(n Node) LetterSet {
	if int(n) >= len(l.graph.after) {
		return 0
	}
	return l.graph.after[n]
}

// Ends are the letters that may follow and make a word.
func (l *Lexicon) Ends(n Node) LetterSet {
	if int(n) >= len(l.graph.ends) {
		return 0
	}
	return l.graph.ends[n]
}

// Next is the node after one of the letters of After, given by its bit number: 1 for A.
func (l *Lexicon) Next(n Node, letter int) Node {
	below := bits.OnesCount32(uint32(l.graph.after[n]) & (1<<letter - 1))
	return Node(l.graph.edges[int(n)+below].target())
}

// index finds the letters of every node, so that following one takes no search. Nodes fill the edges one after the
// other; after and ends are set at a node's first edge.
func (g *graph) index() {
	g.after, g.ends = make([]LetterSet, len(g.edges)), make([]LetterSet, len(g.edges))
	for first, i := 1, 1; i < len(g.edges); i++ {
		e := g.edges[i]
		g.after[first] |= 1 << (e & 31)
		if e.final() {
			g.ends[first] |= 1 << (e & 31)
		}
		if e.last() {
			first = i + 1
		}
	}
}
