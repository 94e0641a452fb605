package game

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/album"
	"tilewatch/web/scoreboard"
)

// OtherGame is the rule by which a table refuses what a camera sees of a board that is not this game's: it is another.
const OtherGame = "other_game"

// reported is the Play of a game whose camera reports events in the rules' language, and of one without a camera.
type reported struct {
	name    string
	fresh   func() kernel.Table // a table where no game has begun
	page    func(state any) scoreboard.State
	players []string // who were named beforehand
	at      Seat

	shown   *kept
	made    *kept // one that was laid out for nobody in particular; nil: none
	another *kept // a new game of which the camera has seen only the empty table; nil: none
	records []table.Record
}

// kept is a game by its rules, with those of its events that are not on record yet. A start that nobody has played on is not, nor is
// what a camera saw that changed nothing: a server that only starts writes nothing.
type kept struct {
	rules kernel.Table
	held  []json.RawMessage
}

// take gives the event to the rules, and holds it if they accept it. moved says that the game stands otherwise than before.
func (k *kept) take(event json.RawMessage, now time.Time) (a kernel.Answer, moved bool) {
	stamped, err := kernel.Stamped(event, now)
	if err != nil {
		return kernel.Refuse(kernel.Bad("%v", err)), false
	}
	before := k.rules.State()
	if a = k.rules.Handle(stamped); !a.OK {
		return a, false
	}
	k.held = append(k.held, stamped)
	return a, !reflect.DeepEqual(before, k.rules.State())
}

// newReported has no game on it.
func newReported(name string, fresh func() kernel.Table, page func(any) scoreboard.State, players []string, at Seat) *reported {
	return &reported{name: name, fresh: fresh, page: page, players: players, at: at, shown: &kept{rules: fresh()}}
}

// Rules implements Play.
func (r *reported) Rules() kernel.Table { return r.shown.rules }

// Grown implements Play.
func (r *reported) Grown() []table.Record {
	records := r.records
	r.records = nil
	return records
}

// show makes the game the one that is shown, and puts on record what it has grown by.
func (r *reported) show(k *kept) {
	if k != r.shown {
		r.shown, r.another = k, nil
	}
	r.records = append(r.records, table.Record{Events: k.held, Another: len(k.held) == len(k.rules.Events())})
	k.held = nil
}

// Resume goes on with the newest game, also with one that is over, unless others were named: they begin another.
func (r *reported) Resume(stored []journal.Game) error {
	if len(stored) > 0 && (len(r.players) == 0 || slices.EqualFunc(r.players, stored[0].Players, engine.SameName)) {
		err := r.Load(stored[0])
		if err != nil {
			r.at.Note(fmt.Sprintf("no game continues: %v", err))
		} else if r.shown.rules.State() != nil {
			r.records = append(r.records, table.Record{Resumed: &stored[0]})
			return nil
		}
	}
	return r.begin()
}

// begin lays out a game of the players named, or of two: others are named on the set-up page. It goes on record with what is played.
func (r *reported) begin() error {
	names := r.players
	if len(names) == 0 {
		names = []string{"Ana", "Ben"}
	}
	start, err := json.Marshal(map[string]any{"type": kernel.Start, "game": r.name, "players": names})
	if err != nil {
		return err
	}
	k, a := r.begun(start)
	if !a.OK {
		return fmt.Errorf("--players: %s", a.Violations[0].Message)
	}
	if r.shown = k; len(r.players) == 0 {
		r.made = k
	}
	return nil
}

// begun is the game that the start begins.
func (r *reported) begun(start json.RawMessage) (*kept, kernel.Answer) {
	k := &kept{rules: r.fresh()}
	a, _ := k.take(start, r.at.Clock.Now())
	return k, a
}

// Load implements Play. The clock goes on after the game's newest event.
func (r *reported) Load(stored journal.Game) error {
	rules := r.fresh()
	if err := kernel.Replay(rules, Events(stored)); err != nil {
		return err
	}
	r.at.Clock.Set(newestAt(stored))
	r.shown, r.another = &kept{rules: rules}, nil
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

// Again implements Play.
func (r *reported) Again(event json.RawMessage) kernel.Answer {
	r.shown.held, r.another = nil, nil
	return kernel.Again(r.shown.rules, event)
}

// Take implements Play.
func (r *reported) Take(event json.RawMessage) (a kernel.Answer) {
	k := r.shown
	if typeOf(event) == kernel.Start {
		k, a = r.begun(event)
	} else {
		a, _ = k.take(event, r.at.Clock.Now())
	}
	if a.OK {
		r.show(k)
	}
	return a
}

// heard has the session take the events of a camera's lines.
func (r *reported) heard(s *Session) func([]json.RawMessage) {
	return func(events []json.RawMessage) {
		s.passes()
		for _, e := range events {
			s.Saw(r.saw(e))
		}
	}
}

// saw takes one event of the camera's. If it belongs to another game than the one that is shown, that one begins, with the same
// players, as soon as anything lies on its table. What the rules refuse is noted: people may have said it before, or otherwise.
func (r *reported) saw(event json.RawMessage) Seen {
	k := r.shown
	if r.another != nil {
		k = r.another
	}
	a, moved := k.take(event, r.at.Clock.Now())
	if !a.OK && a.Violations[0].Rule == OtherGame {
		if k, a = r.begun(r.next()); a.OK {
			r.another = k
			a, moved = k.take(event, r.at.Clock.Now())
		}
	}
	switch {
	case !a.OK:
		r.at.Note("the camera saw something against the rules: " + a.Violations[0].Message)
		return Seen{}
	case moved:
		r.show(k)
		// The replay finds the camera's picture by the event's number.
		return Seen{News: true, Shots: []album.Shot{{Turn: len(k.rules.Events())}}}
	}
	return Seen{News: true, Quiet: true} // the events count
}

// next is the start of another game of the same people.
func (r *reported) next() json.RawMessage {
	if rules, knows := r.shown.rules.(kernel.Rematcher); knows {
		start, _ := rules.Rematch()
		return start
	}
	return r.shown.rules.Events()[0]
}

// means is Can.Means: the rules know players by their names or the numbers of their seats, pages by their colors.
func (r *reported) means(kind string, fields map[string]json.RawMessage) error {
	switch kind {
	case kernel.Start:
		return r.named(fields)
	case kernel.Rename, kernel.Sit:
		var color engine.Color
		if json.Unmarshal(fields["player"], &color) != nil {
			return nil // a name
		}
		for seat, p := range r.page(r.shown.rules.State()).Players {
			if p.Color == color {
				fields["player"] = json.RawMessage(strconv.Itoa(seat))
			}
		}
	}
	return nil
}

// named makes a start's players a list of names. The set-up page sends colors, and the names of those who have one.
func (r *reported) named(fields map[string]json.RawMessage) (err error) {
	var players []engine.Color
	called := map[engine.Color]string{}
	if fields["names"] == nil || json.Unmarshal(fields["players"], &players) != nil || json.Unmarshal(fields["names"], &called) != nil {
		return nil // names, or what the rules refuse
	}
	names, places := []string{}, []string{}
	for _, c := range players {
		name := called[c]
		if name == "" {
			name = c.String()
		}
		names, places = append(names, name), append(places, r.placeOf(name))
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
func (r *reported) placeOf(name string) string {
	if r.shown == r.made && !r.shown.rules.CanUndo() {
		return ""
	}
	for _, p := range r.page(r.shown.rules.State()).Players {
		if engine.SameName(p.Name, name) {
			return p.Place
		}
	}
	return ""
}
