package lexicon

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxLength is the longest word a list may hold; nothing longer fits a table.
const MaxLength = 64

// Open is OpenFor NAB-IT!.
func Open(list string) (*Lexicon, error) { return OpenFor("nabit", list) }

// OpenFor is the list a game is played with: the built-in one for "", another of Names, or what the file says, which
// is read as by LoadFor.
func OpenFor(game, list string) (*Lexicon, error) {
	if list == "" {
		list = NameFor(game)
	}
	if open, ok := builtIn[list]; ok {
		return open(), nil
	}
	f, err := os.Open(list)
	if err != nil {
		return nil, fmt.Errorf("word list %q cannot be opened: give %s: %w", list, Choices(), err)
	}
	defer f.Close()
	l, err := LoadFor(game, f)
	if err != nil {
		return nil, fmt.Errorf("word list %q: %w", list, err)
	}
	l.name = filepath.Base(list)
	return l, nil
}

// LoadFor reads a list from a text, in either case: one word a line makes a list of its own; lines "+ word" and
// "- word", each with one word or several, add to the game's built-in list and remove from it, or from the one that a
// first line "= american" names. The text is the one or the other. Empty lines are left out, and so is what follows
// a "#". For DABBLE words may have apostrophes. The first line that is wrong is an error that says which it is.
func LoadFor(game string, r io.Reader) (*Lexicon, error) {
	t := text{game: game, added: map[string]bool{}}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		t.line++
		line := lines.Bytes()
		if t.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		line, _, _ = bytes.Cut(line, []byte("#"))
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := t.read(string(line)); err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: not one word a line: %w", t.line+1, err)
	}
	return t.list()
}

// text is what has been read of a list.
type text struct {
	game    string
	line    int
	base    string          // what is changed
	words   []string        // one a line
	added   map[string]bool // words changed: true if added, false if removed
	changes bool
}

func (t *text) read(line string) error {
	sign, rest := line[:1], strings.Fields(line[1:])
	if !strings.ContainsAny(sign, "+-=") {
		if t.changes {
			return fmt.Errorf("%.40q in a list of changes: begin it with + or -", line)
		}
		word, err := t.parse(line)
		t.words = append(t.words, word)
		return err
	}
	switch {
	case len(t.words) > 0:
		return fmt.Errorf("%.40q in a list of one word a line: a list of changes has no other lines", line)
	case len(rest) == 0:
		return fmt.Errorf("nothing follows %q: name a word", sign)
	case sign == "=" && t.changes:
		return errors.New(`"=" comes first: the changes before it would be lost`)
	case sign == "=" && (len(rest) > 1 || !slices.Contains(Names(), rest[0])):
		return fmt.Errorf("no such list %.40q: use %s", strings.Join(rest, " "), strings.Join(Names(), ", "))
	}
	t.changes = true
	if sign == "=" {
		t.base = rest[0]
		return nil
	}
	return t.change(sign == "+", rest)
}

func (t *text) change(add bool, words []string) error {
	for _, w := range words {
		word, err := t.parse(w)
		if err != nil {
			return err
		}
		if before, ok := t.added[word]; ok && before != add {
			return fmt.Errorf("%q is both added and removed: keep one of the lines", w)
		}
		t.added[word] = add
	}
	return nil
}

func (t *text) parse(line string) (string, error) {
	if len(line) > MaxLength {
		return "", fmt.Errorf("%.20q... is longer than %d letters: put one word on each line", line, MaxLength)
	}
	word := strings.ToUpper(line)
	if !Letters(word) && !(t.game == "dabble" && spelled(word)) {
		return "", fmt.Errorf("%q is not a word of the letters A to Z: remove it", line)
	}
	return word, nil
}

func (t *text) list() (*Lexicon, error) {
	if !t.changes {
		if len(t.words) == 0 {
			return nil, errors.New("no words: put one word on each line")
		}
		return New("own list", t.words), nil
	}
	if t.base == "" {
		t.base = NameFor(t.game)
	}
	return builtIn[t.base]().changed(t.added), nil
}

// changed is the list with words added (true) or removed (false).
func (l *Lexicon) changed(added map[string]bool) *Lexicon {
	var words []string
	for w := range l.All {
		if _, ok := added[w]; !ok {
			words = append(words, w)
		}
	}
	for w, add := range added {
		if add {
			words = append(words, w)
		}
	}
	return New("changed "+l.name, words)
}

// spelled reports whether a word is made of letters, Ñ and apostrophes.
func spelled(word string) bool { return Letters(strings.NewReplacer("'", "", "Ñ", "N").Replace(word)) }

// Letters reports whether a word is made of the letters A to Z in upper case alone.
func Letters(word string) bool {
	for i := range len(word) {
		if word[i] < 'A' || word[i] > 'Z' {
			return false
		}
	}
	return word != ""
}

// New makes a list of words of the letters A to Z and Ñ in upper case, and apostrophes, in any order; words may be
// repeated.
func New(name string, words []string) *Lexicon {
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	l := &Lexicon{name: name, count: len(words), hash: hash(words)}
	for i, w := range words {
		words[i] = folded(w) // keeps their order: Ñ follows Z in either spelling
	}
	l.graph = newGraph(words)
	return l
}

func hash(sorted []string) string {
	h := sha256.New()
	for _, w := range sorted {
		io.WriteString(h, strings.ToLower(w)+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))[:hashLength]
}

const hashLength = 12
