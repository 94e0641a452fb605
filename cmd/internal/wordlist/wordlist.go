// Package wordlist keeps which list judges the words of a table: the program's own, another built-in one, or one that the table uploaded;
// and the table's own words, which count, or never do, whatever list is chosen.
package wordlist

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// List is a table's word list. Its words may be asked for at any time, by several goroutines; what is chosen holds from then on.
type List struct {
	game  string
	usual *lexicon.Lexicon // where nothing is chosen
	file  string           // where the choice is kept; empty: nowhere, and nothing can be chosen

	taking   sync.Mutex // held while a list is uploaded
	changing sync.Mutex // held while something is changed, which takes seconds where the list is large
	closed   error      // why the file is left as it is; nil: it may be written

	choosing sync.Mutex // guards what follows; who changes it holds both
	kept     kept
	own      *lexicon.Lexicon // the uploaded list, while it is chosen
	now      atomic.Pointer[lexicon.Lexicon]
}

var (
	_ game.Words       = (*List)(nil)
	_ game.Listed      = (*List)(nil)
	_ scoreboard.Lists = (*List)(nil)
)

// Fixed is a list that cannot be chosen; words may be nil.
func Fixed(words *lexicon.Lexicon) *List {
	l := &List{usual: words}
	l.now.Store(words)
	return l
}

// Open is the list of a table at which that game is played, as its file says. An error says why the file does not count.
func Open(gameName string, usual *lexicon.Lexicon, file string) (*List, error) {
	l := Fixed(usual)
	l.game, l.file = gameName, file
	k, err := load(file)
	if err != nil {
		l.closed = fmt.Errorf("the table's words in %q cannot be read, the usual list judges: %w", file, err)
		return l, l.closed
	}
	words, own, err := l.read(&k, nil)
	if err != nil { // the table's own words count all the same
		err = fmt.Errorf("the table's word list of %q cannot be read, the usual one judges: %w", file, err)
		k.Chosen = ""
		words = k.changed(usual)
	}
	l.kept, l.own = k, own
	l.now.Store(words)
	return l, err
}

// Current is the list that judges now; nil: there is none.
func (l *List) Current() *lexicon.Lexicon { return l.now.Load() }

// Words are the list for those who judge; nil where there is none.
func (l *List) Words() game.Words {
	if l.Current() == nil {
		return nil
	}
	return l
}

// Has implements game.Words.
func (l *List) Has(word string) bool { return l.Current().Has(word) }

// Name implements game.Listed.
func (l *List) Name() string { return l.Current().Name() }

// Language is the code of the language that the words are in; empty if nobody knows, or there is no list.
func (l *List) Language() string { return l.Current().Language() }

// Len implements game.Listed.
func (l *List) Len() int { return l.Current().Len() }

// Hash implements game.Listed.
func (l *List) Hash() string { return l.Current().Hash() }

// Matches is what the list's words are that fit a pattern, for games whose blanks are settled by words.
func (l *List) Matches(pattern string, limit int) []string {
	return l.Current().Matches(pattern, limit)
}

// Standing implements scoreboard.Lists: the list that judges comes first, then the built-in ones where people look next.
func (l *List) Standing(word string) (have, lack []string) {
	l.choosing.Lock()
	base, k, own := l.chosen(), l.kept, l.own
	l.choosing.Unlock()
	word = strings.ToUpper(word)
	say := func(name string, has bool) {
		if has {
			have = append(have, name)
		} else {
			lack = append(lack, name)
		}
	}
	if counts := slices.Contains(k.Added, word); counts || slices.Contains(k.Never, word) {
		say(scoreboard.OwnWords, counts)
	}
	if own != nil {
		say(own.Name(), own.Has(word))
	} else if l.usual != nil && base == l.usual.Name() {
		say(base, l.usual.Has(word))
	}
	for _, name := range lexicon.Beside(base) {
		if list, err := lexicon.OpenBuiltIn(name); err == nil && !slices.Contains(have, name) && !slices.Contains(lack, name) {
			say(name, list.Has(word))
		}
	}
	return have, lack
}

// Lists says what can be chosen, and what is.
func (l *List) Lists() desk.Lists {
	l.choosing.Lock()
	defer l.choosing.Unlock()
	out := desk.Lists{Now: l.Current(), Own: l.kept.File, Added: slices.Clone(l.kept.Added), Never: slices.Clone(l.kept.Never), Asked: slices.Clone(l.kept.Asked), LookUp: l.kept.LookUp}
	if l.file == "" || l.usual == nil {
		return out
	}
	if n := len(l.kept.Steps); n > 0 {
		last := l.kept.Steps[n-1]
		out.Last = &last
	}
	out.Names, out.Chosen = lexicon.NamesFor(l.game), l.chosen()
	out.Unchosen = l.kept.Chosen == "" && out.Chosen == lexicon.NameFor(l.game)
	for _, name := range []string{out.Chosen, l.usual.Name()} { // what the program was started with
		if name != desk.OwnList && !slices.Contains(out.Names, name) {
			out.Names = append([]string{name}, out.Names...)
		}
	}
	return out
}

// chosen is the name of the list that was chosen.
func (l *List) chosen() string { return l.kept.chosen(l.usual) }

func (k *kept) chosen(usual *lexicon.Lexicon) string {
	if k.Chosen == "" && usual != nil {
		return usual.Name()
	}
	return k.Chosen
}

// Choose has a list judge: one of Lists.
func (l *List) Choose(name string) error {
	return l.change(func(k *kept) error {
		switch {
		case name == desk.OwnList && k.File != "", slices.Contains(lexicon.NamesFor(l.game), name):
			k.Chosen = name
		case name == l.usual.Name():
			k.Chosen = ""
		default:
			return fmt.Errorf("no such word list %q for this game: use %s", name, strings.Join(lexicon.NamesFor(l.game), ", "))
		}
		return nil
	})
}

// LetLookUp says whether players may look words up during a game.
func (l *List) LetLookUp(may bool) error {
	if l.Lists().LookUp == may {
		return nil
	}
	return l.change(func(k *kept) error { k.LookUp = may; return nil })
}

// change keeps what has been chosen, and has it judge.
func (l *List) change(how func(*kept) error) error { return l.replace(nil, how) }

// replace is change, with another list uploaded; nil: the one that was.
func (l *List) replace(uploaded *lexicon.Lexicon, how func(*kept) error) error {
	l.changing.Lock()
	defer l.changing.Unlock()
	switch {
	case l.file == "" || l.usual == nil:
		return errors.New("this table cannot choose its word list")
	case l.closed != nil:
		return l.closed
	}
	next := l.kept.clone()
	if err := how(&next); err != nil {
		return err
	}
	words, own, err := l.read(&next, cmp.Or(uploaded, l.own))
	if err != nil {
		return err
	}
	if err := next.save(l.file); err != nil {
		return fmt.Errorf("the word list is not saved: %w", err)
	}
	l.choosing.Lock()
	defer l.choosing.Unlock()
	l.kept, l.own = next, own
	l.now.Store(words)
	return nil
}

// read is the list that the choice means, with the table's own words. uploaded is the table's own list, if it is in memory, and own is it as long
// as it is chosen.
func (l *List) read(k *kept, uploaded *lexicon.Lexicon) (words, own *lexicon.Lexicon, err error) {
	switch k.Chosen {
	case "":
		words = l.usual
	case desk.OwnList:
		if own = uploaded; own == nil {
			own, err = k.uploaded(l.game, l.file)
		}
		words = own
	default:
		words, err = lexicon.OpenBuiltIn(k.Chosen)
	}
	if err != nil {
		return nil, nil, err
	}
	return k.changed(words), own, nil
}
