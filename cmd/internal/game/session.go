package game

import (
	"encoding/json"
	"fmt"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// Session is the table.Game of any game: people's commands, what a camera brings, and what pages show of both.
type Session struct {
	name string
	play Play
	page func(state any) scoreboard.State
	// brief is what the page makes of an event in a few words; nil: it words each event as it is.
	brief scoreboard.Briefer
	can   Can
	at    Seat

	status  scoreboard.Status
	text    string
	played  bool // something has come to the record since the program began
	notice  *scoreboard.Notice
	verdict *scoreboard.Verdict // as it is shown
	since   time.Time           // when the turn began of a stored game that goes on; zero once that is shown
	feats   feats
	changes table.Changes
}

var (
	_ table.Game  = (*Session)(nil)
	_ table.Trier = (*Session)(nil)
)

// NewSession shows the play as a game of that name. page draws the rules' state.
func NewSession(name string, play Play, page func(state any) scoreboard.State, can Can, at Seat) *Session {
	drawn := page(nil).Drawn
	if drawn == nil || !drawn.Choices().Has("words") {
		at.Words = nil
	}
	s := &Session{name: name, play: play, page: page, can: can, at: at, status: scoreboard.Waiting}
	s.brief, _ = drawn.(scoreboard.Briefer)
	s.show()
	return s
}

// Party is the session with what its game can do. It remembers so many stored games.
func (s *Session) Party(remembers int) table.Party {
	return table.Party{Game: s, Trier: s, Adviser: s.can.Advises, Places: s.can.Places, Passes: s.passes, Remembers: remembers}
}

// Changes implements table.Game.
func (s *Session) Changes() table.Changes {
	s.grow()
	changes := s.changes
	s.changes = table.Changes{}
	return changes
}

// grow takes what has come to the record.
func (s *Session) grow() {
	for _, r := range s.play.Grown() {
		s.changes.Records = append(s.changes.Records, r)
		s.played = s.played || len(r.Events) > 0
		if r.Resumed != nil && len(r.Resumed.Events) > 0 {
			s.since = r.Resumed.Events[len(r.Resumed.Events)-1].Time
			s.recall()
		}
	}
}

// recall lets the page know how the game stood before its last turn, so that it shows what that one changed.
func (s *Session) recall() {
	if before, had := s.before(); had {
		s.changes.Recalled = &before
	}
}

// before is the page at the end of the turn before the last one; false if there was none.
func (s *Session) before() (page scoreboard.State, had bool) {
	rules, knows := s.play.Rules().(kernel.Historian)
	if !knows {
		return page, false
	}
	last := s.page(s.play.Rules().State()).Turn
	for n := len(rules.Line()) - 1; n > 0; n-- {
		if page = s.page(rules.Until(n).State()); page.Turn < last {
			return page, true
		}
	}
	return page, false
}

// Resume implements table.Game.
func (s *Session) Resume(stored []journal.Game) error {
	err := s.play.Resume(stored)
	s.grow()
	s.show()
	return err
}

// Load implements table.Game. One state is shown, the game's as it stands.
func (s *Session) Load(stored journal.Game) error {
	if err := s.play.Load(stored); err != nil {
		return err
	}
	s.play.Grown() // others have kept it
	s.played, s.notice, s.changes = true, nil, table.Changes{}
	s.recall()
	s.show()
	return nil
}

// Apply implements table.Game.
func (s *Session) Apply(events []journal.Event) error {
	s.notice = nil
	for _, e := range events {
		if a := s.play.Again(e.Payload); !a.OK {
			return fmt.Errorf("event %d of game %q: %s", e.Seq, e.Game, a.Violations[0].Message)
		}
		if s.notice = nil; bySomebody(e.Payload) {
			s.notice = s.noticed(e.Payload, typeOf(e.Payload))
		}
	}
	s.play.Grown() // others have kept it
	s.played = true
	s.show()
	return nil
}

// Do implements table.Game. The server's clock says when an event came.
func (s *Session) Do(c webdesk.Command) (webdesk.Outcome, error) {
	s.passes()
	if rules := s.play.Rules(); c.After >= 0 && c.After != len(rules.Events()) && !rules.Races(c.Type) {
		return webdesk.Outcome{Late: true}, nil
	}
	if said, is := s.ofWords(c); is {
		return s.said(said)
	}
	if says := s.can.Says[c.Type]; says != nil {
		return s.said(says(c.Event))
	}
	event, err := s.plain(c.Event)
	if err != nil {
		return refused(kernel.Refuse(kernel.Bad("%v", err)))
	}
	return s.take(event, c.Type)
}

// said does what a command comes to.
func (s *Session) said(said Said) (out webdesk.Outcome, err error) {
	switch {
	case said.Late:
		return webdesk.Outcome{Late: true}, nil
	case len(said.Events) == 0 && !said.Answer.OK:
		return refused(said.Answer)
	case len(said.Events) == 0:
		return s.done(said.Answer, said.Notice)
	}
	for _, e := range said.Events {
		if out, err = s.take(e, said.Kind); err != nil || !out.OK {
			break
		}
	}
	if said.Then != nil {
		said.Then()
	}
	return out, err
}

// Try implements table.Trier.
func (s *Session) Try(c webdesk.Command) (out webdesk.Outcome, err error) {
	event, err := s.plain(c.Event)
	if err != nil {
		return refused(kernel.Refuse(kernel.Bad("%v", err)))
	}
	rules, can := s.play.Rules().(kernel.Historian)
	if !can || c.Type == kernel.Start {
		return out, webdesk.ErrNoTrial
	}
	stamped, err := kernel.Stamped(event, s.at.Clock.Now())
	if err != nil {
		return refused(kernel.Refuse(kernel.Bad("%v", err)))
	}
	a, after := rules.Try(stamped)
	if !a.OK {
		out, err = refused(a)
	} else {
		out = webdesk.Outcome{OK: true, State: warned(s.page(after.State()), after)}
		if s.lists() {
			out.State.Lists = s.at.Words
		}
		out.Answer, err = json.Marshal(a)
	}
	if s.can.Tries != nil {
		s.can.Tries(event, a, &out)
	}
	return out, err
}

// plain is the event as the rules want it, said by a person.
func (s *Session) plain(event json.RawMessage) (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(event, &fields); err != nil {
		return nil, err
	}
	delete(fields, "seen")
	if to := map[string]json.RawMessage{}; json.Unmarshal(fields["to"], &to) == nil && to["seen"] != nil { // a correction
		var err error
		delete(to, "seen")
		if fields["to"], err = json.Marshal(to); err != nil {
			return nil, err
		}
	}
	kind := typeOf(event)
	if kind == kernel.Start && fields["game"] == nil {
		var err error
		if fields["game"], err = json.Marshal(s.name); err != nil {
			return nil, err
		}
	}
	if s.can.Means != nil {
		if err := s.can.Means(kind, fields); err != nil {
			return nil, err
		}
	}
	plain, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	return kernel.Named(plain)
}

// take gives a person's event to the rules, and shows what follows.
func (s *Session) take(event json.RawMessage, kind string) (webdesk.Outcome, error) {
	a := s.play.Take(event)
	if !a.OK {
		return refused(a)
	}
	return s.done(a, s.noticed(event, kind))
}

// done shows the game, with what somebody has done to it, and answers.
func (s *Session) done(a kernel.Answer, n *scoreboard.Notice) (webdesk.Outcome, error) {
	s.grow()
	s.notice = n
	s.show()
	answer, err := json.Marshal(a)
	if err != nil {
		return webdesk.Outcome{}, fmt.Errorf("write the answer: %w", err)
	}
	return webdesk.Outcome{Answer: answer, OK: true}, nil
}

func refused(a kernel.Answer) (webdesk.Outcome, error) {
	answer, err := json.Marshal(a)
	return webdesk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, err
}

// Saw shows what a picture has brought. Of several turns at once the last is shown after those before it.
func (s *Session) Saw(seen Seen) {
	s.grow()
	s.changes.Shots = append(s.changes.Shots, seen.Shots...)
	if !seen.News {
		return
	}
	if !seen.Quiet {
		s.notice = nil
	}
	if seen.Turns > 1 {
		if before, had := s.before(); had {
			s.publish(before)
		}
	}
	s.show()
}

// passes takes what time has brought, and reports whether that was anything.
func (s *Session) passes() bool {
	rules, timed := s.play.Rules().(kernel.Timed)
	if !timed {
		return false
	}
	event, at := rules.Due()
	if event == nil || s.at.Clock.Now().Before(at) {
		return false
	}
	a := s.play.Take(event)
	if a.OK {
		s.Saw(Seen{News: true})
	}
	return a.OK
}

func typeOf(event json.RawMessage) string {
	var e struct{ Type string }
	_ = json.Unmarshal(event, &e) // no type is the empty one
	return e.Type
}

// bySomebody reports whether a person said the event, and no camera saw it.
func bySomebody(event json.RawMessage) bool {
	e, err := kernel.ParseEvent(event)
	return err == nil && !e.Seen
}

// Turned implements table.Game.
func (s *Session) Turned(status scoreboard.Status, text string) {
	s.status, s.text = status, text
	s.show()
}

// show has the game shown as it stands.
func (s *Session) show() {
	state := shown(s.page, s.play.Rules())
	state.TurnSince, s.since = s.since, time.Time{}
	s.publish(state)
}

// publish has the state shown, with what is not the rules'.
func (s *Session) publish(state scoreboard.State) {
	rules := s.play.Rules()
	if state.Status != scoreboard.Finished {
		state.Status, state.StatusText = s.status, s.text
	}
	switch {
	case state.Status != scoreboard.Waiting:
	case state.Life == engine.SourceEnded:
		state.Status = scoreboard.Stopped
	case s.played && s.at.Blind():
		state.Status = scoreboard.Live // people enter all that happens
	}
	state.Events, state.Notice = len(rules.Events()), s.notice
	if next, knows := rules.(kernel.Rematcher); knows && state.Life == engine.Ended {
		state.Again, state.Starts = next.Rematch()
	}
	if state.Life == engine.Ended {
		state.Feats = s.feats.of(rules, s.page)
	}
	state.Undo, state.Redo = s.steps()
	if s.can.Shows != nil {
		s.can.Shows(&state)
	}
	s.judge(&state)
	s.changes.States = append(s.changes.States, state)
}
