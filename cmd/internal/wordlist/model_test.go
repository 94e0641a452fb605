package wordlist

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web/desk"
)

// model is a table's words as plainly as can be.
type model struct {
	marks  map[string]desk.WordMark
	before []map[string]desk.WordMark // the marks before each step that can be undone
	chosen string
	own    []string // the uploaded list
	asked  []string
}

func (m *model) mark(changes map[string]desk.WordMark) {
	was := maps.Clone(m.marks)
	for word, mark := range changes {
		if m.marks[word] = mark; mark == desk.Unmarked {
			delete(m.marks, word)
		} else {
			m.asked = slices.DeleteFunc(m.asked, func(w string) bool { return w == word })
		}
	}
	if !maps.Equal(was, m.marks) {
		m.before = append(m.before, was)
		m.before = m.before[max(0, len(m.before)-mostSteps):]
	}
}

// has says whether a word counts.
func (m *model) has(word string) bool {
	switch m.marks[word] {
	case desk.Accepted:
		return true
	case desk.Never:
		return false
	}
	if m.chosen == desk.OwnList {
		return slices.Contains(m.own, word)
	}
	return m.chosen == few.Name() && few.Has(word) || m.chosen == "dabble" && dabble.Has(word)
}

// pool are the words of the test: in most lists, in large alone, and in none.
var pool = strings.Fields("GAME TAME AA QI QAT QATS ZZYX QXZ OOFQ HAND SAMOYEDE KOI")

// few is what is chosen where nothing is; small, for it is made again after each change.
var few = lexicon.New("few", []string{"GAME", "TAME", "HAND"})

var dabble = func() *lexicon.Lexicon {
	list, err := lexicon.OpenBuiltIn("dabble")
	if err != nil {
		panic(err)
	}
	return list
}()

func someWords(r *rand.Rand) []string {
	words := make([]string, 1+r.IntN(3))
	for i := range words {
		words[i] = pool[r.IntN(len(pool))]
	}
	return words
}

// TestWordsAgainstAModel does at random what hosts and players do, ends the program at any time, also between the two files that an upload
// writes, begins with files of both versions, and compares everything with the model after each step.
func TestWordsAgainstAModel(t *testing.T) {
	marks := []desk.WordMark{desk.Accepted, desk.Never, desk.Unmarked}
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(77, seed))
		file := filepath.Join(t.TempDir(), "words-1.json")
		m := &model{marks: map[string]desk.WordMark{}, chosen: few.Name()}
		if seed%2 == 1 { // what version 1 left
			m.chosen, m.own, m.marks["QXZ"] = desk.OwnList, []string{"GAME", "ZZYX"}, desk.Accepted
			write(t, file, `{"chosen":"own","file":"old.txt","text":"Z2FtZQp6enl4Cg==","added":["QXZ"]}`)
		}
		l := reopened(t, file)
		for step := range 50 {
			did := ""
			switch words := someWords(r); r.IntN(9) {
			case 0, 1, 2:
				mark := marks[r.IntN(len(marks))]
				did = fmt.Sprint("mark ", words, mark)
				check(t, l.Mark(words, mark))
				changes := map[string]desk.WordMark{}
				for _, w := range words {
					changes[w] = mark
				}
				m.mark(changes)
			case 3:
				did = "undo"
				last := l.Lists().Last
				if (last == nil) != (len(m.before) == 0) {
					t.Fatalf("seed %d, step %d: %d steps can be undone, the newest is %v", seed, step, len(m.before), last)
				}
				if last == nil {
					break
				}
				if err := l.Undo(last.Number - 1); !errors.Is(err, desk.ErrLater) {
					t.Fatalf("an older step is undone: %v", err)
				}
				check(t, l.Undo(last.Number))
				m.marks, m.before = m.before[len(m.before)-1], m.before[:len(m.before)-1]
			case 4:
				words = slices.Compact(slices.Sorted(slices.Values(words)))
				did = fmt.Sprint("upload ", words)
				choice := read(t, file)
				check(t, l.Upload("ours.txt", strings.NewReader(strings.ToLower(strings.Join(words, "\n")))))
				if choice == "" || r.IntN(3) > 0 {
					m.own, m.chosen = words, desk.OwnList
					break
				}
				did += ", killed" // before it wrote what was chosen
				write(t, file, choice)
				if l = reopened(t, file); !strings.Contains(choice, `"text"`) { // where version 1 had the list
					m.own = words
				}
			case 5:
				did = "an upload that is cut off"
				if err := l.Upload("cut.txt", io.MultiReader(strings.NewReader("hand\n"), iotest.ErrReader(io.ErrUnexpectedEOF))); err == nil {
					t.Fatal("it is taken")
				}
			case 6:
				name := []string{few.Name(), "dabble", desk.OwnList}[r.IntN(3)]
				did = "choose " + name
				if err := l.Choose(name); (err == nil) != (name != desk.OwnList || m.own != nil) {
					t.Fatalf("seed %d: %s: %v", seed, did, err)
				} else if err == nil {
					m.chosen = name
				}
			case 7:
				did = fmt.Sprint("ask ", words[0])
				check(t, l.Ask(words[:1]))
				if !slices.Contains(m.asked, words[0]) {
					m.asked = append(m.asked, words[0])
				}
			case 8:
				did = "import"
				if words[0] == "KOI" {
					words[0] = "HAND"
				}
				check(t, l.Import("# ours\n+ "+words[0]+"\n- koi\n"))
				changes := map[string]desk.WordMark{words[0]: desk.Accepted, "KOI": desk.Never}
				m.mark(changes)
			}
			if r.IntN(3) == 0 {
				l = reopened(t, file)
			}
			differs(t, fmt.Sprintf("seed %d, step %d, %s", seed, step, did), l, m)
			if t.Failed() {
				return
			}
		}
	}
}

func differs(t *testing.T, when string, l *List, m *model) {
	t.Helper()
	all := l.Lists()
	marks := map[string]desk.WordMark{}
	for _, w := range all.Added {
		marks[w] = desk.Accepted
	}
	for _, w := range all.Never {
		marks[w] = desk.Never
	}
	if all.Chosen != m.chosen || !maps.Equal(marks, m.marks) || !slices.Equal(all.Asked, m.asked) {
		t.Errorf("%s: %s %v %v, want %s %v %v", when, all.Chosen, marks, all.Asked, m.chosen, m.marks, m.asked)
	}
	for _, w := range pool {
		if l.Has(w) != m.has(w) {
			t.Errorf("%s: %s counts: %v, want %v", when, w, l.Has(w), m.has(w))
		}
		in, out := l.Standing(w)
		if mark := m.marks[w]; slices.Contains(in, "own words") != (mark == desk.Accepted) || slices.Contains(out, "own words") != (mark == desk.Never) {
			t.Errorf("%s: %s is in %v, not in %v, marked %q", when, w, in, out, mark)
		}
	}
}

func reopened(t *testing.T, file string) *List {
	t.Helper()
	l, err := Open("dabble", few, file)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	check(t, os.WriteFile(file, []byte(text), 0o600))
}

// TestWhatIsNoWordIsRefused: nobody adds it, and nobody asks for it.
func TestWhatIsNoWordIsRefused(t *testing.T) {
	l := reopened(t, filepath.Join(t.TempDir(), "words-1.json"))
	for name, do := range map[string]func([]string) error{"add": func(w []string) error { return l.Mark(w, desk.Accepted) }, "ask": l.Ask} {
		var no *lexicon.NoWord
		if err := do([]string{"GAME", "x-ray"}); !errors.As(err, &no) || no.Text != "x-ray" {
			t.Errorf("%s: %v", name, err)
		}
		if err := do([]string{strings.Repeat("Q", 1000)}); !errors.As(err, &no) {
			t.Errorf("%s a long one: %v", name, err)
		}
	}
	if all := l.Lists(); len(all.Added)+len(all.Asked) > 0 {
		t.Errorf("%+v", all)
	}
}

// TestTwoHostsLoseNothing has two hosts add at once, each their own words.
func TestTwoHostsLoseNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "words-1.json")
	l := reopened(t, file)
	var all sync.WaitGroup
	for host := range 2 {
		all.Go(func() {
			for i := range 13 {
				if err := l.Mark([]string{"Q" + strings.Repeat(string(rune('A'+2*i+host)), 4)}, desk.Accepted); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, l := range []*List{l, reopened(t, file)} {
		if n := len(l.Lists().Added); n != 26 {
			t.Errorf("%d words, want 26", n)
		}
	}
}

// TestNewerWordsAreRefused leaves files of a newer version as they are, and says so.
func TestNewerWordsAreRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "words-1.json")
	newer, err := json.Marshal(map[string]any{"version": version + 1, "chosen": "large"})
	check(t, err)
	write(t, file, string(newer))
	l, err := Open("dabble", few, file)
	if !errors.Is(err, journal.ErrNewer) {
		t.Error(err)
	}
	for name, do := range map[string]func() error{
		"choose": func() error { return l.Choose("large") },
		"mark":   func() error { return l.Mark([]string{"QXZ"}, desk.Accepted) },
		"upload": func() error { return l.Upload("a.txt", strings.NewReader("game\n")) },
	} {
		if err := do(); !errors.Is(err, journal.ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := read(t, file); got != string(newer) || l.Name() != few.Name() {
		t.Errorf("%s judges; the file is %s", l.Name(), got)
	}
}
