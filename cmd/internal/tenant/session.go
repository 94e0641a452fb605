package tenant

import (
	"encoding/json"
	"fmt"
	"slices"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// session is a table.Game by the rules of a defined game.
type session struct {
	name    string
	rules   game.Table
	fresh   func() game.Table
	page    func(state any) scoreboard.State
	players []string // who were named beforehand
	at      Seat

	status  scoreboard.Status
	text    string
	notice  *scoreboard.Notice
	changes table.Changes
}

var _ table.Game = (*session)(nil)

// OtherGame is the rule by which a table refuses what a camera sees of a board that is not this game's: it is another.
const OtherGame = "other_game"

// newSession has no game on it; fresh makes a table where none has begun.
func newSession(fresh func() game.Table, page func(any) scoreboard.State, players []string, at Seat) *session {
	s := &session{rules: fresh(), fresh: fresh, page: page, players: players, at: at, status: scoreboard.Waiting}
	s.show()
	return s
}

// Changes implements table.Game.
func (s *session) Changes() table.Changes {
	changes := s.changes
	s.changes = table.Changes{}
	return changes
}

// Resume goes on with the newest game, unless players were named: they begin another.
func (s *session) Resume(stored []journal.Game) error {
	if len(stored) > 0 && len(s.players) == 0 {
		err := s.replay(stored[0])
		if err != nil {
			s.at.Note(fmt.Sprintf("no game goes on: %v", err))
		} else if s.rules.State() != nil {
			s.changes.Records = append(s.changes.Records, table.Record{Resumed: &stored[0]})
			s.show()
			return nil
		}
	}
	return s.begin()
}

// begin starts a game of the players named, or of two: others are named on the set-up page.
func (s *session) begin() error {
	names := s.players
	if len(names) == 0 {
		names = []string{"Ana", "Ben"}
	}
	event, err := json.Marshal(map[string]any{"type": game.Start, "game": s.name, "players": names})
	if err != nil {
		return err
	}
	out, err := s.take(event, game.Start)
	if err == nil && !out.OK {
		err = fmt.Errorf("--players: %s", out.Why)
	}
	return err
}

// replay makes the stored game the one that is played.
func (s *session) replay(stored journal.Game) error {
	rules := s.fresh()
	if err := game.Replay(rules, Events(stored)); err != nil {
		return err
	}
	s.rules, s.notice = rules, nil
	return nil
}

// Load implements table.Game.
func (s *session) Load(stored journal.Game) error {
	if err := s.replay(stored); err != nil {
		return err
	}
	s.changes = table.Changes{}
	s.show()
	return nil
}

// Apply implements table.Game.
func (s *session) Apply(events []journal.Event) error {
	for _, e := range events {
		if a := game.Again(s.rules, e.Payload); !a.OK {
			return fmt.Errorf("event %d of game %q: %s", e.Seq, e.Game, a.Violations[0].Message)
		}
	}
	s.notice = nil
	s.show()
	return nil
}

// Do implements table.Game. The server's clock says when an event came.
func (s *session) Do(c webdesk.Command) (webdesk.Outcome, error) {
	if c.After >= 0 && c.After != len(s.rules.Events()) && !s.rules.Races(c.Type) {
		return webdesk.Outcome{Late: true}, nil
	}
	event, err := plain(c.Event)
	if err != nil {
		return refused(game.Refuse(game.Bad("%v", err)))
	}
	return s.take(event, c.Type)
}

// plain is the event as the rules want it: said by a person, and a start as the set-up page sends it, with colors and the names
// of those who have one, as a list of names.
func plain(event json.RawMessage) (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(event, &fields); err != nil {
		return nil, err
	}
	delete(fields, "seen")
	var start struct {
		Type    string
		Players []engine.Color
		Names   map[engine.Color]string
	}
	if json.Unmarshal(event, &start) == nil && start.Type == game.Start && fields["names"] != nil {
		names := []string{}
		for _, c := range start.Players {
			name := start.Names[c]
			if name == "" || slices.Contains(names, name) {
				name = c.String()
			}
			names = append(names, name)
		}
		list, err := json.Marshal(names)
		if err != nil {
			return nil, err
		}
		fields["players"] = list
		delete(fields, "names")
	}
	return json.Marshal(fields)
}

// take gives an event to the rules, records it, and shows what follows.
func (s *session) take(event json.RawMessage, kind string) (webdesk.Outcome, error) {
	stamped, err := game.Stamped(event, s.at.Now())
	if err != nil {
		return refused(game.Refuse(game.Bad("%v", err)))
	}
	a := s.rules.Handle(stamped)
	if !a.OK {
		return refused(a)
	}
	s.changes.Records = append(s.changes.Records, table.Record{Another: kind == game.Start, Events: []json.RawMessage{stamped}})
	s.notice = &scoreboard.Notice{Kind: kind}
	s.show()
	answer, err := json.Marshal(a)
	if err != nil {
		return webdesk.Outcome{}, err
	}
	return webdesk.Outcome{Answer: answer, OK: true}, nil
}

func refused(a game.Answer) (webdesk.Outcome, error) {
	answer, err := json.Marshal(a)
	return webdesk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, err
}

// saw takes the events of a line. What the rules refuse is noted: people may have said it before, or otherwise.
func (s *session) saw(events []json.RawMessage) {
	for _, event := range events {
		if err := s.seen(event); err != nil {
			s.at.Note(err.Error())
		}
	}
}

// seen takes one event of the camera's. If it belongs to another game than the one that is shown, that one begins, with the same
// players.
func (s *session) seen(event json.RawMessage) error {
	for range 2 {
		out, err := s.take(event, typeOf(event))
		switch {
		case err != nil:
			return err
		case out.OK:
			s.notice = nil
			return nil
		case out.Rule != OtherGame:
			s.at.Note("the camera saw what the rules refuse: " + out.Why)
			return nil
		}
		if _, err := s.take(s.rules.Events()[0], game.Start); err != nil {
			return err
		}
	}
	return nil
}

func typeOf(event json.RawMessage) string {
	var e struct{ Type string }
	_ = json.Unmarshal(event, &e) // no type is the empty one
	return e.Type
}

// Turned implements table.Game.
func (s *session) Turned(status scoreboard.Status, text string) {
	s.status, s.text = status, text
	s.show()
}

// show has the game shown as it stands.
func (s *session) show() {
	state := s.page(s.rules.State())
	if state.Status != scoreboard.Finished {
		state.Status, state.StatusText = s.status, s.text
	}
	state.Events, state.Notice = len(s.rules.Events()), s.notice
	if s.rules.CanUndo() {
		state.Undo = &scoreboard.Deed{Type: game.Undo}
	}
	if s.rules.CanRedo() {
		state.Redo = &scoreboard.Deed{Type: game.Redo}
	}
	s.changes.States = append(s.changes.States, state)
}
