package lexicon

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // the built-in list
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// maxLength is the longest word a list may hold; nothing longer fits a table.
const maxLength = 64

// Load reads a list of one word a line, in either case. Empty lines and lines that begin with '#' are left out; the
// first line that is no word of letters is an error that names it.
func Load(r io.Reader) (*Lexicon, error) {
	var words []string
	lines := bufio.NewScanner(r)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		word, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		words = append(words, word)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: not one word a line: %w", n+1, err)
	}
	if len(words) == 0 {
		return nil, errors.New("no words: put one word on each line")
	}
	return New("own list", words), nil
}

func parse(line []byte) (string, error) {
	if len(line) > maxLength {
		return "", fmt.Errorf("%.20q... is longer than %d letters: put one word on each line", line, maxLength)
	}
	word := strings.ToUpper(string(line))
	if !Letters(word) {
		return "", fmt.Errorf("%q is not a word of the letters A to Z: remove it", line)
	}
	return word, nil
}

// Letters tells whether a word is made of the letters A to Z in upper case alone.
func Letters(word string) bool {
	for i := range len(word) {
		if word[i] < 'A' || word[i] > 'Z' {
			return false
		}
	}
	return word != ""
}

// New makes a list of words that Letters accepts, in any order; words may be repeated.
func New(name string, words []string) *Lexicon {
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	return &Lexicon{name: name, count: len(words), hash: hash(words), graph: newGraph(words)}
}

func hash(sorted []string) string {
	h := sha256.New()
	for _, w := range sorted {
		io.WriteString(h, strings.ToLower(w)+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))[:hashLength]
}

const (
	hashLength = 12
	magic      = "tilewatch words 1\n"
)

// Encode writes the list as Decode reads it: a line with what the format is, a line with name, count and hash, and
// the graph's edges of four bytes, low byte first. Equal lists give equal bytes.
func (l *Lexicon) Encode(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s%s %d %s\n%s", magic, l.name, l.count, l.hash, encode(l.graph.edges))
	return err
}

func encode(edges []edge) []byte {
	data := make([]byte, 0, 4*len(edges))
	for _, e := range edges {
		data = binary.LittleEndian.AppendUint32(data, uint32(e))
	}
	return data
}

// Decode reads what Encode wrote. It checks the form, not the words.
func Decode(data []byte) (*Lexicon, error) {
	data, ok := bytes.CutPrefix(data, []byte(magic))
	head, body, found := bytes.Cut(data, []byte("\n"))
	l := &Lexicon{}
	if !ok || !found || len(body)%4 != 0 {
		return nil, errors.New("not an encoded word list: build it again")
	}
	if _, err := fmt.Sscan(string(head), &l.name, &l.count, &l.hash); err != nil {
		return nil, fmt.Errorf("encoded word list has the head %q: build it again: %w", head, err)
	}
	l.graph.edges = make([]edge, len(body)/4)
	for i := range l.graph.edges {
		l.graph.edges[i] = edge(binary.LittleEndian.Uint32(body[4*i:]))
		if l.graph.edges[i].target() >= len(l.graph.edges) {
			return nil, errors.New("encoded word list is cut short: build it again")
		}
	}
	l.graph.index()
	return l, nil
}

//go:generate go run ./build

//go:embed english.words
var english []byte

// Default is the built-in list, decoded at the first call. Being compiled in, it cannot fail at run time: a test
// decodes it.
var Default = sync.OnceValue(func() *Lexicon {
	l, err := Decode(english)
	if err != nil {
		panic("lexicon: " + err.Error())
	}
	return l
})
