package lexicon

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWhatIsAWordInTheBuiltInList(t *testing.T) {
	l := Default()
	for _, test := range []struct {
		name  string
		words string
		want  bool
	}{
		{"the words of the rule sheet", "GAME TAME TRY SQUINT DANCER HEAP HARE RINSE LINED SPORTS EASEL RISE PAD ROAD FUN SUN", true},
		{"either case", "game Game gAME", true},
		{"both spellings", "color colour gray grey gaol judgement judgment organise organize yoghurt yogurt snuck", true},
		{"short words that dictionaries agree on", "at qi xi ok ox hm sh cwm brr pho", true},
		{"letters, units and abbreviations are none", "a i cs ms kb lm mb nth. cd tv usa etc hhd khz", false},
		{"names are none", "london europe mary monday einstein", false},
		{"words with an apostrophe or a hyphen are none", "don't it's x-ray", false},
		{"prefixes that cannot stand alone are none", "th ing tion", false},
		{"pieces of words and more than words are none", "gamm games. gamess xqz", false},
		{"an unsettled letter is no word", "?AME GAM? ??", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, w := range strings.Fields(test.words) {
				if l.Has(w) != test.want {
					t.Errorf("Has(%q) is %v", w, !test.want)
				}
			}
		})
	}
	if l.Has("") {
		t.Error("the empty text is a word")
	}
}

func TestTheBuiltInListIsWhatItSays(t *testing.T) {
	l := Default()
	words := slices.Collect(l.All)
	if len(words) != l.Len() || l.Name() != DefaultName {
		t.Errorf("%s has %d words", l, len(words))
	}
	if got := hash(words); got != l.Hash() {
		t.Errorf("hash %s, want %s", got, l.Hash())
	}
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Error("the words are not sorted, or not each once")
	}
	if len(english) > 2<<20 {
		t.Errorf("%d bytes embedded, want 2 MB at most", len(english))
	}
	for _, w := range words {
		if !Letters(w) || len(w) < 2 || !l.Has(w) {
			t.Fatalf("%q in the list", w)
		}
	}
}

func TestGraph(t *testing.T) {
	l := New("few", strings.Fields("TRY TAME GAME GAMES GAME AT CAT CATS EAT"))
	if got := strings.Join(slices.Collect(l.All), " "); got != "AT CAT CATS EAT GAME GAMES TAME TRY" || l.Len() != 8 {
		t.Errorf("%d words: %s", l.Len(), got)
	}
	for _, test := range []struct{ pattern, fits, matches string }{
		{"?AME", "GT", "GAME TAME"},
		{"CAT?", "S", "CATS"},
		{"?AT", "CE", "CAT EAT"},
		{"C?T", "A", "CAT"},
		{"c?t", "A", "CAT"},
		{"??", "", "AT"},
		{"XX?", "", ""},
		{"GAME", "", "GAME"},
		{"???E", "", "GAME TAME"},
		{"", "", ""},
	} {
		if got := string(l.Fits(test.pattern)); got != test.fits {
			t.Errorf("Fits(%q) is %q, want %q", test.pattern, got, test.fits)
		}
		if got := strings.Join(l.Matches(test.pattern, 0), " "); got != test.matches {
			t.Errorf("Matches(%q) is %q, want %q", test.pattern, got, test.matches)
		}
	}
	if got := l.Matches("????", 2); !slices.Equal(got, []string{"CATS", "GAME"}) {
		t.Errorf("two matches at most, got %v", got)
	}
	for prefix, want := range map[string]bool{"": true, "G": true, "gam": true, "GAMES": true, "GAMEST": false, "X": false, "?": false} {
		if l.HasPrefix(prefix) != want {
			t.Errorf("HasPrefix(%q) is %v", prefix, !want)
		}
	}
}

func TestTheEmptyLexiconHasNoWords(t *testing.T) {
	var l Lexicon
	if l.Has("A") || l.Has("") || l.HasPrefix("A") || l.Fits("?") != nil || l.Matches("?", 0) != nil || l.Len() != 0 {
		t.Error("the zero value knows words")
	}
}

func TestLoad(t *testing.T) {
	l, err := Load(strings.NewReader("\ufeff# mine\r\ncat\r\n\n  Dog \nCAT\n"))
	if err != nil || l.Len() != 2 || !l.Has("dog") || !l.Has("CAT") {
		t.Errorf("%v, error %v", l, err)
	}
	for _, test := range []struct{ name, text, want string }{
		{"an empty list", "# nothing\n", "no words"},
		{"an apostrophe", "cat\ndon't\n", `line 2: "don't"`},
		{"two words in a line", "cat\n\ncat dog\n", `line 3: "cat dog"`},
		{"an accent", "caf\u00e9", "line 1:"},
		{"a long line", "cat\n" + strings.Repeat("a", 1000), "line 2: "},
		{"a very long line", "cat\n" + strings.Repeat("a", 1<<20), "line 2: "},
		{"not a text", "\x7fELF\x00\x01", "line 1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Load(strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	for _, name := range []string{"", DefaultName} {
		if l, err := Open(name); err != nil || l != Default() {
			t.Errorf("Open(%q) is %v, error %v", name, l, err)
		}
	}
	file := filepath.Join(t.TempDir(), "house.txt")
	if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "one word a line") {
		t.Errorf("error %v for a file that is not there", err)
	}
	if err := os.WriteFile(file, []byte("zyzzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err := Open(file); err != nil || !l.Has("ZYZZY") || l.Has("CAT") || l.Name() != "house.txt" {
		t.Errorf("own list is %v, error %v", l, err)
	}
}

func TestEncoding(t *testing.T) {
	l := New("few", strings.Fields("CAT CATS"))
	var data bytes.Buffer
	if err := l.Encode(&data); err != nil {
		t.Fatal(err)
	}
	back, err := Decode(data.Bytes())
	if err != nil || back.String() != l.String() || !back.Has("CATS") || back.Has("CA") {
		t.Errorf("%v, error %v", back, err)
	}
	for name, broken := range map[string][]byte{"empty": nil, "cut": data.Bytes()[:data.Len()-4], "odd": data.Bytes()[:data.Len()-1],
		"other": []byte("hello\n"), "no head": []byte(magic + "few\n")} {
		if _, err := Decode(broken); err == nil {
			t.Errorf("%s data is taken for a list", name)
		}
	}
}

func BenchmarkHas(b *testing.B) {
	l := Default()
	b.ReportAllocs()
	for b.Loop() {
		l.Has("SQUINT")
		l.Has("SQUIMT")
	}
}

func BenchmarkDecode(b *testing.B) {
	for b.Loop() {
		if _, err := Decode(english); err != nil {
			b.Fatal(err)
		}
	}
}
