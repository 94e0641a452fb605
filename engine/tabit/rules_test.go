package tabit

import (
	"encoding/json"
	"strings"
	"testing"

	"tilewatch/engine/game"
)

// cards reads "MOON moon moon star -": four letters and four pictures, - for face down.
func cards(t *testing.T, text string) Spread {
	t.Helper()
	var s Spread
	words := strings.Fields(text)
	if len(words) != 1+each || len(words[0]) != each {
		t.Fatalf("not eight cards: %q", text)
	}
	for i := range each {
		if words[0][i] != '-' {
			s.Letters[i] = Letter(words[0][i])
		}
		if words[1+i] != "-" {
			if err := s.Pictures[i].UnmarshalJSON([]byte(`"` + words[1+i] + `"`)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

func TestScoreOfTheSheet(t *testing.T) {
	ordered := DefaultOptions
	ordered.LettersInOrder = true
	for _, c := range []struct {
		rule, cards string
		options     Options
		points      int
	}{
		{"letters M-O-O-N with 4 pictures of the moon: 500 points", "MOON moon moon moon moon", DefaultOptions, 500},
		{"letters T-R-E-E with 3 pictures of the tree: 200 points", "TREE tree star tree tree", DefaultOptions, 200},
		{"3 pictures of the moon without the complete word: 150 points", "MOOR moon moon tree moon", DefaultOptions, 150},
		{"4 pictures of the star with the word: 400 points", "STAR star star star star", DefaultOptions, 400},
		{"4 pictures of the tree with the word: 300 points", "TREE tree tree tree tree", DefaultOptions, 300},
		{"3 pictures of the moon with the word: 400 points", "MOON moon star moon moon", DefaultOptions, 400},
		{"3 pictures of the star with the word: 300 points", "STAR star star star moon", DefaultOptions, 300},
		{"4 pictures of the moon without the word: 200 points", "MONS moon moon moon moon", DefaultOptions, 200},
		{"4 pictures of the star without the word: 100 points", "MOON star star star star", DefaultOptions, 100},
		{"4 pictures of the tree without the word: 100 points", "STAR tree tree tree tree", DefaultOptions, 100},
		{"3 pictures of the star without the word: 50 points", "TREE star star moon star", DefaultOptions, 50},
		{"3 pictures of the tree without the word: 25 points", "MOON tree tree tree star", DefaultOptions, 25},
		{"any combination other than shown: no score", "MOON moon moon star star", DefaultOptions, 0},
		{"a word without its pictures is no score", "STAR moon tree star tree", DefaultOptions, 0},
		{"the letters spell the word in any order of the boxes", "ONMO moon moon moon moon", DefaultOptions, 500},
		{"letters in order: another order does not spell the word", "ONMO moon moon moon moon", ordered, 200},
		{"letters in order: the word as it lies", "MOON moon moon moon moon", ordered, 500},
		{"a picture that lies face down counts for nothing", "MOON moon moon moon -", DefaultOptions, 400},
		{"a letter that lies face down breaks the word", "MO-N moon moon moon moon", DefaultOptions, 200},
		{"cards that lie face down score nothing", "---- - - - -", DefaultOptions, 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if got := c.options.Score(cards(t, c.cards)); got.Points != c.points {
				t.Errorf("%s scores %d, want %d", c.cards, got.Points, c.points)
			}
		})
	}
}

// answer is what the tests look at of an answer.
type answer struct {
	OK         bool
	Violations []struct{ Rule, Message string }
	Scores     []Score
	Over       bool
	Winners    []string
	Tied       []string
	Tabbing    bool
	Round      int
	Rounds     []struct {
		Drawer  string
		Players []struct {
			Player string
			Points int
			Down   int `json:"face_down"`
		}
	}
	Seats    map[string]string
	Unseated []string
}

// play hands lines to a new table and answers what the last one brought. All before it must be accepted.
func play(t *testing.T, lines ...string) answer {
	t.Helper()
	table := NewTable()
	var a answer
	for i, line := range lines {
		data, err := json.Marshal(table.Handle([]byte(line)))
		if err != nil {
			t.Fatal(err)
		}
		a = answer{}
		if err := json.Unmarshal(data, &a); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !a.OK && i < len(lines)-1 {
			t.Fatalf("%s: %s", line, data)
		}
	}
	return a
}

func totals(a answer) (sums []int) {
	for _, s := range a.Scores {
		sums = append(sums, s.Total)
	}
	return sums
}

// spread is a player's cards as an event has them, with more fields before them if wanted.
func spread(t *testing.T, more, text string) string {
	t.Helper()
	data, err := json.Marshal(cards(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return "{" + more + strings.TrimPrefix(string(data), "{")
}

// event is one about several players' cards; each is "more|cards" or only cards.
func event(t *testing.T, kind string, all ...string) string {
	t.Helper()
	var out []string
	for _, one := range all {
		more, text, found := strings.Cut(one, "|")
		if !found {
			more, text = "", one
		}
		out = append(out, spread(t, more, text))
	}
	return `{"type":"` + kind + `","players":[` + strings.Join(out, ",") + `]}`
}

const (
	two     = `{"type":"start","game":"tabit","players":["Ana","Ben"]}`
	best    = "MOON moon moon moon moon" // 500
	good    = "STAR star star star star" // 400
	nothing = "TREE moon moon star star" // 0
)

func TestRounds(t *testing.T) {
	tab := func(a, b string) string { return event(t, Tabbed, a, b) }
	for _, c := range []struct {
		rule    string
		lines   []string
		totals  string
		winners string
		over    bool
		tied    string
	}{
		{"each player tabs the score of the round", []string{two, tab(best, good)}, "[500,400]", "", false, ""},
		{"the first person to tab 1000 points is the winner", []string{two, tab(best, good), tab(best, nothing)}, "[1000,400]", "Ana", true, ""},
		{"the highest total wins if both are above 1000", []string{two, tab(best, good), tab(good, good), tab(good, best)}, "[1300,1300]", "", false, "Ana Ben"},
		{"the same score above 1000: another round is required", []string{two, tab(best, best), tab(best, best)}, "[1000,1000]", "", false, "Ana Ben"},
		{"the round after a tie decides", []string{two, tab(best, best), tab(best, best), tab(good, nothing)}, "[1400,1000]", "Ana", true, ""},
		{"equal totals below 1000 are no tie to be broken", []string{two, tab(best, best)}, "[500,500]", "", false, ""},
		{"a correction re-scores its round and all totals", []string{two, tab(best, good), tab(best, nothing),
			`{"type":"correct","round":1,"players":[` + spread(t, `"player":"Ana",`, nothing) + `]}`}, "[500,400]", "", false, ""},
		{"undo takes a round back", []string{two, tab(best, good), tab(best, nothing), `{"type":"undo"}`}, "[500,400]", "", false, ""},
		{"redo brings it back", []string{two, tab(best, good), `{"type":"undo"}`, `{"type":"redo"}`}, "[500,400]", "", false, ""},
		{"players may be named by index", []string{two, event(t, Tabbed, `"player":1,|`+best, `"player":0,|`+good)}, "[400,500]", "", false, ""},
		{"a shorter game", []string{`{"type":"start","players":2,"options":{"goal":300}}`, tab(good, nothing)}, "[400,0]", "0", true, ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			a := play(t, c.lines...)
			got, _ := json.Marshal(totals(a))
			if !a.OK || string(got) != c.totals || a.Over != c.over || strings.Join(a.Winners, " ") != c.winners || strings.Join(a.Tied, " ") != c.tied {
				t.Errorf("totals %s, over %v, winners %v, tied %v, violations %v; want %s, %v, %q, %q", got, a.Over, a.Winners, a.Tied, a.Violations, c.totals, c.over, c.winners, c.tied)
			}
		})
	}
}

func TestTheTabitCard(t *testing.T) {
	up := event(t, Shown, `"seat":"north",|`+best, `"seat":"south",|`+good)
	down := event(t, Shown, `"seat":"north",|`+best, `"seat":"south",|STAR star star star -`)
	drawn := `{"type":"tabit","player":"Ben"}`
	seen := strings.Replace(event(t, Tabbed, `"seat":"north",|`+best, `"seat":"south",|`+good), `"type"`, `"seen":true,"type"`, 1)
	for _, c := range []struct {
		rule    string
		lines   []string
		totals  string
		tabbing bool
		refused string
	}{
		{"drawing the card ends the round at once", []string{two, up, drawn}, "[500,400]", false, ""},
		{"cards that lie face down are turned up first", []string{two, down, drawn}, "[0,0]", true, ""},
		{"once all are up they are tabbed", []string{two, down, drawn, up}, "[500,400]", false, ""},
		{"without a camera people say what they have", []string{two, drawn, event(t, Tabbed, best, good)}, "[500,400]", false, ""},
		{"turning cards up without the card tabs nothing", []string{two, down, up}, "[0,0]", false, ""},
		{"there is only one TABIT card", []string{two, drawn, drawn}, "", false, "bad_event"},
		{"nobody tabs cards that lie face down unseen", []string{two, down, `{"type":"tab"}`}, "", false, "face_down"},
		{"nobody tabs nothing", []string{two, `{"type":"tab"}`}, "", false, "bad_event"},
		{"pressed on a phone and then seen by the camera it is one tab", []string{two, up, drawn, seen}, "[500,400]", false, ""},
		{"seen by the camera and then pressed on a phone it is one tab", []string{two, up, seen, drawn}, "", false, "bad_event"},
		{"the next round is tabbed anew", []string{two, up, seen, down, drawn, up}, "[1000,800]", false, ""},
		{"after the game nothing is tabbed", []string{two, event(t, Tabbed, best, nothing), event(t, Tabbed, best, nothing), drawn}, "", false, "game_over"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			a := play(t, c.lines...)
			if c.refused != "" {
				if a.OK || a.Violations[0].Rule != c.refused {
					t.Errorf("got %+v, want it refused as %s", a, c.refused)
				}
				return
			}
			if got, _ := json.Marshal(totals(a)); !a.OK || string(got) != c.totals || a.Tabbing != c.tabbing {
				t.Errorf("totals %s, tabbing %v, violations %v; want %s, %v", got, a.Tabbing, a.Violations, c.totals, c.tabbing)
			}
		})
	}
}

func TestWhoSitsWhere(t *testing.T) {
	three := `{"type":"start","players":["Ana","Ben","Cleo"]}`
	tab := event(t, Tabbed, `"seat":"north",|`+nothing, `"seat":"east",|`+good, `"seat":"west",|`+best)
	for _, c := range []struct {
		rule   string
		lines  []string
		totals string
	}{
		{"seats follow the turns around the table", []string{three, tab}, "[0,400,500]"},
		{"people say who sits where", []string{three, `{"type":"sit","player":"Ana","seat":"west"}`, tab}, "[500,0,400]"},
		{"it may be said after the tab", []string{three, tab, `{"type":"sit","player":"Cleo","seat":"east"}`}, "[0,500,400]"},
		{"who sits at the table and was not named plays too", []string{two, strings.Replace(tab, `"type"`, `"seen":true,"type"`, 1)}, "[0,400,500]"},
		{"who changes seats leaves the old one", []string{three, tab, `{"type":"sit","player":"Ana","seat":"west"}`, `{"type":"sit","player":"Ana","seat":"north"}`}, "[0,400,500]"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			a := play(t, c.lines...)
			if got, _ := json.Marshal(totals(a)); !a.OK || string(got) != c.totals {
				t.Errorf("totals %s, violations %v, want %s", got, a.Violations, c.totals)
			}
		})
	}
}

func TestBadEventsChangeNothing(t *testing.T) {
	for name, line := range map[string]string{
		"not JSON":              `{"type":`,
		"no such event":         `{"type":"bank"}`,
		"three letters":         `{"type":"tab","players":[{"letters":["M","O","O"],"pictures":["moon","moon","moon","moon"]}]}`,
		"no such picture":       `{"type":"tab","players":[{"letters":["M","O","O","N"],"pictures":["sun","moon","moon","moon"]}]}`,
		"no such letter":        `{"type":"tab","players":[{"letters":["MO","O","O","N"],"pictures":["moon","moon","moon","moon"]}]}`,
		"a number for a letter": `{"type":"tab","players":[{"letters":[1,"O","O","N"],"pictures":["moon","moon","moon","moon"]}]}`,
		"no such player":        `{"type":"tabit","player":"Zoe"}`,
		"no such seat":          `{"type":"sit","player":"Ana","seat":"up"}`,
		"no seat":               `{"type":"sit","player":"Ana"}`,
		"no such round":         `{"type":"correct","round":3,"players":[]}`,
		"three players of two":  event(t, Tabbed, best, good, nothing),
		"one player twice":      event(t, Tabbed, `"player":0,|`+best, `"player":"Ana",|`+good),
		"one seat twice":        event(t, Tabbed, `"seat":"north",|`+best, `"seat":"north",|`+good),
		"five players":          `{"type":"start","players":5}`,
		"one player":            `{"type":"start","players":["Ana"]}`,
		"another game":          `{"type":"start","game":"snag","players":2}`,
		"no goal":               `{"type":"start","players":2,"options":{"goal":0}}`,
		"no such option":        `{"type":"start","players":2,"options":{"gaol":300}}`,
	} {
		t.Run(name, func(t *testing.T) {
			a := play(t, two, event(t, Tabbed, best, good), line)
			if a.OK || len(a.Violations) != 1 || a.Violations[0].Rule != "bad_event" || a.Violations[0].Message == "" {
				t.Errorf("%s: got %+v, want a bad event", line, a)
			}
		})
	}
}

// TestAGameKeptWithAnUnknownOptionIsRead, as it was when it was played.
func TestAGameKeptWithAnUnknownOptionIsRead(t *testing.T) {
	table := NewTable()
	if a := game.Again(table, []byte(`{"type":"start","players":2,"options":{"gaol":300,"goal":400}}`)); !a.OK {
		t.Fatal(a)
	}
	if s := table.State().(State); s.Options.Goal != 400 {
		t.Errorf("the goal is %d", s.Options.Goal)
	}
}
