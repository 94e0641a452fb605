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

// MaxFile is the largest file of words in bytes; the largest lists that people have are a tenth of it, with definitions a half.
const MaxFile = 64 << 20

// ErrLarge refuses a larger one.
var ErrLarge = fmt.Errorf("more than %d MB: a list has one word a line, without long explanations", MaxFile>>20)

// LoadFor reads a list from a text, in upper or lower case and in any encoding that editors write. It is a list of its own, of which
// each line's first word counts: what follows it, such as a definition, is left out, and so is a line whose first word is none, which the
// list's Skipped counts. Or the text begins with a sign, and changes a list: lines "+ word" and "- word", each with one word or
// several, add to the game's built-in list and remove from it, or from the one that a first line "= american" names; the first line that is
// wrong is an error that says which it is. Empty lines are left out, and so is what follows a "#". Accents are taken off. For DABBLE words may
// have apostrophes.
func LoadFor(game string, r io.Reader) (*Lexicon, error) {
	t, err := readText(game, "", r)
	if err != nil {
		return nil, err
	}
	return t.list()
}

// Changes are the words of such a text, each with whether it is to be added, as Spelled; without signs all are. It changes a list that is
// named elsewhere: a line "= american" says nothing.
func Changes(game, list string, r io.Reader) (added map[string]bool, err error) {
	t, err := readText(game, list, r)
	if err == nil && len(t.words)+len(t.added) == 0 {
		_, err = t.list()
	}
	if err != nil {
		return nil, err
	}
	for _, word := range t.words {
		t.added[word] = true
	}
	return t.added, nil
}

// Spelled is a word as a game spells it that is played with the list of that name; an error says why it is none.
func Spelled(game, list, word string) (string, error) {
	return (&text{game: game, base: list}).parse(strings.TrimSpace(word))
}

func readText(game, list string, r io.Reader) (*text, error) {
	limited := &io.LimitedReader{R: r, N: MaxFile + 1}
	t := &text{game: game, base: list, added: map[string]bool{}}
	for line, err := range lines(limited) {
		switch {
		case err != nil:
			return nil, err
		case limited.N == 0:
			return nil, ErrLarge
		case strings.ContainsFunc(line, isBinary):
			return nil, errors.New("not a text: save the list as plain text, one word a line")
		}
		t.line++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := t.read(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", t.line, err)
		}
	}
	return t, nil
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
		t.words = append(t.words, strings.Clone(word)) // the line may hold a long definition
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
		return "", fmt.Errorf("longer than %d letters: %w", MaxLength, &NoWord{word[:20]})
	}
	spelling := tongueOf(t.base)
	spelling.enye = spelling.enye || t.game == "dabble"
	plain := spelling.spell(word)
	if !Letters(plain) && !(t.game == "dabble" && spelled(plain)) {
		return "", &NoWord{word}
	}
	return plain, nil
}

// NoWord says that a text is no word that a list can have.
type NoWord struct{ Text string }

func (e *NoWord) Error() string {
	return fmt.Sprintf("%q is not a word of the letters A to Z: remove it", e.Text)
}

func (t *text) list() (*Lexicon, error) {
	if !t.changes {
		if len(t.words) == 0 && t.skipped.Lines > 0 {
			return nil, fmt.Errorf("no words: put one on each line, not as line %d has %q", t.skipped.First, t.skipped.Text)
		}
		if len(t.words) == 0 {
			return nil, errors.New("no words: put one on each line")
		}
		l := made("own list", t.words)
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
	more := made("changed "+l.name, words)
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
func (l *Lexicon) With(words []string) *Lexicon { return l.Changed(words, nil) }

// Changed is the list with some words in it and others not, in upper case; its name says how many it lacked, and how many it had.
func (l *Lexicon) Changed(in, out []string) *Lexicon {
	changes, name, skipped := map[string]bool{}, l.name, l.skipped
	for _, w := range out {
		if l.Has(w) {
			changes[w] = false
		}
	}
	more := 0
	for _, w := range in {
		if _, there := changes[w]; !there && !l.Has(w) {
			changes[w] = true
			more++
		}
	}
	if len(changes) == 0 {
		return l
	}
	if more > 0 {
		name = fmt.Sprintf("%s + %d", name, more)
	}
	if less := len(changes) - more; less > 0 {
		name = fmt.Sprintf("%s - %d", name, less)
	}
	l = l.changed(changes).Called(name)
	l.skipped = skipped
	return l
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
func New(name string, words []string) *Lexicon { return made(name, slices.Clone(words)) }

// made is New of words that nobody else needs: a list may have millions.
func made(name string, words []string) *Lexicon {
	slices.Sort(words)
	words = slices.Compact(words)
	l := &Lexicon{name: name, count: len(words), hash: hash(words), tongue: guessed(words)}
	for i, w := range words {
		words[i] = folded(w) // keeps their order: Ñ follows Z in either spelling
	}
	l.graph = newGraph(words)
	return l
}

// guessed is English for a list of one's own if a quarter of its words are in the usual list: of a tournament's that has half, and of lists in
// other languages it has less than a tenth.
func guessed(words []string) (t tongue) {
	known, asked := 0, 0
	for i := 0; i < len(words); i += max(1, len(words)/1000) {
		if asked++; Default().Has(words[i]) {
			known++
		}
	}
	if known*4 >= asked {
		t.code = english
	}
	return t
}

func hash(sorted []string) string {
	h := sha256.New()
	for _, w := range sorted {
		io.WriteString(h, strings.ToLower(w)+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))[:hashLength]
}

const hashLength = 12
