package wordlist

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/web/desk"
)

// TestAChoiceOutlivesARestart chooses, uploads and adds, and opens the same file again after each.
func TestAChoiceOutlivesARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data", "words-1.json")
	open := func() *List {
		t.Helper()
		l, err := Open("nabit", lexicon.Default(), file)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for _, test := range []struct {
		name   string
		do     func(*List) error
		chosen string
		judge  string
		has    string
		lacks  string
	}{
		{"without a choice the program's list judges", func(*List) error { return nil }, "english", "english", "GAME", "ZYZZY"},
		{"another built-in list", func(l *List) error { return l.Choose("large") }, "large", "large", "QAT", "ZYZZYQ"},
		{"a list of the table's own", func(l *List) error {
			return l.Upload("/home/ana/family.txt", strings.NewReader("zyzzy a weevil\nqxz\n"))
		}, desk.OwnList, "family.txt", "ZYZZY", "GAME"},
		{"words added to it", func(l *List) error { return l.Mark([]string{"oofq", "QXZ"}, desk.Accepted) }, desk.OwnList, "family.txt + 1", "OOFQ", "GAME"},
		{"the words stay with another list", func(l *List) error { return l.Choose("english") }, "english", "english + 2", "QXZ", "ZYZZY"},
		{"the own list can be chosen again", func(l *List) error { return l.Choose(desk.OwnList) }, desk.OwnList, "family.txt + 1", "ZYZZY", "GAME"},
		{"changes to a list", func(l *List) error { return l.Upload("ours.txt", strings.NewReader("= american\n+ zyzzy\n- game\n")) }, desk.OwnList, "ours.txt + 2", "COLOR", "GAME"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := open()
			if err := test.do(l); err != nil {
				t.Fatal(err)
			}
			for _, l := range []*List{l, open()} {
				if got := l.Lists().Chosen; got != test.chosen || l.Name() != test.judge || !l.Has(test.has) || l.Has(test.lacks) {
					t.Errorf("%s judges, %s is chosen; %s %v, %s %v", l.Name(), got, test.has, l.Has(test.has), test.lacks, l.Has(test.lacks))
				}
			}
		})
	}
}

// TestAWrongListChangesNothing refuses what is no list, and says why.
func TestAWrongListChangesNothing(t *testing.T) {
	l, err := Open("nabit", lexicon.Default(), filepath.Join(t.TempDir(), "words-1.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, want string
		do         func() error
	}{
		{"no words", "no words", func() error { return l.Upload("empty.txt", strings.NewReader("# nothing\n")) }},
		{"a list that does not exist", "no such word list", func() error { return l.Choose("klingon") }},
		{"an own list that nobody uploaded", "no such word list", func() error { return l.Choose(desk.OwnList) }},
		{"a change of no list", "no such list", func() error { return l.Upload("x.txt", strings.NewReader("= klingon\n")) }},
	} {
		if err := test.do(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if l.Name() != "english" {
		t.Errorf("%s judges", l.Name())
	}
	if err := Fixed(lexicon.Default()).Choose("large"); err == nil {
		t.Error("a fixed list was chosen")
	}
}

// TestAPageSuggestsAListUntilOneIsChosen: a choice holds also where it is of the usual list, and no list is offered that the game cannot spell.
func TestAPageSuggestsAListUntilOneIsChosen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "words-1.json")
	open := func(usual *lexicon.Lexicon) *List {
		t.Helper()
		l, err := Open("nabit", usual, file)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	french, err := lexicon.OpenBuiltIn("french")
	if err != nil {
		t.Fatal(err)
	}
	l := open(lexicon.Default())
	if all := l.Lists(); !all.Unchosen || slices.Contains(all.Names, "spanish") || slices.Contains(all.Names, "dabble") || !slices.Contains(all.Names, "spanish-n") {
		t.Errorf("before a choice: %+v", all)
	}
	if open(french).Lists().Unchosen {
		t.Error("the program was started with a list, and a page would suggest another")
	}
	for _, list := range []string{"dabble", "spanish", "zyzzy"} {
		if err := l.Choose(list); err == nil || !strings.Contains(err.Error(), "spanish-n") {
			t.Errorf("%s is chosen for NAB-IT!: %v", list, err)
		}
	}
	for _, list := range []string{"english", "french"} {
		if err := l.Choose(list); err != nil {
			t.Fatal(err)
		}
		if again := open(french); again.Name() != list || again.Language() != french.Language() && list == "french" || again.Lists().Unchosen {
			t.Errorf("chosen is %s, %s judges after a restart", list, again.Name())
		}
	}
}
