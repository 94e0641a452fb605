package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Desk is a table at which a camera and people tell what happens: it keeps the one game that both speak of, in the journal
// first, then shows it. Without a camera its follower simply sees nothing. Its Lock is held by a Watch of the same follower.
type Desk struct {
	sync.Mutex
	Follower *follow.Follower
	Board    *Board
	Keeping  *Keeping
	Words    *lexicon.Lexicon
	Camera   Camera
	AidsFile string // where the table's choices are kept; empty: nowhere

	shown   string        // the stored game that is shown, until the follower has taken one up
	pending *follow.Line  // told, and not shown yet
	open    *openQuestion // of the camera
	// proposed is asked by the game as it stands, if the camera asks nothing; dismissed are the names of such that were answered.
	proposed  *openQuestion
	dismissed []string
	asked     int  // questions so far
	ended     bool // the film is over

	advising sync.Mutex
	advisor  *advice.Advisor
}

var (
	_ desk.Desk     = (*Desk)(nil)
	_ desk.Explorer = (*Desk)(nil)
	_ desk.Adviser  = (*Desk)(nil)
	_ desk.Settable = (*Desk)(nil)
)

// Do takes a person's event: it is kept before it is shown, as the camera's are.
func (d *Desk) Do(_ context.Context, c desk.Command) (desk.Outcome, error) {
	d.Lock()
	defer d.Unlock()
	if d.shown != "" && c.Type != string(nabit.Start) {
		d.Follower.GoOn(d.shown)
		d.Keeping.Keep(d.Follower.Recorded()) // nothing, but now of that game
	}
	d.shown = ""
	if _, _, events := d.Follower.Steps(); c.After >= 0 && c.After != events {
		return desk.Outcome{Late: true}, nil
	}
	switch c.Type {
	case "fix":
		return d.fix(c.Event)
	case "answer":
		return d.answer(c.Event)
	}
	event, err := nabit.ParseEvent(c.Event)
	if err != nil {
		return refused(nabit.Refuse(err.Error())), nil
	}
	if event.Seen = false; event.Type == nabit.Withdrawn || event.Type == nabit.Skipped {
		event.Seen = true // people say it as a camera does
	}
	return d.tell(event, c.Type)
}

// Resume shows a stored game as it stood. It goes on as soon as the table shows it, or a person does something to it.
func (d *Desk) Resume(stored *record.Stored) error {
	if err := d.Board.Resume(stored); err != nil {
		return err
	}
	game, err := nabit.Replay(nil, stored.Events)
	if err != nil {
		return err
	}
	d.shown = stored.Game
	d.Board.shown.Verdict = d.verdict(game.State())
	d.steps(game.Steps())
	return d.Board.publish()
}

// steps shows what an undo and a redo would do.
func (d *Desk) steps(undo, redo *nabit.Event, events int) {
	s := d.Follower.State()
	b := &d.Board.shown
	b.Undo, b.Redo, b.Events = d.step(undo, s, 0), d.step(redo, s, 1), events
}

// Lost says that nothing is watched any more, and why.
func (d *Desk) Lost(message string) error {
	d.Lock()
	defer d.Unlock()
	return d.Board.Lost(message)
}

// tell gives the event to the game, keeps it, and shows what follows. kind is what people are told that it was.
func (d *Desk) tell(e nabit.Event, kind string) (desk.Outcome, error) {
	a := d.Follower.Told(e)
	if !a.OK {
		return refused(a), nil
	}
	d.open = nil
	d.ended = d.ended && e.Type != nabit.Start
	if e.Type == nabit.Start || e.Type == nabit.Corrected {
		d.Board.shown.Provisional = false
	}
	d.Keeping.Keep(d.Follower.Recorded())
	if e.Type == nabit.Start {
		d.Board.players = e.Players
	}
	return d.done(a, d.notice(e, a, kind))
}

// done shows the game and answers.
func (d *Desk) done(a nabit.Answer, n *scoreboard.Notice) (desk.Outcome, error) {
	d.Board.shown.Notice = n
	if err := d.show(); err != nil && !errors.Is(err, stream.ErrClosed) {
		return desk.Outcome{}, err
	}
	answer, err := json.Marshal(a)
	if err != nil {
		return desk.Outcome{}, fmt.Errorf("write the answer: %w", err)
	}
	return desk.Outcome{Answer: answer, OK: true, State: d.Board.shown, Unsafe: d.Keeping.Keeper.Waiting() > 0}, nil
}

func refused(a nabit.Answer) desk.Outcome {
	answer, err := json.Marshal(a)
	if err != nil { // plain data
		answer = []byte(`{"ok":false}`)
	}
	return desk.Outcome{Answer: answer, Rule: string(a.Violations[0].Rule), Why: a.Violations[0].Message()}
}

// notice says what a person has done.
func (d *Desk) notice(e nabit.Event, a nabit.Answer, kind string) *scoreboard.Notice {
	n := &scoreboard.Notice{Kind: kind, Deed: d.deed(e, d.Follower.State())}
	switch {
	case a.Undone != nil:
		n.Deed = d.deed(*a.Undone, d.Follower.State())
		if moves(a.Undone.Type) {
			n.Turn++ // it was the turn that is to be played again
		}
	case a.Redone != nil:
		n.Deed = d.deed(*a.Redone, d.Follower.State())
	case e.Type == nabit.Corrected:
		n.Turn, n.Words = e.Turn, wordsOf(d.Follower.State(), e.Turn)
	}
	return n
}

// moves tells whether the event is a turn.
func moves(t nabit.Type) bool {
	return slices.Contains([]nabit.Type{nabit.Played, nabit.Passed, nabit.Exchanged, nabit.Skipped}, t)
}

// deed is the event in a few words, at the game's state just after it.
func (d *Desk) deed(e nabit.Event, s nabit.State) scoreboard.Deed {
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

// Tell is the watch's: a line is shown with the next one, the last one with all that is known of the game by then.
func (d *Desk) Tell(line any) error {
	l, ok := line.(follow.Line)
	if !ok {
		if err := d.Board.Tell(line); err != nil || !d.reconsider() {
			return err
		}
		return d.show()
	}
	if d.pending != nil {
		if err := d.Board.Tell(*d.pending); err != nil {
			return err
		}
	}
	d.pending = &l
	d.question(l)
	d.Board.shown.Notice = nil
	d.Camera.told(l, d.Keeping.Keeper.Game(), d.Follower.Where(), d.Follower.Racks(), d.Keeping.Note)
	return nil
}

// Told is the watch's: all lines of one picture are told.
func (d *Desk) Told() error {
	l := d.pending
	if l == nil {
		return nil
	}
	d.pending, d.shown = nil, ""
	d.ended = l.Type == follow.Summary
	d.Board.game(*l)
	return d.show()
}

// show shows the game as it stands.
func (d *Desk) show() error {
	b, s := d.Board, d.Follower.State()
	kind, status := "", b.shown.Status
	if status == scoreboard.Finished {
		status = scoreboard.Live
	}
	if b.shown.LastTurn != nil && b.shown.LastTurn.Kind == scoreboard.Amended && s.Last != nil && s.Last.Number == b.shown.LastTurn.Number {
		kind = scoreboard.Amended
	}
	b.stand(s, d.Follower.Start())
	if b.shown.LastTurn != nil && kind != "" && !s.Last.Withdrawn {
		b.shown.LastTurn.Kind = kind
	}
	if b.shown.Status == scoreboard.Waiting && d.Camera.blind() && b.shown.Events+len(s.Players) > 0 {
		b.shown.Status = scoreboard.Live // people tell all that happens
	}
	if d.ended {
		b.shown.Status, b.shown.Winners = scoreboard.Finished, s.Options.Winners(s.Scores)
	}
	if b.shown.TakeBack = d.Follower.TakingBack(); d.Camera.blind() {
		b.shown.TakeBack = engine.NoColor // nobody would see it done
	}
	b.shown.Lying = nil
	if b.shown.TakeBack != engine.NoColor && s.Last != nil && s.Last.Withdrawn {
		for _, p := range s.Last.Placements {
			b.shown.Lying = append(b.shown.Lying, p.Place)
		}
	}
	b.shown.Verdict = d.verdict(s)
	d.steps(d.Follower.Steps())
	d.proposed = nil
	if b.shown.Ask, b.shown.Question = d.open.shown(); d.open == nil {
		d.proposed = d.propose(s)
		b.shown.Ask, b.shown.Question = d.proposed.shown()
	}
	if s.Over && !s.Finished && !d.Camera.blind() && !d.ended { // it never ends without a word from somebody
		b.shown.Status, b.shown.Winners = status, nil
	}
	if ask := b.shown.Ask; ask != nil {
		ask.Picture = !d.Camera.blind()
	}
	return b.publish()
}

// step is what an undo or a redo would do; ahead is how many turns later the event's own is.
func (d *Desk) step(e *nabit.Event, s nabit.State, ahead int) *scoreboard.Deed {
	if e == nil {
		return nil
	}
	deed := d.deed(*e, s)
	if ahead > 0 && moves(e.Type) {
		deed.Turn += ahead
	}
	return &deed
}

// verdict tells of the newest challenge of the last turn, each word with what it means.
func (d *Desk) verdict(s nabit.State) *scoreboard.Verdict {
	if s.Last == nil || s.Last.Challenge == nil {
		return nil
	}
	c := s.Last.Challenge
	v := &scoreboard.Verdict{By: c.By, Upheld: c.Verdict == nabit.Upheld}
	if c.List != nil {
		v.List = c.List.Name
	}
	for _, w := range c.Words {
		judged := scoreboard.Judged{Word: w, Valid: !v.Upheld}
		if c.List != nil && d.Words != nil {
			judged.Valid = d.Words.Has(w)
		}
		for _, sense := range definitions.Define(w) {
			if len(judged.Meanings) < meaningsShown {
				judged.Meanings = append(judged.Meanings, sense.Text)
			}
		}
		v.Words = append(v.Words, judged)
	}
	return v
}

// meaningsShown is how many meanings of a word are told.
const meaningsShown = 2

// Hints are the best plays of a rack, written as advice.ParseRack reads it.
func (d *Desk) Hints(_ context.Context, rack string, n int) ([]desk.Hint, error) {
	r, err := advice.ParseRack(rack)
	if err != nil {
		return nil, err
	}
	d.Lock()
	s := d.Follower.State()
	d.Unlock() // looking for plays takes its time
	d.advising.Lock()
	defer d.advising.Unlock()
	if d.Words == nil || s.Next == engine.NoColor {
		return nil, errors.New("nobody is to play")
	}
	if d.advisor == nil {
		d.advisor = advice.New(d.Words)
	}
	ranking, err := d.advisor.Rank(advice.TableOf(s, s.Next), r)
	if err != nil {
		return nil, err
	}
	var hints []desk.Hint
	for _, m := range ranking.Best(n) {
		h := desk.Hint{Words: m.Words, Points: m.Points, Nabs: len(m.Nabbed)}
		for _, p := range m.Placements {
			h.Placements = append(h.Placements, scoreboard.Placement{Place: p.Place, Letter: p.Letter, Height: p.Height, Blank: p.Blank})
		}
		hints = append(hints, h)
	}
	return hints, nil
}
