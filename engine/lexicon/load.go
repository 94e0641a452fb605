package lexicon

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
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
	if slices.Contains(Names(), list) {
		return OpenBuiltIn(list)
	}
	f, err := os.Open(list)
	if err != nil {
		return nil, fmt.Errorf("cannot open word list %q: use %s: %w", list, Choices(), err)
	}
	defer f.Close()
	l, err := LoadFor(game, f)
	if err != nil {
		return nil, fmt.Errorf("word list %q: %w", list, err)
	}
	l.name = filepath.Base(list)
	return l, nil
}

// OpenBuiltIn is the list of that name, one of Names.
func OpenBuiltIn(name string) (*Lexicon, error) {
	if apartLists[name] {
		return openApart(name)
	}
	open, ok := builtIn[name]
	if !ok {
		return nil, fmt.Errorf("no such list %.40q: use %s", name, strings.Join(Names(), ", "))
	}
	return open(), nil
}

// maxFile is the largest file of words; the largest lists that people have are a tenth of it, with definitions a half.
const maxFile = 64 << 20

// LoadFor reads a list from a text, in upper or lower case and in any encoding that editors write. It is a list of its own, of which
// each line's first word counts: what follows it, such as a definition, is left out, and so is a line whose first word is none, which the
// list's Skipped counts. Or the text begins with a sign, and changes a list: lines "+ word" and "- word", each with one word or
// several, add to the game's built-in list and remove from it, or from the one that a first line "= american" names; the first line that is
// wrong is an error that says which it is. Empty lines are left out, and so is what follows a "#". Accents are taken off. For DABBLE words may
// have apostrophes.
func LoadFor(game string, r io.Reader) (*Lexicon, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("more than %d MB: not a list of words", maxFile>>20)
	}
	words := decodeText(data)
	if strings.ContainsFunc(words, isBinary) {
		return nil, errors.New("not a text: save the list as plain text, one word a line")
	}
	t := text{game: game, added: map[string]bool{}}
	for line := range strings.Lines(words) {
		t.line++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := t.read(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
	}
	return t.list()
}

// Skipped are the lines of a file that gave no word.
type Skipped struct {
	Lines int
	First int    // the number of the first one
	Text  string // its beginning
}

// text is what has been read of a list.
type text struct {
	game    string
	line    int
	base    string          // what is changed
	words   []string        // the first of each line
	added   map[string]bool // words changed: true if added, false if removed
	changes bool
	skipped Skipped
}

const signs = "+-="

func (t *text) read(line string) error {
	sign, rest := line[:1], strings.Fields(line[1:])
	begun := t.changes || len(t.words) > 0 || t.skipped.Lines > 0
	signed := strings.Contains(signs, sign)
	switch {
	case t.changes && !signed:
		return fmt.Errorf("%.40q in a list of changes: begin the line with + or -", line)
	case t.changes || signed && !begun:
		return t.readChange(sign, rest)
	case signed && strings.HasPrefix(line[1:], " ") && len(rest) > 0:
		return fmt.Errorf("%.40q in a list of words: lines with + or - cannot be mixed with other lines", line)
	}
	t.take(line)
	return nil
}

// take keeps the first word of a line, or counts the line.
func (t *text) take(line string) {
	end := strings.IndexFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:|/", r) })
	if end < 0 {
		end = len(line)
	}
	word, err := t.parse(strings.Trim(line[:end], `"`))
	if err == nil {
		t.words = append(t.words, word)
		return
	}
	if t.skipped.Lines++; t.skipped.Lines == 1 {
		t.skipped.First, t.skipped.Text = t.line, fmt.Sprintf("%.40s", line)
	}
}

func (t *text) readChange(sign string, rest []string) error {
	switch {
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

func (t *text) parse(word string) (string, error) {
	if len(word) > MaxLength {
		return "", fmt.Errorf("%.20q... is longer than %d letters", word, MaxLength)
	}
	spelling := tongueOf(t.base)
	spelling.enye = spelling.enye || t.game == "dabble"
	plain := spelling.spell(word)
	if !Letters(plain) && !(t.game == "dabble" && spelled(plain)) {
		return "", fmt.Errorf("%q is not a word of the letters A to Z: remove it", word)
	}
	return plain, nil
}

func (t *text) list() (*Lexicon, error) {
	if !t.changes {
		if len(t.words) == 0 && t.skipped.Lines > 0 {
			return nil, fmt.Errorf("no words: put one on each line, not as line %d has %q", t.skipped.First, t.skipped.Text)
		}
		if len(t.words) == 0 {
			return nil, errors.New("no words: put one on each line")
		}
		l := New("own list", t.words)
		l.tongue = guessed(t.words)
		l.skipped = t.skipped
		return l, nil
	}
	if t.base == "" {
		t.base = NameFor(t.game)
	}
	base, err := OpenBuiltIn(t.base)
	if err != nil {
		return nil, err
	}
	return base.changed(t.added), nil
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
	more := New("changed "+l.name, words)
	more.tongue = l.tongue
	return more
}

// Called is the same list under another name.
func (l *Lexicon) Called(name string) *Lexicon {
	named := *l
	named.name = name
	return &named
}

// With is the list with these words in it, of the letters A to Z in upper case; its name says how many it lacked.
func (l *Lexicon) With(words []string) *Lexicon {
	added := map[string]bool{}
	for _, w := range words {
		if !l.Has(w) {
			added[w] = true
		}
	}
	if len(added) == 0 {
		return l
	}
	more := l.changed(added).Called(fmt.Sprintf("%s + %d", l.name, len(added)))
	more.skipped = l.skipped
	return more
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
