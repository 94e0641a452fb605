// Package wordlist keeps which list judges the words of a table: the program's own, another built-in one, or one that the table uploaded;
// and the words that its people have added to it.
package wordlist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/web/desk"
)

// List is a table's word list. Its words may be asked for at any time, by several goroutines; what is chosen holds from then on.
type List struct {
	game  string
	usual *lexicon.Lexicon // where nothing is chosen
	file  string           // where the choice is kept; empty: nowhere, and nothing can be chosen

	choosing sync.Mutex
	kept     kept
	now      atomic.Pointer[lexicon.Lexicon]
}

// kept is the file of a choice.
type kept struct {
	Chosen string   `json:"chosen"`          // a built-in list, or Own; empty: the usual one
	File   string   `json:"file,omitempty"`  // what the uploaded list was called
	Text   []byte   `json:"text,omitempty"`  // the uploaded list
	Added  []string `json:"added,omitempty"` // words of the table
}

var (
	_ game.Words  = (*List)(nil)
	_ game.Listed = (*List)(nil)
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
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	var k kept
	if err == nil {
		err = json.Unmarshal(data, &k)
	}
	var words *lexicon.Lexicon
	if err == nil {
		words, err = l.read(k)
	}
	if err != nil {
		return l, fmt.Errorf("the table's word list in %q cannot be read, the usual one judges: %w", file, err)
	}
	l.kept = k
	l.now.Store(words)
	return l, nil
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

// Lists says what can be chosen, and what is.
func (l *List) Lists() desk.Lists {
	l.choosing.Lock()
	defer l.choosing.Unlock()
	out := desk.Lists{Now: l.Current(), Own: l.kept.File, Added: slices.Clone(l.kept.Added)}
	if l.file == "" || l.usual == nil {
		return out
	}
	out.Names = lexicon.NamesFor(l.game)
	if out.Chosen = l.kept.Chosen; out.Chosen == "" {
		out.Chosen = l.usual.Name()
		out.Unchosen = out.Chosen == lexicon.NameFor(l.game)
	}
	for _, name := range []string{out.Chosen, l.usual.Name()} { // what the program was started with
		if name != desk.OwnList && !slices.Contains(out.Names, name) {
			out.Names = append([]string{name}, out.Names...)
		}
	}
	return out
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

// Upload takes a list of the table's own, as --dictionary takes it, and has it judge.
func (l *List) Upload(file string, text []byte) error {
	return l.change(func(k *kept) error {
		k.Chosen, k.File, k.Text = desk.OwnList, filepath.Base(file), text
		return nil
	})
}

// Add has words count at this table, whatever list is chosen.
func (l *List) Add(words []string) error {
	return l.change(func(k *kept) error {
		for _, w := range words {
			if w = strings.ToUpper(w); !slices.Contains(k.Added, w) {
				k.Added = append(slices.Clone(k.Added), w)
			}
		}
		return nil
	})
}

// change keeps what has been chosen, and has it judge.
func (l *List) change(how func(*kept) error) error {
	l.choosing.Lock()
	defer l.choosing.Unlock()
	if l.file == "" || l.usual == nil {
		return errors.New("this table cannot choose its word list")
	}
	next := l.kept
	if err := how(&next); err != nil {
		return err
	}
	words, err := l.read(next)
	if err != nil {
		return err
	}
	if err := l.keep(next); err != nil {
		return fmt.Errorf("the word list is not saved: %w", err)
	}
	l.kept = next
	l.now.Store(words)
	return nil
}

// read is the list that the choice means.
func (l *List) read(k kept) (words *lexicon.Lexicon, err error) {
	switch k.Chosen {
	case "":
		words = l.usual
	case desk.OwnList:
		if words, err = lexicon.LoadFor(l.game, bytes.NewReader(k.Text)); err != nil {
			return nil, fmt.Errorf("%q: %w", k.File, err)
		}
		words = words.Called(k.File)
	default:
		if words, err = lexicon.OpenBuiltIn(k.Chosen); err != nil {
			return nil, err
		}
	}
	return words.With(k.Added), nil
}

func (l *List) keep(k kept) error {
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return atomicfile.Write(l.file, data, 0o644)
}

// Matches is what the list's words are that fit a pattern, for games whose blanks are settled by words.
func (l *List) Matches(pattern string, limit int) []string {
	return l.Current().Matches(pattern, limit)
}
