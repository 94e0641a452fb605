package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/album"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// session is a table.Game by the rules of a defined game.
type session struct {
	name    string
	game    *played // the one that is shown
	made    *played // one that was laid out for nobody in particular; nil: none
	another *played // a new game of which the camera has seen only the empty table; nil: none
	fresh   func() kernel.Table
	page    func(state any) scoreboard.State
	players []string // who were named beforehand
	at      Seat

	status  scoreboard.Status
	text    string
	notice  *scoreboard.Notice
	changes table.Changes
}

var (
	_ table.Game  = (*session)(nil)
	_ table.Trier = (*session)(nil)
)

// OtherGame is the rule by which a table refuses what a camera sees of a board that is not this game's: it is another.
const OtherGame = "other_game"

// newSession has no game on it; fresh makes a table where none has begun.
func newSession(fresh func() kernel.Table, page func(any) scoreboard.State, players []string, at Seat) *session {
	s := &session{game: &played{rules: fresh()}, fresh: fresh, page: page, players: players, at: at, status: scoreboard.Waiting}
	s.show()
	return s
}

// Changes implements table.Game.
func (s *session) Changes() table.Changes {
	changes := s.changes
	s.changes = table.Changes{}
	return changes
}

// Resume goes on with the newest game, also with one that is over, unless others were named: they begin another.
func (s *session) Resume(stored []journal.Game) error {
	if len(stored) > 0 && (len(s.players) == 0 || slices.EqualFunc(s.players, stored[0].Players, engine.SameName)) {
		err := s.replay(stored[0])
		if err != nil {
			s.at.Note(fmt.Sprintf("no game continues: %v", err))
		} else if s.game.rules.State() != nil {
			s.changes.Records = append(s.changes.Records, table.Record{Resumed: &stored[0]})
			s.show()
			return nil
		}
	}
	return s.begin()
}

// begin lays out a game of the players named, or of two: others are named on the set-up page. It goes on record with what is played.
func (s *session) begin() error {
	names := s.players
	if len(names) == 0 {
		names = []string{"Ana", "Ben"}
	}
	start, err := json.Marshal(map[string]any{"type": kernel.Start, "game": s.name, "players": names})
	if err != nil {
		return err
	}
	g, a := s.begun(start)
	if !a.OK {
		return fmt.Errorf("--players: %s", a.Violations[0].Message)
	}
	if s.game = g; len(s.players) == 0 {
		s.made = g
	}
	s.show()
	return nil
}

// begun is the game that the start begins.
func (s *session) begun(start json.RawMessage) (*played, kernel.Answer) {
	g := &played{rules: s.fresh()}
	a, _ := g.take(start, s.at.Clock.Now())
	return g, a
}

// replay makes the stored game the one that is played. The clock goes on after its newest event.
func (s *session) replay(stored journal.Game) error {
	rules := s.fresh()
	if err := kernel.Replay(rules, Events(stored)); err != nil {
		return err
	}
	s.at.Clock.Set(newestAt(stored))
	s.game, s.another, s.notice = &played{rules: rules}, nil, nil
	return nil
}

// newestAt is when the game's newest event came in; zero if nobody kept time.
func newestAt(stored journal.Game) (newest time.Time) {
	for _, payload := range Events(stored) {
		if e, err := kernel.ParseEvent(payload); err == nil && e.At.After(newest) {
			newest = e.At
		}
	}
	return newest
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
		if a := kernel.Again(s.game.rules, e.Payload); !a.OK {
			return fmt.Errorf("event %d of game %q: %s", e.Seq, e.Game, a.Violations[0].Message)
		}
	}
	s.game.held, s.another, s.notice = nil, nil, nil // others have kept it
	s.show()
	return nil
}

// Do implements table.Game. The server's clock says when an event came.
func (s *session) Do(c webdesk.Command) (webdesk.Outcome, error) {
	s.passes()
	if c.After >= 0 && c.After != len(s.game.rules.Events()) && !s.game.rules.Races(c.Type) {
		return webdesk.Outcome{Late: true}, nil
	}
	event, err := s.plain(c.Event)
	if err != nil {
		return refused(kernel.Refuse(kernel.Bad("%v", err)))
	}
	return s.take(event, c.Type)
}

// Try implements table.Trier.
func (s *session) Try(c webdesk.Command) (webdesk.Outcome, error) {
	event, err := s.plain(c.Event)
	if err != nil {
		return refused(kernel.Refuse(kernel.Bad("%v", err)))
	}
	rules, can := s.game.rules.(kernel.Historian)
	if !can || c.Type == kernel.Start {
		return webdesk.Outcome{}, webdesk.ErrNoTrial
	}
	stamped, err := kernel.Stamped(event, s.at.Clock.Now())
	if err != nil {
		return refused(kernel.Refuse(kernel.Bad("%v", err)))
	}
	a, after := rules.Try(stamped)
	if !a.OK {
		return refused(a)
	}
	state := warned(s.page(after.State()), after)
	answer, err := json.Marshal(a)
	return webdesk.Outcome{Answer: answer, OK: true, State: state}, err
}

// plain is the event as the rules want it, said by a person.
func (s *session) plain(event json.RawMessage) (json.RawMessage, error) {
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
	if typeOf(event) == kernel.Start {
		if err := s.start(event, fields); err != nil {
			return nil, err
		}
	}
	if kind := typeOf(event); kind == kernel.Rename || kind == kernel.Sit {
		s.seatOf(fields)
	}
	plain, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	return kernel.Named(plain)
}

// seatOf makes a player's color, by which pages know players, the seat's number.
func (s *session) seatOf(fields map[string]json.RawMessage) {
	var color engine.Color
	if json.Unmarshal(fields["player"], &color) != nil {
		return // a name
	}
	for seat, p := range s.page(s.game.rules.State()).Players {
		if p.Color == color {
			fields["player"] = json.RawMessage(strconv.Itoa(seat))
		}
	}
}

// start makes a start's fields alike for all senders: the game by its name, and the players as a list of names. The set-up page sends
// colors, and the names of those who have one.
func (s *session) start(event json.RawMessage, fields map[string]json.RawMessage) (err error) {
	if fields["game"] == nil {
		if fields["game"], err = json.Marshal(s.name); err != nil {
			return err
		}
	}
	var start struct {
		Players []engine.Color
		Names   map[engine.Color]string
	}
	if json.Unmarshal(event, &start) != nil || fields["names"] == nil {
		return nil // names, or what the rules refuse
	}
	names, places := []string{}, []string{}
	for _, c := range start.Players {
		name := start.Names[c]
		if name == "" {
			name = c.String()
		}
		names, places = append(names, name), append(places, s.placeOf(name))
	}
	delete(fields, "names")
	fields["colors"] = fields["players"]
	if fields["players"], err = json.Marshal(names); err != nil {
		return err
	}
	fields["seats"], err = json.Marshal(places)
	return err
}

// placeOf is where somebody of that name sits in the game that is shown: people keep their seats.
func (s *session) placeOf(name string) string {
	if s.game == s.made && !s.game.rules.CanUndo() {
		return ""
	}
	for _, p := range s.page(s.game.rules.State()).Players {
		if engine.SameName(p.Name, name) {
			return p.Place
		}
	}
	return ""
}

// take gives a person's event to the rules, and shows what follows.
func (s *session) take(event json.RawMessage, kind string) (webdesk.Outcome, error) {
	g, a := s.game, kernel.Answer{}
	if kind == kernel.Start {
		g, a = s.begun(event)
	} else {
		a, _ = g.take(event, s.at.Clock.Now())
	}
	if !a.OK {
		return refused(a)
	}
	s.play(g, s.noticed(g, event, kind))
	answer, err := json.Marshal(a)
	if err != nil {
		return webdesk.Outcome{}, err
	}
	return webdesk.Outcome{Answer: answer, OK: true}, nil
}

// noticed is what a person did to the game, and which player was meant, by name or by seat.
func (s *session) noticed(g *played, event json.RawMessage, kind string) *scoreboard.Notice {
	if kind == engine.Marked {
		return nil
	}
	n := &scoreboard.Notice{Kind: kind}
	if h, knows := g.rules.(kernel.Historian); knows && kind == kernel.Undo {
		_, n.Event = h.Steps()
	} else if knows && kind == kernel.Redo {
		n.Event, _ = h.Steps()
	}
	var meant struct{ Player kernel.Ref }
	if json.Unmarshal(event, &meant) != nil {
		return n
	}
	players := s.page(g.rules.State()).Players
	var seats kernel.Seats
	for _, p := range players {
		seats = append(seats, p.Name)
	}
	if seat, unknown := seats.Find(meant.Player); unknown == nil {
		n.Player = players[seat].Color
	}
	return n
}

// play records what the game has grown by, and shows it from now on.
func (s *session) play(g *played, n *scoreboard.Notice) {
	if g != s.game {
		s.game, s.another = g, nil
	}
	s.changes.Records = append(s.changes.Records, g.record())
	s.notice = n
	s.show()
}

func refused(a kernel.Answer) (webdesk.Outcome, error) {
	answer, err := json.Marshal(a)
	return webdesk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, err
}

// saw takes the events of a line. What the rules refuse is noted: people may have said it before, or otherwise.
func (s *session) saw(events []json.RawMessage) {
	s.passes()
	for _, event := range events {
		s.seen(event)
	}
}

// passes takes what time has brought, and reports whether that was anything.
func (s *session) passes() bool {
	rules, timed := s.game.rules.(kernel.Timed)
	if !timed {
		return false
	}
	event, at := rules.Due()
	if event == nil {
		return false
	}
	now := s.at.Clock.Now()
	if now.Before(at) {
		return false
	}
	a, _ := s.game.take(event, now)
	if a.OK {
		s.play(s.game, nil)
	}
	return a.OK
}

// seen takes one event of the camera's. If it belongs to another game than the one that is shown, that one begins, with the same
// players, as soon as anything lies on its table.
func (s *session) seen(event json.RawMessage) {
	g := s.game
	if s.another != nil {
		g = s.another
	}
	a, moved := g.take(event, s.at.Clock.Now())
	if !a.OK && a.Violations[0].Rule == OtherGame {
		if g, a = s.begun(s.next()); a.OK {
			s.another = g
			a, moved = g.take(event, s.at.Clock.Now())
		}
	}
	switch {
	case !a.OK:
		s.at.Note("the camera saw something against the rules: " + a.Violations[0].Message)
	case moved:
		s.play(g, nil)
		// The replay finds the camera's picture by the event's number.
		s.changes.Shots = append(s.changes.Shots, album.Shot{Turn: len(g.rules.Events())})
	default:
		s.show() // the events count
	}
}

// next is the start of another game of the same people.
func (s *session) next() json.RawMessage {
	if rules, knows := s.game.rules.(kernel.Rematcher); knows {
		start, _ := rules.Rematch()
		return start
	}
	return s.game.rules.Events()[0]
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
	rules := s.game.rules
	state := shown(s.page, rules)
	if state.Status != scoreboard.Finished {
		if state.Status, state.StatusText = s.status, s.text; s.status == scoreboard.Waiting && state.Life == engine.SourceEnded {
			state.Status = scoreboard.Stopped
		}
	}
	state.Events, state.Notice = len(rules.Events()), s.notice
	if next, knows := rules.(kernel.Rematcher); knows && state.Life == engine.Ended {
		state.Again, state.Starts = next.Rematch()
	}
	if rules.CanUndo() {
		state.Undo = &scoreboard.Deed{Type: kernel.Undo}
	}
	if rules.CanRedo() {
		state.Redo = &scoreboard.Deed{Type: kernel.Redo}
	}
	s.changes.States = append(s.changes.States, state)
}
