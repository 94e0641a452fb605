package games

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
)

// doubts are a challenge in each game that judges words, of the word that its move has made, and that word.
var doubts = map[string][2]string{
	"nabit":  {"CAT", `{"type":"challenge","by":"green","word":"CAT"}`},
	"dabble": {"AT", `{"type":"challenge","by":1,"player":0,"word":"AT"}`},
}

// TestEveryGamesVerdictCanBeOverruled plays a word that only other lists have, has the list judge it, and says in each way that it counts.
func TestEveryGamesVerdictCanBeOverruled(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		doubt, judges := doubts[g.Name]
		if judges != g.Page(nil).Drawn.Choices().Has("words") {
			t.Fatalf("it judges words: %v", !judges)
		}
		if !judges {
			return
		}
		word, challenge := doubt[0], doubt[1]
		file := filepath.Join(t.TempDir(), "words-1.json")
		words, err := wordlist.Open(g.Name, lexicon.New("few", []string{"DOG"}), file)
		if err != nil {
			t.Fatal(err)
		}
		j := journal.NewMemory()
		p := judged(t, g, j, words)
		p.run(t)
		p.must(t, startOfTwo)
		p.must(t, move(g, "red"))
		player := func(event string) {
			t.Helper()
			c := command(event, kindOf(t, event))
			c.Role = access.RolePlayer
			if out, err := p.Desk.Do(t.Context(), c); err != nil || !out.OK {
				t.Fatalf("%s: %s, %v", event, out.Why, err)
			}
		}
		stands := func(when string, upheld, open bool, unlisted ...string) {
			t.Helper()
			v := p.state(t).Verdict
			if v == nil || v.Upheld != upheld || v.Open != open || !slices.Equal(v.Unlisted, unlisted) || len(v.Words) != 1 || v.Words[0].Word != word || v.Words[0].Valid == upheld || v.Of.String() != "red" {
				t.Fatalf("%s: %+v", when, v)
			}
		}
		if out := p.do(t, `{"type":"accept_words"}`); out.OK {
			t.Error("a word is accepted that nobody has judged")
		}
		player(challenge)
		stands("the list judges", true, true, word)
		w := p.state(t).Verdict.Words[0]
		if !slices.Equal(w.NotIn, []string{"few"}) || !slices.Equal(w.In, []string{"english", "large"}) || len(w.Meanings) == 0 {
			t.Errorf("the lists: %+v", w)
		}

		player(`{"type":"accept_words"}`)
		stands("accepted once", false, false, word)
		if words.Has(word) {
			t.Error("accepted once, it counts for good")
		}
		p.must(t, `{"type":"undo"}`)
		player(challenge)
		stands("judged again", true, true, word)

		player(`{"type":"add_words"}`)
		if s := p.state(t); words.Has(word) || !slices.Equal(s.AskedWords, []string{word}) {
			t.Errorf("a player's wish: added %v, asked %v", words.Has(word), s.AskedWords)
		}
		p.must(t, `{"type":"decline_words","words":["`+word+`"]}`)
		if s := p.state(t); len(s.AskedWords) > 0 {
			t.Errorf("declined, and still asked: %v", s.AskedWords)
		}
		p.must(t, `{"type":"add_words"}`)
		stands("added for good", false, false)
		if in := p.state(t).Verdict.Words[0].In; !words.Has(word) || in[0] != "own words" {
			t.Errorf("it counts: %v, in %v", words.Has(word), in)
		}
		again := judged(t, g, j, words)
		if err := again.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		again.run(t)
		if a, b := p.state(t).Verdict, again.state(t).Verdict; b == nil || a.Upheld != b.Upheld {
			t.Errorf("after a restart the verdict is %+v", b)
		}
	})
}

// TestAWordIsExplainedByItsHeadwordAlone: a definition is of the word itself or of what it is a form of, and no word that no list has is explained.
func TestAWordIsExplainedByItsHeadwordAlone(t *testing.T) {
	nabit, err := Find("nabit")
	if err != nil {
		t.Fatal(err)
	}
	for laid, want := range map[string]string{"QATS": "qat: ", "QAT": "", "CATLY": "none"} {
		p := judged(t, nabit, journal.NewMemory(), wordlist.Fixed(lexicon.Default()))
		p.run(t)
		p.must(t, startOfTwo)
		var tiles []string
		for i, letter := range laid {
			tiles = append(tiles, `{"row":0,"col":`+string(rune('0'+i))+`,"letter":"`+string(letter)+`"}`)
		}
		p.must(t, `{"type":"play","player":"red","placements":[`+strings.Join(tiles, ",")+`]}`)
		p.must(t, `{"type":"challenge","by":"green","word":"`+laid+`"}`)
		meanings := p.state(t).Verdict.Words[0].Meanings
		if want == "none" && len(meanings) > 0 || want != "none" && (len(meanings) == 0 || !strings.HasPrefix(meanings[0], want)) {
			t.Errorf("%s: %q", laid, meanings)
		}
	}
}
