package lexicon

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
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
		{"accents are not written", "cafe fiance fiancee cliche saute sauteed entree melee roue souffle touche protege jalapeno pinata uber voila doppelganger nee pate", true},
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

func TestTheBuiltInListsAreWhatTheySay(t *testing.T) {
	if size := len(english) + len(americanSpelling) + len(britishSpelling) + len(large) + len(dabble) + len(spanish); size > 2<<20 {
		t.Errorf("%d bytes embedded, want 2 MB at most", size)
	}
	for _, name := range Names() {
		l, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		words := slices.Collect(l.All)
		if len(words) != l.Len() || l.Name() != name {
			t.Errorf("%s has %d words", l, len(words))
		}
		if got := hash(words); got != l.Hash() {
			t.Errorf("%s: hash %s, want %s", name, got, l.Hash())
		}
		if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
			t.Errorf("%s: the words are not sorted, or not each once", name)
		}
		for _, w := range words {
			if !Letters(w) && !((name == "dabble" || name == "spanish") && spelled(w)) || len(w) < 2 || !l.Has(w) {
				t.Fatalf("%q in the list %s", w, name)
			}
		}
	}
}

// tournament are the words of two letters that tournaments play, in North America and elsewhere.
const tournament = `aa ab ad ae ag ah ai al am an ar as at aw ax ay ba be bi bo by ch da de di do ea ed ee ef eh el em en er es et ew ex fa
	fe fy gi go gu ha he hi hm ho id if in io is it ja jo ka ki ko ky la li lo ma me mi mm mo mu my na ne no nu ny ob od oe of oh oi ok om
	on oo op or os ou ow ox oy pa pe pi po qi re sh si so st ta te ti to ug uh um un up ur us ut we wo xi xu ya ye yo yu za ze zo`

func TestEachListHasItsWords(t *testing.T) {
	for _, test := range []struct{ list, has, hasNot string }{
		{"american", "color gray judgment organize game", "colour organise tyre"},
		{"british", "colour grey organise organize tyre game", "color"},
		{"english", "color colour tyre app apps vlog vlogged koi " + tournament, "don't doofusses"},
		{"large", "game colour color qat zen yay beignet sudoku cafe " + tournament, "ge kph xiv don't boston paris texas emma james"},
		{"spanish", "casa año niños calle perros lluvia comeríamos dámelo ñu hampones", "house nino teruel sra depto putas"},
		{"spanish-n", "casa ano ninos perros", "año teruel"},
		{"french", "chat chevaux mangeaient été œufs français kilomètres", "berlin km facto gaston salope l'eau"},
		{"german", "hund hunde hundes häuser straße gegangen schönste öl", "hauser strase berlin anna bmw usw neger"},
		{"german-a", "häuser hauser ol schonste grün", "haeuser oel"},
		{"dabble", "color colour don't i'm o'er can't doofus od game thou cafe roue pinata beige afghan", "boston paris texas emma james ernest aardvark letters it's cat's tv usa"},
	} {
		l, err := Open(test.list)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range strings.Fields(test.has) {
			if !l.Has(l.Spell(w)) {
				t.Errorf("%s lacks %q", test.list, w)
			}
		}
		for _, w := range strings.Fields(test.hasNot) {
			if l.Has(w) {
				t.Errorf("%s has %q", test.list, w)
			}
		}
	}
}

func TestLargeHasNoOtherWordsOfTwoLetters(t *testing.T) {
	l, err := Open("large")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range l.Matches("??", 0) {
		if !slices.Contains(strings.Fields(tournament), strings.ToLower(w)) {
			t.Errorf("large has %s", w)
		}
	}
}

func TestPlain(t *testing.T) {
	for word, want := range map[string]string{"Café": "CAFE", "cafe\u0301": "CAFE", "smörgåsbord": "SMORGASBORD", "œuvre": "OEUVRE", "encyclopædia": "ENCYCLOPAEDIA",
		"piñata": "PINATA", "pin\u0303ata": "PINATA", "weißbier": "WEISSBIER", "ørsted": "ORSTED", "don't": "DON'T", "Ωμ": "ΩΜ", "": ""} {
		if got := Plain(word, false); got != want {
			t.Errorf("Plain(%q) is %q, want %q", word, got, want)
		}
	}
	for word, want := range map[string]string{"árbol": "ARBOL", "año": "AÑO", "an\u0303o": "AÑO", "pingüino": "PINGUINO"} {
		if got := Plain(word, true); got != want {
			t.Errorf("Plain(%q) keeping Ñ is %q, want %q", word, got, want)
		}
	}
}

func TestEveryGameHasItsList(t *testing.T) {
	for game, want := range map[string]string{"nabit": DefaultName, "dabble": "dabble", "snag": DefaultName} {
		l, err := OpenFor(game, "")
		if err != nil || l.Name() != want {
			t.Errorf("%s is played with %v, error %v", game, l, err)
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
	l, err := LoadFor("nabit", strings.NewReader("\ufeff# mine\r\ncat # purrs\r\n\n  Dog \nCAT\n"))
	if err != nil || l.Len() != 2 || !l.Has("dog") || !l.Has("CAT") || l.Skipped() != (Skipped{}) {
		t.Errorf("%v, error %v", l, err)
	}
	for _, test := range []struct{ name, text, want string }{
		{"an empty list", "# nothing\n", "no words"},
		{"nothing that is a word", "d0g\n1 cat\n", `line 1 has "d0g"`},
		{"not a text", "\x7fELF\x00\x01", "plain text"},
		{"too large a file", strings.Repeat("cat\n", 16<<20+1), "64 MB"},
		{"a change among words", "cat\n+ dog\n", `line 2: "+ dog"`},
		{"a word among changes", "+ cat\ndog\n", `line 2: "dog"`},
		{"a sign alone", "+ cat\n-\n", `line 2: nothing follows "-"`},
		{"a word added and removed", "+ cat\n\n- dog Cat\n", `line 3: "Cat"`},
		{"a list that is not there", "= klingon\n", `line 1: no such list "klingon"`},
		{"the list named too late", "+ cat\n= american\n", "line 2: "},
		{"a change that is no word", "+ cat d0g\n", `line 1: "d0g"`},
		{"a change that is too long", "+ " + strings.Repeat("a", 1000), "line 1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := LoadFor("nabit", strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestListsAsPeopleHaveThem(t *testing.T) {
	wide := func(order binary.AppendByteOrder, text string) string {
		var data []byte
		for _, unit := range utf16.Encode([]rune(text)) {
			data = order.AppendUint16(data, unit)
		}
		return string(data)
	}
	for _, test := range []struct {
		name, game, text, words string
		skipped                 Skipped
	}{
		{"a definition after the word", "nabit", "AA\tn. rough lava\nAAH (v) to exclaim, AAHED\nAAL n. a shrub", "AA AAH AAL", Skipped{}},
		{"semicolons", "nabit", "aa;rough lava\nab; muscle", "AA AB", Skipped{}},
		{"commas and quotes", "nabit", `"aa","rough lava"` + "\nab,1", "AA AB", Skipped{}},
		{"a spelling dictionary's flags", "nabit", "2\naback\nabaft/M\n", "ABACK ABAFT", Skipped{1, 1, "2"}},
		{"capitals and lower case", "nabit", "Aa\nAB\nqi\n", "AA AB QI", Skipped{}},
		{"the line ends of Windows, and of old", "nabit", "aa\r\nab\r\nad\rae\r", "AA AB AD AE", Skipped{}},
		{"a byte order mark", "nabit", "\ufeffaa\nab", "AA AB", Skipped{}},
		{"Latin-1", "nabit", "caf\xe9\n\x9cuvre\npi\xf1ata\n", "CAFE OEUVRE PINATA", Skipped{}},
		{"UTF-8 with accents", "nabit", "café\ncafe\u0301s\npiñata\n", "CAFE CAFES PINATA", Skipped{}},
		{"UTF-16 with a mark", "nabit", wide(binary.LittleEndian, "\ufeffaa\r\ncafé\r\n"), "AA CAFE", Skipped{}},
		{"UTF-16 the other way round", "nabit", wide(binary.BigEndian, "\ufeffaa\ncafé\n"), "AA CAFE", Skipped{}},
		{"UTF-16 without a mark", "nabit", wide(binary.LittleEndian, "aa\nab\n"), "AA AB", Skipped{}},
		{"and the other way round", "nabit", wide(binary.BigEndian, "aa\nab"), "AA AB", Skipped{}},
		{"half a letter at the end", "nabit", wide(binary.LittleEndian, "aa\nab") + "c", "AA AB", Skipped{}},
		{"what is no word is counted", "nabit", "aa\n\nx-ray n. a ray\ndon't\nd0g\nab", "AA AB", Skipped{3, 3, "x-ray n. a ray"}},
		{"what is too long too", "nabit", "aa\n" + strings.Repeat("a", 1<<20) + "\n", "AA", Skipped{1, 2, strings.Repeat("a", 40)}},
		{"suffixes among words", "nabit", "aa\n-able\n-\n", "AA", Skipped{2, 2, "-able"}},
		{"DABBLE has apostrophes and Ñ", "dabble", "don't\ncan’t\naño\n", "AÑO CAN'T DON'T", Skipped{}},
		{"also in Latin-1", "dabble", "won\x92t\na\xf1o\n", "AÑO WON'T", Skipped{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := LoadFor(test.game, strings.NewReader(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Collect(l.All); !slices.Equal(got, slices.Sorted(slices.Values(strings.Fields(test.words)))) || l.Skipped() != test.skipped {
				t.Errorf("%v, skipped %+v", got, l.Skipped())
			}
		})
	}
	l, err := LoadFor("nabit", strings.NewReader("\ufeff+ qxzé\r\n- café\r\n"))
	if err != nil || !l.Has("qxze") || l.Has("cafe") {
		t.Errorf("changes: %v, error %v", l, err)
	}
}

func TestAListCanBeChanged(t *testing.T) {
	for _, test := range []struct{ name, game, text, base, has, hasNot string }{
		{"words are added and removed", "nabit", "+ zyzzy qxz # ours\n- game\n", DefaultName, "zyzzy qxz colour", "game"},
		{"from another list", "nabit", "\n= american\n+ colour\n", "american", "colour color", "tyre"},
		{"what is there may be added, what is not removed", "nabit", "+ cat\n- qxz\n", DefaultName, "cat", "qxz"},
		{"DABBLE has its own list", "dabble", "+ it's\n- don't\n", "dabble", "it's can't", "don't"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := LoadFor(test.game, strings.NewReader(test.text))
			if err != nil {
				t.Fatal(err)
			}
			base, err := Open(test.base)
			if err != nil {
				t.Fatal(err)
			}
			if base == l || max(l.Len()-base.Len(), base.Len()-l.Len()) > 3 {
				t.Errorf("%v made of %v", l, base)
			}
			for _, w := range strings.Fields(test.has) {
				if !l.Has(w) {
					t.Errorf("%q is missing", w)
				}
			}
			for _, w := range strings.Fields(test.hasNot) {
				if l.Has(w) {
					t.Errorf("%q is there", w)
				}
			}
		})
	}
}

func TestSpellingAndWhoHasIt(t *testing.T) {
	for _, test := range []struct{ list, word, want string }{{"english", "Café", "CAFE"}, {"english", "piñata", "PINATA"}, {"spanish", "año", "AÑO"}, {"spanish", "árbol", "ARBOL"},
		{"spanish-n", "año", "ANO"}, {"german", "Größe", "GROESSE"}, {"german", "O\u0308l", "OEL"}, {"german-a", "Größe", "GROSSE"}, {"french", "œuf", "OEUF"}} {
		l, err := Open(test.list)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Spell(test.word); got != test.want || !l.Has(got) {
			t.Errorf("%s spells %q as %q", test.list, test.word, got)
		}
	}
	for word, want := range map[string]string{"za": "english american british large dabble", "geophagous": "large", "colour": "english british large dabble", "don't": "dabble", "año": "", "xqz": ""} {
		if got := strings.Join(With(english, word), " "); got != want {
			t.Errorf("%s is in %s", word, got)
		}
	}
}

func TestWalkingTheGraph(t *testing.T) {
	l := New("few", strings.Fields("CAT CATS CAR DO'S"))
	if l.After(l.Root()) != SetOf('C')|SetOf('d') || l.Ends(l.Root()) != 0 {
		t.Errorf("after nothing %b", l.After(l.Root()))
	}
	ca := l.Next(l.Next(l.Root(), 'C'-'A'+1), 1)
	if l.After(ca) != SetOf('T')|SetOf('R') || l.Ends(ca) != l.After(ca) {
		t.Errorf("after CA %b", l.After(ca))
	}
	cat := l.Next(ca, 'T'-'A'+1)
	if l.After(cat) != SetOf('S') || l.After(l.Next(cat, 'S'-'A'+1)) != 0 || l.After(l.Next(ca, 'R'-'A'+1)) != 0 {
		t.Errorf("after CAT %b", l.After(cat))
	}
	if !l.Has("do's") || SetOf('?') != 0 || SetOf('\'') != 1 || SetOf('c').First() != 3 {
		t.Error("letters and apostrophes are mistaken")
	}
	var none Lexicon
	if none.After(none.Root()) != 0 || none.Ends(none.Root()) != 0 {
		t.Error("the zero value knows words")
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
	data := encoded(t, l)
	back, err := Decode(data)
	if err != nil || back.String() != l.String() || !back.Has("CATS") || back.Has("CA") {
		t.Errorf("%v, error %v", back, err)
	}
	for name, broken := range map[string][]byte{"empty": nil, "cut": data[:len(data)-4], "other": []byte("hello\n"),
		"no head": []byte(magic + "few\n"), "too large": []byte(magic + "few 1 abc 99999999999\n")} {
		if _, err := Decode(broken); err == nil {
			t.Errorf("%s data is taken for a list", name)
		}
	}
}

func encoded(t testing.TB, l *Lexicon) []byte {
	t.Helper()
	var data bytes.Buffer
	if err := l.Encode(&data); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

func TestAGraphThatCannotBeWalkedIsRefused(t *testing.T) {
	at := func(n int) edge { return edge(n) << targetShift }
	for name, edges := range map[string][]edge{
		"a way that goes round":        {at(1), at(1) | lastBit | 1},
		"a way to what comes later":    {at(1), at(2) | lastBit | 1, lastBit | finalBit | 2},
		"a way into a node":            {at(3), finalBit | 1, lastBit | finalBit | 2, at(2) | lastBit | 3},
		"a way out of the graph":       {at(7), lastBit | 1},
		"letters out of order":         {at(1), finalBit | 2, lastBit | finalBit | 1},
		"a letter beyond Z":            {at(1), lastBit | finalBit | 30},
		"a node that does not end":     {at(1), finalBit | 1},
		"a root that begins in a node": {at(2), finalBit | 1, lastBit | finalBit | 2},
	} {
		if _, err := Decode(encoded(t, &Lexicon{name: "bad", graph: graph{edges: edges}})); err == nil {
			t.Errorf("%s is taken for a list", name)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, text := range []string{"cat\ndog\n", "+ cat # dog\n- do\n", "= british\n+ don't\n", "\ufeff#\r\ncat\r\n", "cat dog", "\x00", "+", "=", "+ a\n- a"} {
		f.Add("nabit", text)
		f.Add("dabble", text)
	}
	f.Fuzz(func(t *testing.T, game, text string) {
		l, err := LoadFor(game, strings.NewReader(text))
		if err != nil {
			if l != nil {
				t.Error("a list and an error")
			}
			return
		}
		if strings.Contains(text, "+") || strings.Contains(text, "-") || strings.Contains(text, "=") {
			return // changes to a large list: too slow to walk each time
		}
		n := 0
		for w := range l.All {
			n++
			if !l.Has(w) || !spelled(w) {
				t.Errorf("%q is in the list", w)
			}
		}
		if n != l.Len() || n == 0 {
			t.Errorf("%d words, said to be %d", n, l.Len())
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, New("few", strings.Fields("CAT CATS DO'S"))))
	f.Add(encoded(f, New("one", []string{"A"})))
	f.Add([]byte(magic + "few 1 abc 2\n"))
	f.Add([]byte("hello"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Decode(data)
		if err != nil {
			return
		}
		l.Has("CAT")
		l.Fits("C?T")
		n := 0
		for w := range l.All {
			if n++; n > 1000 {
				break
			}
			if !l.Has(w) {
				t.Fatalf("%q is in the list, but not a word", w)
			}
		}
	})
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
		if _, err := Decode(bothSpellings); err != nil {
			b.Fatal(err)
		}
	}
}

func TestWhatIsNoTextIsNoList(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1000, 100_000} {
		for range 20 {
			data := make([]byte, size)
			for i := range data {
				data[i] = byte(random.Uint32())
			}
			if l, err := LoadFor("nabit", bytes.NewReader(data)); err == nil {
				t.Errorf("%d random bytes are %s", size, l)
			}
		}
	}
	for name, data := range map[string]string{"a PNG": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a zip": "PK\x03\x04\x14\x00\x06\x00cat\ndog\n", "a zero in a text": "cat\ndog\x00\n"} {
		if l, err := LoadFor("nabit", strings.NewReader(data)); err == nil || !strings.Contains(err.Error(), "plain text") {
			t.Errorf("%s is %v, %v", name, l, err)
		}
	}
	if l, err := LoadFor("nabit", strings.NewReader("cat\r\ndog\r\n\x1a")); err != nil || l.Len() != 2 {
		t.Errorf("a text of DOS: %v, %v", l, err)
	}
}
