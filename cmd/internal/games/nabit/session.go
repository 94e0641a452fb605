package nabit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/record"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// session is the game at one table: people and camera speak of the one game that the follower keeps. Without a camera the follower
// simply sees nothing. The table's goroutine owns it.
type session struct {
	follower *follow.Follower
	fresh    func() *follow.Follower // one that has seen nothing; its players and words are the session's
	board    *board
	words    *wordlist.List
	blind    func() bool // whether there was never a picture
	note     func(string)

	stored map[string]*record.Stored // games that may go on, by name
	goesOn string                    // the stored game that goes on
	shown  string                    // the stored game that is shown, until the follower has taken one up
	open   *openQuestion             // of the camera
	// proposed is the game's own question, shown while the camera has none; dismissed are the names of those already answered.
	proposed  *openQuestion
	dismissed []string
	asked     int // questions so far
	changes   table.Changes

	advising sync.Mutex
	advisor  *advice.Advisor
	advised  *lexicon.Lexicon // the advisor's words
}

var (
	_ table.Game    = (*session)(nil)
	_ table.Adviser = (*session)(nil)
	_ table.Trier   = (*session)(nil)
	_ table.Places  = (*session)(nil)
)

// newSession is a table on which no game has begun.
func newSession(players []engine.Color, words *wordlist.List, at game.Seat, fresh func() *follow.Follower) *session {
	return &session{follower: fresh(), fresh: fresh, board: newBoard(players), words: words, blind: at.Blind, note: at.Note}
}

// Changes implements table.Game.
func (d *session) Changes() table.Changes {
	changes := d.changes
	changes.Recalled, changes.States = d.board.taken()
	for i := range changes.States {
		changes.States[i].List = d.list()
	}
	d.changes = table.Changes{}
	return changes
}

// record notes what the game's record has grown by.
func (d *session) record(grown follow.Record) {
	r := table.Record{Another: grown.Another}
	if stored := d.stored[grown.Game]; stored != nil && d.goesOn == "" {
		d.goesOn = grown.Game
		r.Resumed = &journal.Game{Header: stored.Header, Events: stored.Journaled}
		if d.board.stored != grown.Game {
			d.noted(d.board.resume(stored))
		}
	}
	if r.Another {
		d.board.begin()
	}
	for _, e := range grown.Events {
		if e.Type == nabit.Start {
			e.Game = record.Kind // as every game names itself
		}
		r.Events = append(r.Events, e.JSON())
	}
	if r.Resumed != nil || len(r.Events) > 0 {
		d.changes.Records = append(d.changes.Records, r)
	}
}

func (d *session) noted(err error) {
	if err != nil {
		d.note(err.Error())
	}
}

// Do implements table.Game.
func (d *session) Do(c webdesk.Command) (webdesk.Outcome, error) {
	d.goOn()
	if _, _, events := d.follower.Steps(); c.After >= 0 && c.After != events {
		return webdesk.Outcome{Late: true}, nil
	}
	switch c.Type {
	case "fix":
		return d.fix(c.Event)
	case "answer":
		return d.answer(c.Event)
	case addWords:
		return d.addWords()
	}
	named, err := kernel.Named(c.Event)
	if err != nil {
		return refused(nabit.Refuse(err.Error())), nil
	}
	event, err := nabit.ParseEvent(named)
	if err != nil {
		return refused(nabit.Refuse(err.Error())), nil
	}
	if other := d.namesake(event); other != engine.NoColor {
		return refused(nabit.Refuse(fmt.Sprintf("%s is called %q already: give each player a name of their own", other, event.Name))), nil
	}
	if why := d.notOut(event); why != "" && !sure(c.Event) {
		return webdesk.Outcome{Answer: plainly(nabit.Refuse(why)), Rule: notOut, Why: why}, nil
	}
	if event.Seen = false; event.Type == nabit.Withdrawn || event.Type == nabit.Skipped {
		event.Seen = true // people say it as a camera does
	}
	return d.enter(event, c.Type)
}

// goOn goes on with the stored game that is shown: somebody plays in it.
func (d *session) goOn() {
	if d.shown == "" {
		return
	}
	d.follower.GoOn(d.shown)
	d.record(d.follower.Recorded()) // nothing, but now of that game
	d.shown = ""
}

// namesake is another player who already has the name in the event.
func (d *session) namesake(e nabit.Event) engine.Color {
	for c, name := range d.follower.State().Names {
		if e.Type == nabit.Named && c != e.Player && e.Name != "" && engine.SameName(name, e.Name) {
			return c
		}
	}
	return engine.NoColor
}

// steps shows what an undo and a redo would do.
func (d *session) steps(undo, redo *nabit.Event, events int) {
	s := d.follower.State()
	b := &d.board.shown
	b.Undo, b.Redo, b.Events = d.step(undo, s, 0), d.step(redo, s, 1), events
}

// enter gives the event to the game, records it, and shows what follows. kind is what the page calls it.
func (d *session) enter(e nabit.Event, kind string) (webdesk.Outcome, error) {
	a := d.follower.Enter(e)
	if !a.OK {
		return refused(a), nil
	}
	d.open = nil
	d.asksForTheEnd()
	if e.Type == nabit.Start || e.Type == nabit.Corrected {
		d.board.shown.Provisional = false
	}
	d.record(d.follower.Recorded())
	if e.Type == nabit.Start {
		d.board.players = e.Players
	}
	return d.done(a, d.notice(e, a, kind))
}

// asksForTheEnd keeps a game open that typed turns have finished while a camera watches: a person must confirm the end.
func (d *session) asksForTheEnd() {
	if s := d.follower.State(); s.Over && !s.Finished && s.Life == engine.Ended && !d.blind() {
		d.follower.Enter(nabit.Event{Type: nabit.Marked, Mark: engine.Mark{Life: engine.InPlay}})
	}
}

// done shows the game and answers.
func (d *session) done(a nabit.Answer, n *scoreboard.Notice) (webdesk.Outcome, error) {
	d.board.shown.Notice = n
	d.show()
	answer, err := json.Marshal(a)
	if err != nil {
		return webdesk.Outcome{}, fmt.Errorf("write the answer: %w", err)
	}
	return webdesk.Outcome{Answer: answer, OK: true}, nil
}

func refused(a nabit.Answer) webdesk.Outcome {
	answer, err := json.Marshal(a)
	if err != nil { // plain data
		answer = []byte(`{"ok":false}`)
	}
	return webdesk.Outcome{Answer: answer, Rule: string(a.Violations[0].Rule), Why: a.Violations[0].Message()}
}

// notice says what a person has done.
func (d *session) notice(e nabit.Event, a nabit.Answer, kind string) *scoreboard.Notice {
	if e.Type == nabit.Marked {
		return nil
	}
	n := &scoreboard.Notice{Kind: kind, Deed: d.deed(e, d.follower.State())}
	switch {
	case a.Undone != nil:
		n.Deed = d.deed(*a.Undone, d.follower.State())
		if moves(a.Undone.Type) {
			n.Turn++ // that turn is played again
		}
	case a.Redone != nil:
		n.Deed = d.deed(*a.Redone, d.follower.State())
	case e.Type == nabit.Corrected:
		n.Turn, n.Words = e.Turn, wordsOf(d.follower.State(), e.Turn)
	}
	return n
}

// moves says whether the event is a turn.
func moves(t nabit.Type) bool {
	return slices.Contains([]nabit.Type{nabit.Played, nabit.Passed, nabit.Exchanged, nabit.Skipped}, t)
}

// deed is the event in a few words, at the game's state just after it.
func (d *session) deed(e nabit.Event, s nabit.State) scoreboard.Deed {
	deed := scoreboard.Deed{Type: string(e.Type), Player: e.Player, Words: e.Words}
	switch {
	case moves(e.Type):
		deed.Turn = s.Turn
		for _, p := range e.Placements {
			deed.Words = append(deed.Words, p.Letter.String())
		}
		if len(deed.Words) > 0 { // the letters laid, where the words are not on the board
			deed.Words = []string{strings.Join(deed.Words, " ")}
		}
		if s.Last != nil && s.Last.Number == s.Turn && s.Last.Player == e.Player && len(s.Last.Words) > 0 {
			deed.Words = s.Last.Words
		}
	case e.Type == nabit.Corrected:
		deed.Turn = e.Turn
	case e.Type == nabit.Challenged && e.Word != "":
		deed.Words = append([]string{e.Word}, e.Words...)
	}
	if deed.Player == engine.NoColor {
		deed.Player = e.By
	}
	return deed
}

// wordsOf are the words of a turn.
func wordsOf(s nabit.State, turn int) []string {
	for i := len(s.Turns) - 1; i >= 0; i-- {
		if t := s.Turns[i]; t.Number == turn && !t.Withdrawn {
			return t.Words
		}
	}
	return nil
}

// saw takes what one picture brought: a line is shown with the next one, the last one with all that is known of the game by then.
func (d *session) saw(lines []follow.Line) {
	d.record(d.follower.Recorded())
	for i, l := range lines {
		if i > 0 {
			d.board.show(lines[i-1])
		}
		d.question(l)
		d.board.shown.Notice = nil
		d.photograph(l)
	}
	if n := len(lines); n > 0 && (d.shown == "" || len(d.follower.State().Board) > 0) { // else the stored game is still the one shown
		d.shown = ""
		d.board.game(lines[n-1])
		d.show()
	} else if q := d.whose(); n == 0 && d.shown == "" && d.proposed == nil && q != nil && !slices.Contains(d.dismissed, q.id) {
		d.show() // a doubt grows from picture to picture, without a line
	}
}

// show shows the game as it stands.
func (d *session) show() {
	b, s := d.board, d.follower.State()
	kind := ""
	if b.shown.LastTurn != nil && b.shown.LastTurn.Kind == scoreboard.Amended && s.Last != nil && s.Last.Number == b.shown.LastTurn.Number {
		kind = scoreboard.Amended
	}
	b.stand(s, d.follower.Start())
	if b.shown.LastTurn != nil && kind != "" && !s.Last.Withdrawn {
		b.shown.LastTurn.Kind = kind
	}
	if b.shown.Status == scoreboard.Waiting && d.blind() && b.shown.Events+len(s.Players) > 0 {
		b.shown.Status = scoreboard.Live // people enter all that happens
	}
	if b.shown.TakeBack = d.follower.TakingBack(); d.blind() {
		b.shown.TakeBack = engine.NoColor // no screen would show it
	}
	b.shown.Lying = nil
	if b.shown.TakeBack != engine.NoColor && s.Last != nil && s.Last.Withdrawn {
		for _, p := range s.Last.Placements {
			b.shown.Lying = append(b.shown.Lying, p.Place)
		}
	}
	b.shown.Verdict = d.verdict(s)
	d.steps(d.follower.Steps())
	d.proposed = nil
	if b.shown.Ask, b.shown.Question = d.open.shown(); d.open == nil {
		d.proposed = d.propose(s)
		b.shown.Ask, b.shown.Question = d.proposed.shown()
	}
	if ask := b.shown.Ask; ask != nil {
		ask.Picture = !d.blind()
	}
	b.publish()
}

// step is what an undo or a redo would do; ahead is how many turns later the event's own is.
func (d *session) step(e *nabit.Event, s nabit.State, ahead int) *scoreboard.Deed {
	if e == nil {
		return nil
	}
	deed := d.deed(*e, s)
	if ahead > 0 && moves(e.Type) {
		deed.Turn += ahead
	}
	return &deed
}

// Advise implements table.Adviser. The rack is written as advice.ParseRack reads it.
func (d *session) Advise(rack string, n int) (func() ([]webdesk.Hint, error), error) {
	r, err := advice.ParseRack(rack)
	if err != nil {
		return nil, err
	}
	s := d.follower.State()
	return func() ([]webdesk.Hint, error) { return d.hints(s, r, n) }, nil
}

// hints are the best plays of a rack. They are looked for one rack at a time, outside the table's goroutine.
func (d *session) hints(s nabit.State, r advice.Rack, n int) ([]webdesk.Hint, error) {
	d.advising.Lock()
	defer d.advising.Unlock()
	words := d.words.Current()
	if words == nil || s.Next == engine.NoColor {
		return nil, errors.New("nobody is to play")
	}
	if d.advised != words {
		d.advisor, d.advised = advice.New(words), words
	}
	ranking, err := d.advisor.Rank(advice.TableOf(s, s.Next), r)
	if err != nil {
		return nil, err
	}
	var hints []webdesk.Hint
	for _, m := range ranking.Best(n) {
		h := webdesk.Hint{Words: m.Words, Points: m.Points, Nabs: len(m.Nabbed)}
		for _, p := range m.Placements {
			h.Placements = append(h.Placements, scoreboard.Placement{Place: p.Place, Letter: p.Letter, Height: p.Height, Blank: p.Blank})
		}
		hints = append(hints, h)
	}
	return hints, nil
}
