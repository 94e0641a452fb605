package nabit

import (
	"image"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// sighted is a desk whose camera has given a picture.
func sighted(t *testing.T, players ...engine.Color) (*desk, *stream.Table) {
	t.Helper()
	d, table, _ := seat(t, players...)
	d.camera.Show([]byte("a picture"), image.Pt(4, 3))
	return d, table
}

// kinds are the answers that are offered.
func kinds(a *scoreboard.Ask) string {
	if a == nil {
		return ""
	}
	var out []string
	for _, answer := range a.Answers {
		out = append(out, answer.Kind)
	}
	return strings.Join(out, " ")
}

func TestAGameNeverEndsWithoutAWord(t *testing.T) {
	d, table := sighted(t)
	do(t, d, true, startEvent)
	do(t, d, true, gameEvent)
	do(t, d, true, `{"type":"pass","player":"green"}`)
	do(t, d, true, `{"type":"pass","player":"yellow"}`)
	s := shown(t, table)
	if s.Status == scoreboard.Finished || len(s.Winners) > 0 || kinds(s.Crossword().Ask) != "over goes_on" {
		t.Fatalf("everybody has passed: %s, winners %v, asked %+v", s.Status, s.Winners, s.Crossword().Ask)
	}
	do(t, d, true, string(s.Crossword().Ask.Answers[1].Event))
	if s = shown(t, table); s.Crossword().Ask != nil || s.Status == scoreboard.Finished {
		t.Fatalf("it goes on: %s, asked %+v", s.Status, s.Crossword().Ask)
	}
	do(t, d, true, `{"type":"undo"}`)
	do(t, d, true, `{"type":"exchange","player":"yellow","count":1}`)
	do(t, d, true, `{"type":"pass","player":"green"}`)
	do(t, d, true, `{"type":"pass","player":"yellow"}`)
	s = shown(t, table)
	if kinds(s.Crossword().Ask) != "over goes_on" {
		t.Fatalf("passed once more, asked %+v", s.Crossword().Ask)
	}
	do(t, d, true, string(s.Crossword().Ask.Answers[0].Event))
	if s = shown(t, table); s.Status != scoreboard.Finished || len(s.Winners) != 1 || s.Crossword().Ask != nil || s.Notice == nil || s.Notice.Kind != "finish" {
		t.Errorf("confirmed: %s, winners %v, asked %+v, notice %+v", s.Status, s.Winners, s.Crossword().Ask, s.Notice)
	}
}

// TestAnotherGameAsksAgain dismisses a question about the end; the same question of the next game is another one.
func TestAnotherGameAsksAgain(t *testing.T) {
	d, table := sighted(t)
	for range 2 {
		do(t, d, true, startEvent)
		do(t, d, true, gameEvent)
		do(t, d, true, `{"type":"pass","player":"green"}`)
		do(t, d, true, `{"type":"pass","player":"yellow"}`)
		s := shown(t, table)
		if kinds(s.Crossword().Ask) != "over goes_on" {
			t.Fatalf("everybody has passed: asked %+v", s.Crossword().Ask)
		}
		do(t, d, true, string(s.Crossword().Ask.Answers[1].Event))
	}
}

// out is a game of two in which yellow's 25 tiles lie in one row and column after another.
func out(t *testing.T, d *desk) {
	t.Helper()
	d.sees(nabit.Event{Type: nabit.Start, Players: []engine.Color{engine.Yellow, engine.Green}})
	for i := range 5 {
		var laid []nabit.Placement
		for k := range 5 {
			laid = append(laid, nabit.Placement{Place: engine.Place{Row: i, Col: k}, Letter: engine.Letter('A' + (i+k)%20)})
		}
		if a := d.sees(nabit.Event{Type: nabit.Played, Player: engine.Yellow, Placements: laid, Seen: true}); !a.OK {
			t.Fatal(a.Violations)
		}
	}
}

func TestTheLastTileProposesTheEndAndWhoWentOut(t *testing.T) {
	d, table := sighted(t)
	out(t, d)
	d.show()
	s := shown(t, table)
	if s.Status == scoreboard.Finished || kinds(s.Crossword().Ask) != "out over goes_on" || s.Crossword().Ask.Answers[0].Player != engine.Yellow {
		t.Fatalf("25 tiles lie there: %s, asked %+v", s.Status, s.Crossword().Ask)
	}
	do(t, d, true, string(s.Crossword().Ask.Answers[0].Event))
	if s = shown(t, table); s.Status != scoreboard.Finished || s.Players[0].Out+s.Players[1].Out != 1 {
		t.Errorf("confirmed: %s, %+v", s.Status, s.Players)
	}
}

func TestPeopleWithoutACameraEndTheirGameThemselves(t *testing.T) {
	d, table, _ := seat(t)
	do(t, d, true, startEvent)
	do(t, d, true, gameEvent)
	do(t, d, true, `{"type":"pass","player":"green"}`)
	do(t, d, true, `{"type":"pass","player":"yellow"}`)
	if s := shown(t, table); s.Status != scoreboard.Finished || s.Crossword().Ask != nil {
		t.Errorf("%s, asked %+v", s.Status, s.Crossword().Ask)
	}
}

func TestAnOpenBlankIsOneCardForItsOwner(t *testing.T) {
	d, table := sighted(t)
	do(t, d, true, startEvent)
	seen := func(player engine.Color, letters ...nabit.Placement) {
		t.Helper()
		if a := d.sees(nabit.Event{Type: nabit.Played, Player: player, Placements: letters, Seen: true}); !a.OK {
			t.Fatal(a.Violations)
		}
		d.show()
	}
	at := func(row, col int, letter engine.Letter) nabit.Placement {
		return nabit.Placement{Place: engine.Place{Row: row, Col: col}, Letter: letter, Blank: letter == engine.Unsettled}
	}
	seen(engine.Yellow, at(0, 0, 'Q'), at(0, 1, 'U'), at(0, 2, 'I'), at(0, 3, engine.Unsettled))
	s := shown(t, table)
	if s.Crossword().Ask == nil || s.Crossword().Ask.For != engine.Yellow || s.Crossword().Ask.Place == nil || *s.Crossword().Ask.Place != (engine.Place{Col: 3}) {
		t.Fatalf("asked %+v", s.Crossword().Ask)
	}
	var letters string
	for _, a := range s.Crossword().Ask.Answers {
		letters += a.Letter.String()
	}
	if letters != "DNPTZ" {
		t.Errorf("QUI? may be %s", letters)
	}
	seen(engine.Green, at(1, 0, 'A')) // the game goes on meanwhile
	if again := shown(t, table); again.Turn != 2 || again.Crossword().Ask == nil || again.Crossword().Ask.ID != s.Crossword().Ask.ID {
		t.Errorf("turn %d, asked %+v", again.Turn, again.Crossword().Ask)
	}
	do(t, d, true, string(s.Crossword().Ask.Answers[4].Event))
	if c := d.state().Board[engine.Place{Col: 3}]; c.Letter != 'Z' || !c.Blank {
		t.Errorf("the blank is %+v", c)
	}
	if s := shown(t, table); s.Crossword().Ask != nil {
		t.Errorf("still asked: %+v", s.Crossword().Ask)
	}
}

func TestATurnNotSeenIsEnteredWithOneTap(t *testing.T) {
	d, table := sighted(t)
	do(t, d, true, `{"type":"start","players":["yellow","green","red"]}`)
	do(t, d, true, gameEvent)
	a := d.sees(nabit.Event{Type: nabit.Played, Player: engine.Red, Seen: true, Placements: []nabit.Placement{{Place: engine.Place{Row: 0, Col: 4}, Letter: 'S'}}})
	if !a.OK {
		t.Fatal(a.Violations)
	}
	d.show()
	s := shown(t, table)
	if len(s.Crossword().Unseen) != 1 || s.Crossword().Unseen[0] != (scoreboard.Unseen{Turn: 2, Player: engine.Green}) || s.Crossword().Ask != nil {
		t.Fatalf("unseen %+v, asked %+v", s.Crossword().Unseen, s.Crossword().Ask)
	}
	do(t, d, true, `{"type":"correct","turn":2,"as":"exchange"}`)
	if s := shown(t, table); len(s.Crossword().Unseen) != 0 || d.state().Turns[1].Kind != nabit.Exchanged || s.Turn != 3 {
		t.Errorf("unseen %+v, turns %+v", s.Crossword().Unseen, d.state().Turns)
	}
}

func TestWhereThePictureOfTheEndCountsOtherwiseAPersonIsAsked(t *testing.T) {
	d, table := sighted(t)
	do(t, d, true, startEvent)
	do(t, d, true, gameEvent)
	do(t, d, true, `{"type":"finish"}`)
	total := d.live.follower.Total(engine.Red)
	said := follow.Line{Type: follow.Unclear, Question: "otherwise", Totals: []follow.Total{{Player: engine.Red, Seen: total + 1, Recorded: total}}}
	ask := func() *scoreboard.Ask {
		d.inside(func() { d.take([]follow.Line{said}) })
		return shown(t, table).Crossword().Ask
	}
	a := ask()
	if kinds(a) != "count" || len(a.Totals) != 1 || a.Totals[0] != (scoreboard.Total{Player: engine.Red, Seen: total + 1, Recorded: total}) {
		t.Fatalf("asked %+v", a)
	}
	do(t, d, true, string(a.Answers[0].Event))
	if a := shown(t, table).Crossword().Ask; a != nil {
		t.Errorf("after the answer: %+v", a)
	}
	if said.Totals[0].Seen = total; ask() != nil {
		t.Error("asked of a count that the record has by now")
	}
}
