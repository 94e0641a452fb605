package lexicon

import "iter"

// edge is one letter on the way of words: bits 0 to 4 the letter (A is 1), bit 5 set if a word ends here, bit 6
// set on the last edge of its node, the rest the index of the first edge that follows it (0: none).
type edge uint32

const (
	finalBit    edge = 1 << 5
	lastBit     edge = 1 << 6
	targetShift      = 7
)

func (e edge) letter() byte { return byte(e&31) + 'A' - 1 }
func (e edge) final() bool  { return e&finalBit != 0 }
func (e edge) last() bool   { return e&lastBit != 0 }
func (e edge) target() int  { return int(e >> targetShift) }

// graph is a minimal acyclic word graph: the edges of a node lie side by side in the order of their letters.
// edges[0] points at the root's; so the empty prefix is an edge too.
type graph struct{ edges []edge }

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
		b := letters[i] &^ 0x20 // to upper case
		if b < 'A' || b > 'Z' {
			return 0, false, false
		}
		var ok bool
		if e, ok = g.follow(e, b); !ok {
			return 0, false, false
		}
	}
	return e, e.final(), true
}

func (g graph) follow(e edge, letter byte) (edge, bool) {
	i := e.target()
	if i == 0 {
		return 0, false
	}
	for ; ; i++ {
		next := g.edges[i]
		if next.letter() == letter {
			return next, true
		}
		if next.last() || next.letter() > letter {
			return 0, false
		}
	}
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

// all yields every word in alphabetical order.
func (g graph) all(yield func(string) bool) {
	if len(g.edges) > 0 {
		g.descend(g.edges[0], make([]byte, 0, maxLength), "", yield)
	}
}

// match yields every word of the pattern; '?' is any letter.
func (g graph) match(pattern string, yield func(string) bool) {
	if len(g.edges) > 0 && pattern != "" {
		g.descend(g.edges[0], make([]byte, 0, len(pattern)), pattern, yield)
	}
}

// descend yields the words below e: of any length if there is no pattern. It reports whether to go on.
func (g graph) descend(e edge, so []byte, pattern string, yield func(string) bool) bool {
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
		if !g.descend(next, append(so, next.letter()), pattern, yield) {
			return false
		}
	}
	return true
}

// newGraph builds the minimal graph of words: upper case, sorted, each once.
func newGraph(words []string) graph {
	b := builder{edges: make([]edge, 1), nodes: map[string]int{}}
	b.edges[0] = edge(b.node(words, 0)) << targetShift
	return graph{b.edges}
}

// builder shares nodes with the same edges. Children are made before their parents, so equal nodes have equal
// bytes.
type builder struct {
	edges []edge
	nodes map[string]int // a node's edges as bytes: where they are
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
		e := edge(letter-'A'+1) | edge(b.node(words[:n], depth+1))<<targetShift
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
	key := string(encode(edges))
	i, ok := b.nodes[key]
	if !ok {
		i = len(b.edges)
		b.edges = append(b.edges, edges...)
		b.nodes[key] = i
	}
	return i
}
