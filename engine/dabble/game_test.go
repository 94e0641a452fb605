package dabble

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
)

// The words of the tests: five that end a round, for three players, and some more.
var testWords = lexicon.New("test", strings.Fields(`AT CAT TAME STONE RACERS ON HAT LAMP BREAD CARPET IT DOG MILK TOAST BUTTER I'M DON'T CAN'T IF OF
	WE SEW CUP PUMP FLAWS WOWING AB AD`))

var five = []string{"AT", "CAT", "TAME", "STONE", "RACERS"}

// table plays events and answers the last state. Events are written as fmt.Sprintf does; those marked with "!" must be refused by that
// rule: "!rule {...}".
type table struct {
	*testing.T
	game  game.Table
	state map[string]any
}

func begin(t *testing.T, start string) *table {
	t.Helper()
	b := &table{T: t, game: Game{}.Table(testWords)}
	b.play(start)
	return b
}

func (b *table) play(events ...string) {
	b.Helper()
	for _, e := range events {
		rule := ""
		if strings.HasPrefix(e, "!") {
			rule, e, _ = strings.Cut(e[1:], " ")
		}
		a := b.game.Handle([]byte(e))
		data, err := json.Marshal(a)
		if err != nil {
			b.Fatal(err)
		}
		switch {
		case rule == "" && !a.OK:
			b.Fatalf("%s is refused: %s", e, data)
		case rule != "" && (a.OK || a.Violations[0].Rule != rule):
			b.Fatalf("%s is answered by %s, want a violation of %s", e, data, rule)
		case rule != "":
			continue
		}
		b.state = map[string]any{}
		if err := json.Unmarshal(data, &b.state); err != nil {
			b.Fatal(err)
		}
	}
}

func rack(player int, tiers []string, unused ...string) string {
	event, err := json.Marshal(map[string]any{"type": "rack", "player": player, "tiers": tiers, "unused": unused})
	if err != nil {
		panic(err)
	}
	return string(event)
}

// points are what the round brought each player, and totals all rounds together.
func (b *table) points() (points, totals []int) {
	for _, s := range b.state["scores"].([]any) {
		s := s.(map[string]any)
		points = append(points, int(s["round"].(map[string]any)["total"].(float64)))
		totals = append(totals, int(s["total"].(float64)))
	}
	return points, totals
}

const (
	two   = `{"type":"start","game":"dabble","players":["Ana","Ben"]}`
	three = `{"type":"start","players":["Ana","Ben","Cleo"]}`
	ended = `{"type":"round_end"}`
)

func TestWinningARound(t *testing.T) {
	other := []string{"ON", "HAT", "LAMP", "BREAD", "CARPET"}
	third := []string{"IT", "DOG", "LAMP", "TOAST", "BUTTER"}
	for _, test := range []struct {
		name   string
		start  string
		events []string
		want   []int
		phase  string
	}{
		{"if no one creates 5 words, tiles may be exchanged and the timer is turned again", two,
			[]string{rack(0, five[:4], "Q", "Z"), ended, `{"type":"exchange","player":1,"count":3}`}, []int{0, 0}, "exchange"},
		{"one player with 5 words gets the points of the others' unused tiles, the others 0", three,
			// Ben: CAT is used, Q and Z lie in front, L on an unfinished tier. Cleo: a wrong word's tiles are unused.
			[]string{rack(0, five), rack(1, []string{"", "CAT", "L"}, "Q", "Z"), rack(2, []string{"XQ"}), ended}, []int{1 + 20 + 18, 0, 0}, "round_over"},
		{"several who win each get the points of the other players' unused tiles", three,
			[]string{rack(0, five), rack(1, other), rack(2, []string{"IT"}, "K"), ended}, []int{5, 5, 0}, "round_over"},
		{"if all win, the highest-scoring word's points go to its player", three,
			// TAME is 6, CARPET 10, LAMP 8, RACERS 8.
			[]string{rack(0, five), rack(1, other), rack(2, third), ended}, []int{0, 10, 0}, "round_over"},
		{"if all win and tie, each receives the points of the highest word", two,
			[]string{rack(0, other), rack(1, []string{"ON", "CAT", "TAME", "STONE", "CARPET"}), ended}, []int{10, 10}, "round_over"},
		{"if only some tie for the highest, each of those scores it", three,
			[]string{rack(0, other), rack(1, third), rack(2, []string{"ON", "CAT", "TAME", "STONE", "CARPET"}), ended}, []int{10, 0, 10}, "round_over"},
		{"who exchanged between two timers can still win", two,
			[]string{ended, `{"type":"exchange","player":"Ana","count":20}`, `{"type":"timer"}`, rack(0, five), rack(1, nil, "K"), ended}, []int{5, 0}, "round_over"},
		{"unless the table wants five words without exchanging", `{"type":"start","players":2,"options":{"exchange_disqualifies":true}}`,
			[]string{`{"type":"rack","player":0,"tiers":["AT","CAT","TAME","STONE","RACERS"],"exchanged":true}`, rack(1, nil, "K"), ended}, []int{0, 0}, "exchange"},
		{"and everybody can win again once all have exchanged", `{"type":"start","players":2,"options":{"exchange_disqualifies":true}}`,
			[]string{ended, `{"type":"exchange","player":0}`, `{"type":"exchange","player":1}`, `{"type":"timer"}`, rack(0, five), rack(1, nil, "K"), ended}, []int{5, 0}, "round_over"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := begin(t, test.start)
			b.play(test.events...)
			if got, _ := b.points(); !slices.Equal(got, test.want) {
				t.Errorf("the round brings %v, want %v", got, test.want)
			}
			if b.state["phase"] != test.phase {
				t.Errorf("phase %v, want %s", b.state["phase"], test.phase)
			}
		})
	}
}

func TestSpecialTiles(t *testing.T) {
	for _, test := range []struct {
		name   string
		start  string
		events []string
		want   []int
	}{
		{"each player including the winner gets double points for a word with an apostrophe", two,
			// I'M is 1+0+3, DON'T 2+1+1+0+1.
			[]string{rack(0, []string{"AT", "I'M", "TAME", "STONE", "RACERS"}, nil...), rack(1, []string{"", "", "", "DON'T"}, "K"), ended}, []int{5 + 8, 10}},
		{"which the table may leave out", `{"type":"start","players":2,"options":{"apostrophe_bonus":false}}`,
			[]string{rack(0, []string{"AT", "I'M", "TAME", "STONE", "RACERS"}), rack(1, nil, "K"), ended}, []int{5, 0}},
		// CAN'T is twice 3+1+1+0+1, CARPET 10.
		{"if all win, words are compared with the double points, and the highest word counts them once", two,
			[]string{rack(0, []string{"AT", "CAT", "TAME", "CAN'T", "RACERS"}), rack(1, []string{"ON", "HAT", "LAMP", "BREAD", "CARPET"}), ended}, []int{12, 0}},
		{"another word with an apostrophe adds its own", two,
			[]string{rack(0, []string{"AT", "I'M", "TAME", "CAN'T", "RACERS"}), rack(1, []string{"ON", "I'M", "LAMP", "BREAD", "CARPET"}), ended}, []int{12 + 8, 8}},
		{"the highest word is the plain one of two that count the same", `{"type":"start","players":2,"options":{"values":{"P":5}}}`,
			[]string{rack(0, []string{"AT", "CAT", "TAME", "CAN'T", "CARPET"}), rack(1, []string{"ON", "HAT", "LAMP", "BREAD", "CARPET"}), ended}, []int{12 + 12, 12}},
		{"where the table leaves the extra points out, the word still counts double as the highest", `{"type":"start","players":2,"options":{"apostrophe_bonus":false}}`,
			[]string{rack(0, []string{"AT", "I'M", "TAME", "CAN'T", "RACERS"}), rack(1, []string{"ON", "HAT", "LAMP", "BREAD", "CARPET"}), ended}, []int{12, 0}},
		{"a word of the category counts double once more", `{"type":"start","players":2,"subject":"dragons of any kind"}`,
			[]string{rack(0, []string{"AT", "I'M"}), rack(1, five), ended, `{"type":"fits","word":"I'M"}`}, []int{8 + 8, 0}},
		{"an apostrophe tile not used in a word gives the winner 5 points", two,
			[]string{rack(0, five), rack(1, nil, "'", "K"), ended}, []int{5 + 5, 0}},
		{"and each winner, if several win", three,
			[]string{rack(0, five), rack(1, five), rack(2, nil, "'", "'"), ended}, []int{10, 10, 0}},
		{"blank tiles have no points and can be any letter", two,
			[]string{rack(0, []string{"A?", "CAT", "TAME", "STONE", "RACER?"}), rack(1, nil, "K", "?"), ended}, []int{5, 0}},
		{"but not an apostrophe", two,
			[]string{rack(0, []string{"AT", "I?M", "TAME", "STONE", "RACERS"}), rack(1, nil, "K"), ended}, []int{0, 0}},
		{"a blank told in lower case stands for that letter", two,
			[]string{rack(0, []string{"At", "CAT", "TAME", "STONE", "RACERS"}), rack(1, nil, "K"), ended}, []int{5, 0}},
		{"values are the tile set's own", `{"type":"start","players":2,"options":{"values":{"K":7,"q":12}}}`,
			[]string{rack(0, five), rack(1, nil, "K", "Q"), ended}, []int{19, 0}},
		{"or are read from the tiles", two,
			[]string{rack(0, five), `{"type":"rack","player":1,"unused":[{"letter":"K","value":9},{"letter":"Q"}]}`, ended}, []int{19, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := begin(t, test.start)
			b.play(test.events...)
			if got, _ := b.points(); !slices.Equal(got, test.want) {
				t.Errorf("the round brings %v, want %v", got, test.want)
			}
		})
	}
}

func TestChallenges(t *testing.T) {
	wrong := []string{"AT", "CAT", "TAME", "STONE", "XXXXXX"}
	for _, test := range []struct {
		name   string
		start  string
		events []string
		want   []int
	}{
		{"a wrong word costs its presenter the word's points", two,
			[]string{rack(0, wrong), rack(1, nil, "K"), `{"type":"challenge","by":1,"player":0,"word":"xxxxxx"}`, ended}, []int{-48, 0}},
		{"and the win with five words", `{"type":"start","players":2,"options":{"words":"challenge"}}`,
			[]string{rack(0, wrong), rack(1, nil, "K"), ended, `{"type":"challenge","by":"1","word":"XXXXXX"}`}, []int{-48, 0}},
		{"which the table may let the presenter keep", `{"type":"start","players":2,"options":{"words":"challenge","challenge_keeps_win":true}}`,
			[]string{rack(0, wrong), rack(1, nil, "K"), ended, `{"type":"challenge","by":1,"word":"XXXXXX","verdict":"upheld"}`}, []int{5 - 48, 0}},
		{"a wrong word with an apostrophe costs what it would have given, double", `{"type":"start","players":2,"options":{"words":"challenge"}}`,
			[]string{rack(0, []string{"AT", "X'X", "TAME", "STONE", "RACERS"}), rack(1, nil, "K"), ended, `{"type":"challenge","by":1,"word":"X'X"}`}, []int{-32, 0}},
		{"a right word costs nothing", two,
			[]string{rack(0, five), rack(1, nil, "K"), `{"type":"challenge","by":1,"word":"TAME"}`, ended}, []int{5, 0}},
		{"people's verdict counts more than the list", two,
			[]string{rack(0, wrong), rack(1, nil, "K"), `{"type":"challenge","by":1,"word":"XXXXXX","verdict":"rejected"}`, ended}, []int{5, 0}},
		{"the same word is not lost twice", two,
			[]string{rack(0, wrong), rack(1, nil, "K"), `{"type":"challenge","word":"XXXXXX"}`, `{"type":"challenge","word":"XXXXXX"}`, ended}, []int{-48, 0}},
		{"what is on no rack cannot be challenged", two,
			[]string{rack(0, five), `!challenge_closed {"type":"challenge","by":1,"word":"BREAD"}`, `!challenge_closed {"type":"challenge","player":1,"word":"TAME"}`}, []int{0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := begin(t, test.start)
			b.play(test.events...)
			if got, _ := b.points(); b.state["phase"] != "playing" && !slices.Equal(got, test.want) {
				t.Errorf("the round brings %v, want %v", got, test.want)
			}
		})
	}
}

func TestSubjectWords(t *testing.T) {
	household := []string{"AT", "CUP", "LAMP", "STONE", "CARPET"}
	b := begin(t, `{"type":"start","players":2,"subject":"household"}`)
	b.play(rack(0, household), rack(1, []string{"", "CUP", "MILK"}, "K"), ended)
	// Ana: the unused K and MILK's own word is used; CUP 7, LAMP 8, CARPET 10 once more. Ben: CUP 7.
	if got, _ := b.points(); !slices.Equal(got, []int{5 + 25, 7}) {
		t.Errorf("the round brings %v, want 30 and 7", got)
	}
	b.play(`{"type":"fits","word":"STONE"}`, `{"type":"fits","word":"cup","fits":false}`)
	if got, _ := b.points(); !slices.Equal(got, []int{5 + 18 + 5, 0}) {
		t.Errorf("after people said what fits it brings %v", got)
	}
	b.play(`!bad_event {"type":"fits","word":"BREAD"}`, `{"type":"round","subject":"dragons of any kind"}`, rack(1, []string{"IT"}), `{"type":"fits","word":"IT"}`)
	if b.state["subject"] != "dragons of any kind" || b.state["subject_known"] != nil {
		t.Errorf("the category is %v, known %v", b.state["subject"], b.state["subject_known"])
	}
}

func TestSpanishTiles(t *testing.T) {
	b := begin(t, two)
	b.play("!no_such_tile "+rack(0, []string{"AÑ"}), `!no_such_tile {"type":"rack","player":0,"tiers":[["LL","A"]]}`)
	s := &table{T: t, game: Game{}.Table(dabbleList(t))}
	s.play(`{"type":"start","players":2,"options":{"language":"spanish"}}`, rack(0, []string{"YA", "AÑO", "CALLE", "PERRO", "LLUVIA"}), rack(1, nil, "RR"), ended)
	if got, _ := s.points(); !slices.Equal(got, []int{8, 0}) {
		t.Errorf("the round brings %v, want the 8 of RR", got)
	}
	tier := s.state["racks"].([]any)[0].(map[string]any)["tiers"].([]any)[2].(map[string]any)
	if n := len(tier["tiles"].([]any)); n != 4 || tier["word"] != "CALLE" {
		t.Errorf("%v has %d tiles, want 4: LL is one", tier["word"], n)
	}
}

// TestAKeptGameKnowsItsList reads a game again that was played with another list than the reader's.
func TestAKeptGameKnowsItsList(t *testing.T) {
	french, err := lexicon.OpenBuiltIn("french")
	if err != nil {
		t.Fatal(err)
	}
	french = french.With([]string{"QXZ"})
	played := NewTable(french)
	for _, event := range []string{two, rack(0, []string{"OU", "QXZ", "CHAT"}), rack(1, nil)} {
		if a := played.Handle([]byte(event)); !a.OK {
			t.Fatal(a)
		}
	}
	for name, test := range map[string]struct {
		list  game.Words
		words []string
	}{"none": {nil, []string{"OU", "CHAT"}}, "another": {dabbleList(t), []string{"OU", "CHAT"}}, "the same, with own words": {french, []string{"OU", "QXZ", "CHAT"}}} {
		again := NewTable(test.list)
		if err := game.Replay(again, played.Events()); err != nil {
			t.Fatal(err)
		}
		s := again.State().(State)
		if got := s.Racks[0].Words(); !slices.Equal(got, test.words) || s.Listed != "french + 1" {
			t.Errorf("%s: by %q the words %v count, want %v", name, s.Listed, got, test.words)
		}
		if !slices.EqualFunc(again.Events(), played.Events(), func(a, b json.RawMessage) bool { return string(a) == string(b) }) {
			t.Errorf("%s: the events have changed", name)
		}
	}
}

func dabbleList(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.OpenFor("dabble", "")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestFirstTo500Wins(t *testing.T) {
	b := begin(t, `{"type":"start","players":2,"options":{"values":{"Q":100}}}`)
	round := []string{rack(0, five), rack(1, nil, "Q"), ended}
	for range 4 {
		b.play(round...)
	}
	if _, totals := b.points(); totals[0] != 400 || b.state["over"] != false {
		t.Fatalf("after four rounds %v, over %v", totals, b.state["over"])
	}
	b.play(round...)
	if won := b.state["won"]; b.state["over"] != true || fmt.Sprint(won) != "[0]" || b.state["phase"] != "game_over" {
		t.Errorf("after five rounds over is %v, won by %v", b.state["over"], won)
	}
	b.play("!game_over "+round[0], `{"type":"undo"}`)
	b.play(`{"type":"round_end"}`)
}

func TestRefusedEvents(t *testing.T) {
	b := begin(t, two)
	b.play(
		`!bad_event {"type":"start","players":1}`, `!bad_event {"type":"start","players":5}`, `!bad_event {"type":"start","players":["A","A"]}`,
		`!bad_event {"type":"start","players":2,"options":{"goal":0}}`, `!bad_event {"type":"start","players":2,"options":{"colour":1}}`,
		`!bad_event {"type":"start","players":2,"options":{"language":"french"}}`, `!bad_event {"type":"start","players":2,"options":{"values":{"?":3}}}`,
		`!bad_event {"type":"dance"}`, `!bad_event {"type":"rack","player":7}`, `!bad_event {"type":"rack"}`, `!bad_event {"type":"rack","player":"Zoe"}`,
		"!too_many_tiles "+rack(0, []string{"CAT"}), "!too_many_tiles "+rack(0, []string{"", "", "", "", "", "A"}),
		"!too_many_tiles "+rack(0, nil, strings.Split(strings.Repeat("A", 21), "")...), "!too_many_tiles "+rack(0, nil, "'", "'", "'"),
		"!no_such_tile "+rack(0, []string{"A1"}), "!bad_event "+rack(0, nil, "AB"),
		`!cannot_exchange {"type":"exchange","player":0}`, `!bad_event {"type":"timer","seconds":-1}`, `!bad_event {"type":"fits","word":"AT"}`,
		`!bad_event {"type":"correct","round":2,"player":0}`, `!bad_event {"type":"redo"}`, `!bad_event {"type":"undo"}`, `!bad_event nonsense`,
		ended, "!bad_event "+ended, `!cannot_exchange {"type":"exchange","player":0,"count":21}`, `!bad_event {"type":"round"}`,
	)
}

func TestTimer(t *testing.T) {
	b := begin(t, two)
	b.play(`{"type":"timer","at":"2026-11-21T18:00:00Z"}`)
	timer := b.state["timer"].(map[string]any)
	if timer["seconds"] != 300.0 || timer["ends"] != "2026-11-21T18:05:00Z" {
		t.Errorf("five minutes from six are %v", timer)
	}
	b.play(ended, `{"type":"timer","at":"2026-11-21T18:06:00Z","seconds":60}`)
	if timer = b.state["timer"].(map[string]any); timer["number"] != 2.0 || timer["ends"] != "2026-11-21T18:07:00Z" {
		t.Errorf("the second timer is %v", timer)
	}
}

func TestGoingBack(t *testing.T) {
	b := begin(t, two)
	b.play(rack(0, five), rack(1, nil, "K"), ended, rack(1, five), rack(0, nil, "Q"), ended)
	if _, totals := b.points(); !slices.Equal(totals, []int{5, 10}) {
		t.Fatalf("two rounds bring %v", totals)
	}
	b.play(`{"type":"correct","round":1,"player":1,"unused":["K","Z"]}`)
	if _, totals := b.points(); !slices.Equal(totals, []int{15, 10}) {
		t.Errorf("corrected they bring %v", totals)
	}
	b.play(`!bad_event {"type":"correct","round":1,"player":0,"tiers":["AT"]}`, `{"type":"undo"}`)
	if _, totals := b.points(); !slices.Equal(totals, []int{5, 10}) {
		t.Errorf("after the undo they are %v", totals)
	}
	b.play(`{"type":"redo"}`)
	again := Game{}.Table(testWords)
	if err := game.Replay(again, b.game.Events()); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(again.State()), fmt.Sprint(b.game.State()); got != want {
		t.Errorf("the replay is %s, want %s", got, want)
	}
}
