package lexicon

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const magic = "tilewatch words 2\n"

// maxEdges limits what is unpacked. The largest built-in list has some 100,000.
const maxEdges = 1 << 22

// Encode writes the list as Decode reads it: a line with what the format is; a line with name, count, hash and the
// number of edges; then, deflated, the edges' bytes in columns: the lowest byte of each, the next of each, and so on.
// Columns pack better: neighbors differ most in their low bytes. Equal lists give equal bytes.
func (l *Lexicon) Encode(w io.Writer) error {
	edges := l.graph.edges
	if _, err := fmt.Fprintf(w, "%s%s %d %s %d\n", magic, l.name, l.count, l.hash, len(edges)); err != nil {
		return err
	}
	packed, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return err
	}
	rows := encode(edges)
	columns := make([]byte, len(rows))
	for i := range edges {
		for b := range 4 {
			columns[b*len(edges)+i] = rows[4*i+b]
		}
	}
	if _, err := packed.Write(columns); err != nil {
		return err
	}
	return packed.Close()
}

func encode(edges []edge) []byte {
	data := make([]byte, 0, 4*len(edges))
	for _, e := range edges {
		data = binary.LittleEndian.AppendUint32(data, uint32(e))
	}
	return data
}

// Decode reads what Encode wrote. It checks the form, so that no question can fail later, but not the words.
func Decode(data []byte) (*Lexicon, error) {
	data, ok := bytes.CutPrefix(data, []byte(magic))
	head, body, found := bytes.Cut(data, []byte("\n"))
	l, n := &Lexicon{}, 0
	if !ok || !found {
		return nil, errors.New("not an encoded word list: build it again")
	}
	if _, err := fmt.Sscan(string(head), &l.name, &l.count, &l.hash, &n); err != nil || n < 1 || n > maxEdges {
		return nil, fmt.Errorf("encoded word list has the head %.80q: build it again", head)
	}
	columns, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body)), int64(4*n+1)))
	if err == nil && len(columns) != 4*n {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("encoded word list is damaged: build it again: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	l.graph.edges = make([]edge, n)
	for i := range l.graph.edges {
		l.graph.edges[i] = edge(columns[i]) | edge(columns[n+i])<<8 | edge(columns[2*n+i])<<16 | edge(columns[3*n+i])<<24
	}
	if !l.graph.sound() {
		return nil, errors.New("encoded word list is no word graph: build it again")
	}
	l.graph.index()
	l.tongue = tongueOf(l.name)
	return l, nil
}

// sound reports whether the edges are a graph that can be walked: nodes have their letters in order, and each edge leads
// to the beginning of an earlier node, so that no way goes round.
func (g *graph) sound() bool {
	starts := make([]bool, len(g.edges))
	first := 1
	for i, e := range g.edges {
		if e.target() != 0 && (i > 0 && e.target() >= first || e.target() >= len(g.edges)) || e&31 > 27 {
			return false
		}
		if i == 0 {
			continue
		}
		if i == first {
			starts[i] = true
		} else if e&31 <= g.edges[i-1]&31 {
			return false
		}
		if t := e.target(); t != 0 && !starts[t] {
			return false
		}
		if e.last() {
			first = i + 1
		}
	}
	root := g.edges[0].target()
	return first == len(g.edges) && (root == 0 || starts[root])
}
