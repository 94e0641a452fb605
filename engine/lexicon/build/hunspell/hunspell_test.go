package hunspell

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// open is a dictionary of these two texts.
func open(t *testing.T, rules, stems string) (*Dictionary, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "xx")
	for ending, text := range map[string]string{".aff": rules, ".dic": stems} {
		if err := os.WriteFile(name+ending, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Open(name)
}

func TestWords(t *testing.T) {
	const rules = `SET UTF-8
REP 1
REP f ph
NEEDAFFIX h
ONLYINCOMPOUND o
FORBIDDENWORD d
KEEPCASE w

# a remark
SFX S Y 3
SFX S   0   s    [^sy]
SFX S   y   ies  [^aeiou]y
SFX S   s   sses s
PFX U Y 1
PFX U   0   un   .
PFX N N 1
PFX N   0   non  .
SFX A Y 2
SFX A   0   able/L .
SFX A   0   ing/ho .
SFX L Y 1
SFX L   e   y    le
PFX K Y 2
PFX K   0   0/S  .
PFX K   0   kilo/Sh .
SFX E Y 1
SFX E   err yerr err
`
	for _, test := range []struct{ name, stem, want string }{
		{"a stem alone", "cat", "cat"},
		{"a suffix that takes nothing off", "cat/S", "cat cats"},
		{"a suffix that fits the end", "baby/S", "babies baby"},
		{"none of it fits", "day/S", "day"},
		{"what is taken off is the end", "gas/S", "gas gasses"},
		{"a prefix", "do/U", "do undo"},
		{"a prefix and a suffix", "lock/US", "lock locks unlock unlocks"},
		{"a prefix that stands with no suffix", "lock/NS", "lock locks nonlock"},
		{"a suffix on a suffix, and no form that is for compounds", "break/AU", "break breakable breakably unbreak unbreakable unbreakably"},
		{"a stem that needs an affix", "chemin/hS", "chemins"},
		{"a suffix on a prefix, and a prefix that needs one", "gramme/hK", "gramme grammes kilogrammes"},
		{"a part of compounds has no words", "haus/oS", ""},
		{"a stem does not vanish", "err/E", "err"},
		{"a line's grammar is no part of it", "cat/S po:nom is:mas", "cat cats"},
	} {
		d, err := open(t, rules, "1\n\ta remark\n\n"+test.stem+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Entries) != 1 {
			t.Fatalf("%s: %d entries", test.name, len(d.Entries))
		}
		var got []string
		d.Words(d.Entries[0], func(word string) { got = append(got, word) })
		slices.Sort(got)
		if got = slices.Compact(got); strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q has the words %v, want %q", test.name, test.stem, got, test.want)
		}
	}
	d, err := open(t, rules, "2\nTV/w\ncat/S po:nom is:mas\n")
	if err != nil {
		t.Fatal(err)
	}
	tv, cat := d.Entries[0], d.Entries[1]
	if !d.Marked(tv, "KEEPCASE") || d.Marked(tv, "FORBIDDENWORD") || d.Marked(tv, "NOSUGGEST") || strings.Join(cat.Grammar, " ") != "po:nom is:mas" {
		t.Errorf("%v, %v", tv, cat)
	}
}

func TestLongFlagsAndWholeStems(t *testing.T) {
	d, err := open(t, "SET UTF-8\nFLAG long\nFULLSTRIP\nNEEDAFFIX ()\nSFX X. Y 2\nSFX X. al aux/L' al\nSFX X. al al/L' al\nSFX Xa Y 1\nSFX Xa aller va aller\nPFX L' Y 1\nPFX L' 0 l' [aeio]\n",
		"2\nanimal/X.() po:nom\naller/Xa\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"animal animaux l'animal l'animaux", "aller va"} {
		var got []string
		d.Words(d.Entries[i], func(word string) { got = append(got, word) })
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestWhatIsNotRead(t *testing.T) {
	for _, rules := range []string{"SET ISO8859-1", "FLAG num", "AF 2", "COMPLEXPREFIXES 1", "SFX S Y 1\nSFX S 0 s [", "SFX S Y"} {
		if _, err := open(t, rules+"\n", "1\ncat\n"); err == nil || !strings.Contains(err.Error(), "xx.aff") {
			t.Errorf("%q: error %v", rules, err)
		}
	}
	if _, err := Open("none"); err == nil {
		t.Error("a dictionary that is not there is read")
	}
}

// TestAgainstHunspell holds every word of the dictionaries that are installed to Hunspell itself, where HUNSPELL is set: minutes.
func TestAgainstHunspell(t *testing.T) {
	if os.Getenv("HUNSPELL") == "" {
		t.Skip("HUNSPELL=1 asks Hunspell about every word")
	}
	for _, name := range []string{"de_DE", "es_ES", "fr"} {
		d, err := Open("/usr/share/hunspell/" + name)
		if err != nil {
			t.Fatalf("install hunspell, hunspell-de-de, hunspell-es and hunspell-fr-comprehensive: %v", err)
		}
		asked, refused := refusedBy(t, name, d)
		if t.Logf("%s: Hunspell refuses %d of %d", name, len(refused), asked); asked < 100000 || len(refused) > 10 {
			t.Errorf("%s: Hunspell refuses %v", name, refused[:min(len(refused), 50)])
		}
	}
}

// refusedBy are the words, of letters alone, that the program takes for mistakes.
func refusedBy(t *testing.T, dictionary string, d *Dictionary) (asked int, refused []string) {
	t.Helper()
	var text strings.Builder
	seen := map[string]bool{}
	for _, e := range d.Entries {
		if d.Marked(e, "FORBIDDENWORD") {
			continue
		}
		d.Words(e, func(word string) {
			if !seen[word] && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
				seen[word] = true
				text.WriteString(word + "\n")
			}
		})
	}
	c := exec.Command("hunspell", "-d", dictionary, "-l")
	c.Stdin = strings.NewReader(text.String())
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return len(seen), strings.Fields(string(out))
}
