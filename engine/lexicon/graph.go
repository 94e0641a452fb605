package lexicon

import (
	"iter"
	"math"
	"math/bits"
	"slices"
)

// edge is one letter on the way of words: bits 0 to 4 the letter (A is 1, Ñ 27, the apostrophe 0), bit 5 set if a word ends here, bit 6
// set on the last edge of its node, the rest the index of the first edge that follows it (0: none).
type edge uint32

const (
	finalBit    edge = 1 << 5
	lastBit     edge = 1 << 6
	targetShift      = 7
)

func (e edge) letter() byte {
	if e&31 == 0 {
		return '\''
	}
	return byte(e&31) + 'A' - 1
}
func (e edge) final() bool { return e&finalBit != 0 }
func (e edge) last() bool  { return e&lastBit != 0 }
func (e edge) target() int { return int(e >> targetShift) }

// enye stands for Ñ within the graph, where every letter is a byte: the byte after Z. See folded.
const enye = 'Z' + 1

// code is the number of a letter in an edge; false if it is not a letter. Codes are in the order of the letters' bytes.
func code(letter byte) (int, bool) {
	if letter == '\'' {
		return 0, true
	}
	c := int(letter&^0x20) - 'A' + 1 // in either case
	return c, c >= 1 && c <= 27
}

// graph is a minimal acyclic word graph: the edges of a node lie side by side in the order of their letters.
// edges[0] points at the root's; so the empty prefix is an edge too.
type graph struct {
	edges       []edge
	after, ends []LetterSet // see index
}

// walk follows the letters from the root; the edge it ends on, whether a word ends there, and whether there is
// such a way at all.
func (g graph) walk(letters string) (edge, bool, bool) {
	if len(g.edges) == 0 {
		return 0, false, letters == ""
	}
	return g.walkFrom(g.edges[0], letters)
}

func (g graph) walkFrom(e edge, letters string) (edge, bool, bool) {
	for i := range len(letters) {
		c, ok := code(letters[i])
		if !ok {
			return 0, false, false
		}
		if e, ok = g.follow(e, c); !ok {
			return 0, false, false
		}
	}
	return e, e.final(), true
}

func (g graph) follow(e edge, code int) (edge, bool) {
	i := e.target()
	if g.after[i]&(1<<code) == 0 {
		return 0, false
	}
	return g.edges[i+bits.OnesCount32(uint32(g.after[i])&(1<<code-1))], true
}

// children are the edges that may follow.
func (g graph) children(e edge) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for i := e.target(); i != 0; i++ {
			if !yield(g.edges[i]) || g.edges[i].last() {
				return
			}
		}
	}
}

// rack are tiles that words are made of: how many of each letter, by its code, and of blanks, which stand for any.
type rack struct {
	letters [28]int
	blanks  int
}

// endless are the tiles for every word.
func endless() *rack { return &rack{blanks: math.MaxInt} }

// of is where the tiles that can be laid for the letter are counted: blanks if the letter has run out.
func (r *rack) of(e edge) *int {
	if n := &r.letters[e&31]; *n > 0 {
		return n
	}
	return &r.blanks
}

// search yields the words of the pattern that the tiles make, in alphabetical order; '?' is any letter, and "" any word.
func (g graph) search(pattern string, tiles *rack, yield func(string) bool) {
	if len(g.edges) > 0 {
		g.descend(g.edges[0], make([]byte, 0, MaxLength), pattern, tiles, yield)
	}
}

// descend yields the words below e, to which the letters so far lead. It reports whether to go on.
func (g graph) descend(e edge, so []byte, pattern string, tiles *rack, yield func(string) bool) bool {
	if pattern != "" && len(so) == len(pattern) {
		return !e.final() || yield(string(so))
	}
	if pattern == "" && e.final() && !yield(string(so)) {
		return false
	}
	for next := range g.children(e) {
		if pattern != "" && pattern[len(so)] != '?' && pattern[len(so)] != next.letter() {
			continue
		}
		tile := tiles.of(next)
		if *tile == 0 {
			continue
		}
		*tile--
		goOn := g.descend(next, append(so, next.letter()), pattern, tiles, yield)
		*tile++
		if !goOn {
			return false
		}
	}
	return true
}

// newGraph builds the minimal graph of words: upper case, sorted, each once.
func newGraph(words []string) graph {
	b := builder{edges: make([]edge, 1)}
	b.edges[0] = edge(b.node(words, 0)) << targetShift
	g := graph{edges: b.edges}
	g.index()
	return g
}

// builder shares nodes with the same edges. Children are made before their parents, so equal nodes have equal
// edges.
type builder struct {
	edges []edge
	nodes []uint32 // a hash table, by open addressing, of where nodes begin in edges; 0: free
	used  int
}

// node is the index of the edges for what follows the first depth letters, which all the words share; 0 if nothing
// does.
func (b *builder) node(words []string, depth int) int {
	var edges []edge
	for len(words) > 0 {
		if len(words[0]) == depth { // the edge that led here is marked for it
			words = words[1:]
			continue
		}
		letter, n := words[0][depth], 1
		for n < len(words) && words[n][depth] == letter {
			n++
		}
		c, _ := code(letter)
		e := edge(c) | edge(b.node(words[:n], depth+1))<<targetShift
		if len(words[0]) == depth+1 {
			e |= finalBit
		}
		edges, words = append(edges, e), words[n:]
	}
	if len(edges) == 0 {
		return 0
	}
	edges[len(edges)-1] |= lastBit
	return b.share(edges)
}

func (b *builder) share(edges []edge) int {
	if 2*b.used >= len(b.nodes) {
		b.grow()
	}
	slot := b.slot(edges)
	if b.nodes[slot] == 0 {
		b.nodes[slot] = uint32(len(b.edges))
		b.edges = append(b.edges, edges...)
		b.used++
	}
	return int(b.nodes[slot])
}

// slot is where in the table the node with these edges is, or belongs.
func (b *builder) slot(edges []edge) int {
	const golden = 0x9e3779b97f4a7c15 // of 2^64, by the golden section: Knuth's multiplicative hashing, whose high bits are well mixed
	hash := uint64(len(edges))
	for _, e := range edges {
		hash = (hash ^ hash>>32 ^ uint64(e)) * golden
	}
	mask := len(b.nodes) - 1
	slot := int(hash>>32) & mask
	for first := int(b.nodes[slot]); first != 0 && !slices.Equal(b.edges[first:min(first+len(edges), len(b.edges))], edges); first = int(b.nodes[slot]) {
		slot = (slot + 1) & mask
	}
	return slot
}

// grow makes the table larger: a power of two.
func (b *builder) grow() {
	old := b.nodes
	b.nodes = make([]uint32, max(1024, 2*len(old)))
	for _, first := range old {
		if first == 0 {
			continue
		}
		end := first
		for !b.edges[end].last() {
			end++
		}
		b.nodes[b.slot(b.edges[first:end+1])] = first
	}
}
