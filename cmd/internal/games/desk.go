package games

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"tilewatch/cmd/internal/live"
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Desk is a table of a defined game at which a camera and people tell what happens: it keeps the one game that both speak
// of, in the journal first, then shows it.
type Desk struct {
	Shown  func(state any) scoreboard.State
	Web    *stream.Table
	Keeper *Keeper
	Now    func() time.Time // the server's clock
	Note   func(string)
	Camera live.Camera // the picture that pages show

	mu     sync.Mutex
	table  game.Table
	fresh  func() game.Table
	status scoreboard.Status
	lost   string
	notice *scoreboard.Notice
}

var (
	_ desk.Desk     = (*Desk)(nil)
	_ desk.Explorer = (*Desk)(nil)
)

// OtherGame is the rule by which a table refuses what a camera sees of a board that is not this game's: it is another.
const OtherGame = "other_game"

// NewDesk is a desk with no game on it; fresh makes a table where none has begun.
func NewDesk(fresh func() game.Table) *Desk {
	return &Desk{table: fresh(), fresh: fresh, Now: time.Now, Note: func(string) {}, status: scoreboard.Waiting}
}

// Resume takes up a stored game.
func (d *Desk) Resume(events []json.RawMessage) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	table := d.fresh()
	if err := game.Replay(table, events); err != nil {
		return err
	}
	d.table = table
	return d.show()
}

// Begun tells whether a game has begun.
func (d *Desk) Begun() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.table.State() != nil
}

// raced tells whether players race each other with such events: in a race the loser is to hear who won.
func (d *Desk) raced(kind string) bool {
	t, ok := d.table.(interface{ Races(kind string) bool })
	return ok && t.Races(kind)
}

// Do takes a person's event. The server's clock says when it came.
func (d *Desk) Do(_ context.Context, c desk.Command) (desk.Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c.After >= 0 && c.After != len(d.table.Events()) && !d.raced(c.Type) {
		return desk.Outcome{Late: true}, nil
	}
	event, err := plain(c.Event)
	if err != nil {
		return d.refused(game.Refuse(game.Bad("%v", err)))
	}
	return d.take(event, c.Type)
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

// take gives an event to the rules, keeps it, and shows what follows.
func (d *Desk) take(event json.RawMessage, kind string) (desk.Outcome, error) {
	stamped, err := game.Stamped(event, d.Now())
	if err != nil {
		return d.refused(game.Refuse(game.Bad("%v", err)))
	}
	a := d.table.Handle(stamped)
	if !a.OK {
		return d.refused(a)
	}
	d.Keeper.Keep(stamped, kind == game.Start)
	d.notice = &scoreboard.Notice{Kind: kind}
	if err := d.show(); err != nil && !errors.Is(err, stream.ErrClosed) {
		return desk.Outcome{}, err
	}
	answer, err := json.Marshal(a)
	if err != nil {
		return desk.Outcome{}, err
	}
	_, unsaved := d.Keeper.Problem()
	return desk.Outcome{Answer: answer, OK: true, State: d.state(), Unsafe: unsaved}, nil
}

func (d *Desk) refused(a game.Answer) (desk.Outcome, error) {
	answer, err := json.Marshal(a)
	return desk.Outcome{Answer: answer, Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, err
}

// Tell takes a line of the film. What the rules refuse is noted: people may have said it before, or otherwise.
func (d *Desk) Tell(line any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := line.(game.Line)
	if !ok {
		return nil
	}
	for _, event := range l.Events {
		if err := d.saw(event); err != nil {
			return err
		}
	}
	return nil
}

// saw takes one event of the camera's. If it belongs to another game than the one that is shown, that one begins, with
// the same players.
func (d *Desk) saw(event json.RawMessage) error {
	for range 2 {
		out, err := d.take(event, typeOf(event))
		switch {
		case err != nil:
			return err
		case out.OK:
			d.notice = nil
			return nil
		case out.Rule != OtherGame:
			d.Note("the camera saw what the rules refuse: " + out.Why)
			return nil
		}
		if _, err := d.take(d.table.Events()[0], game.Start); err != nil {
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

// Turned shows what the camera's side is about.
func (d *Desk) Turned(status scoreboard.Status, text string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.status, d.lost = status, text
	return d.show()
}

// Picture is the picture that was looked at last. What was made out in it is on the table's page.
func (d *Desk) Picture() ([]byte, desk.Seen) {
	data, size := d.Camera.Newest()
	return data, desk.Seen{Width: size.X, Height: size.Y}
}

// Readings are none: such games have no letters at places.
func (d *Desk) Readings(engine.Place) []desk.Reading { return nil }

// Crop is none.
func (d *Desk) Crop(engine.Place) []byte { return nil }

// state is all that the pages show.
func (d *Desk) state() scoreboard.State {
	var s scoreboard.State
	if now := d.table.State(); now != nil {
		s = d.Shown(now)
	} else {
		s = d.Shown(nil)
	}
	if s.Status != scoreboard.Finished {
		s.Status, s.StatusText = d.status, d.lost
	}
	s.Events, s.Notice = len(d.table.Events()), d.notice
	if t, ok := d.table.(interface{ CanUndo() bool }); ok && t.CanUndo() {
		s.Undo = &scoreboard.Deed{Type: game.Undo}
	}
	if t, ok := d.table.(interface{ CanRedo() bool }); ok && t.CanRedo() {
		s.Redo = &scoreboard.Deed{Type: game.Redo}
	}
	if problem, ok := d.Keeper.Problem(); ok {
		s.Warnings = append(s.Warnings, problem)
	}
	return s
}

func (d *Desk) show() error {
	_, err := d.Web.Publish(d.state())
	return err
}

// Show publishes the game as it stands.
func (d *Desk) Show() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.show()
}
