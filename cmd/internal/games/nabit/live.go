package nabit

import (
	"encoding/json"
	"fmt"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/history"
)

// live is the game.Play of NAB-IT!: people and camera speak of the one game that the follower keeps. Without a camera the follower simply
// sees nothing.
type live struct {
	follower *follow.Follower
	fresh    func() *follow.Follower // one that has seen nothing
	words    *wordlist.List
	blind    func() bool // whether there was never a picture
	note     func(string)

	stored  map[string]journal.Game // games that may go on, by name
	goesOn  string                  // the stored game that goes on
	shown   *past                   // the stored game that is shown, until the follower has taken one up
	records []table.Record

	doubts  doubts
	asking  asking
	advisor advisor
}

// past is a stored game as it stood.
type past struct {
	name  string
	rules *nabit.Table
}

var _ game.Play = (*live)(nil)

// Rules implements game.Play.
func (d *live) Rules() kernel.Table {
	if d.shown != nil {
		return d.shown.rules
	}
	return d.follower.Rules()
}

// state is the game as it is shown.
func (d *live) state() nabit.State {
	s, _ := d.Rules().State().(nabit.State)
	return s
}

// Plain implements game.Play: a play that was taken back, and a turn that nobody saw, people say as a camera does.
func (d *live) Plain(kind string, fields map[string]json.RawMessage) error {
	if kind == string(nabit.Withdrawn) || kind == string(nabit.Skipped) {
		fields["seen"] = json.RawMessage("true")
	}
	return nil
}

// Take implements game.Play.
func (d *live) Take(event json.RawMessage) kernel.Answer {
	d.goOn()
	e, err := nabit.ParseEvent(event)
	if err != nil {
		return kernel.Refuse(kernel.Bad("%v", err))
	}
	if other := d.namesake(e); other != engine.NoColor {
		return kernel.Refuse(kernel.Bad("%s is called %q already: give each player a name of their own", other, e.Name))
	}
	if why := d.notOut(e); why != "" && !sure(event) {
		a := nabit.Refuse(why).Plain()
		a.Violations[0].Rule = notOut
		return a
	}
	a := d.follower.Enter(e)
	if a.OK {
		d.asking.open = nil
		d.asksForTheEnd()
		d.doubts.provisional = d.doubts.provisional && e.Type != nabit.Start && e.Type != nabit.Corrected
	}
	return a.Plain()
}

// Again implements game.Play.
func (d *live) Again(event json.RawMessage) kernel.Answer {
	d.goOn()
	e, err := nabit.ParseEvent(event)
	if err != nil {
		return kernel.Refuse(kernel.Bad("%v", err))
	}
	e.Kept, d.asking.open = true, nil
	return d.follower.Enter(e).Plain()
}

// goOn goes on with the stored game that is shown: somebody plays in it.
func (d *live) goOn() {
	if d.shown == nil {
		return
	}
	d.follower.GoOn(d.shown.name)
	d.shown = nil
	d.grow() // by nothing, but now it is that game
}

// namesake is another player who already has the name in the event.
func (d *live) namesake(e nabit.Event) engine.Color {
	for c, name := range d.follower.State().Names {
		if e.Type == nabit.Named && c != e.Player && e.Name != "" && engine.SameName(name, e.Name) {
			return c
		}
	}
	return engine.NoColor
}

// asksForTheEnd keeps a game open that typed turns have finished while a camera watches: a person must confirm the end.
func (d *live) asksForTheEnd() {
	if s := d.follower.State(); s.Over && !s.Finished && s.Life == engine.Ended && !d.blind() {
		d.follower.Enter(nabit.Event{Type: nabit.Marked, Mark: engine.Mark{Life: engine.InPlay}})
	}
}

// Grown implements game.Play.
func (d *live) Grown() []table.Record {
	d.grow()
	records := d.records
	d.records = nil
	return records
}

// grow takes what has come to the follower's record.
func (d *live) grow() {
	grown := d.follower.Recorded()
	r := table.Record{Another: grown.Another}
	if stored, remembered := d.stored[grown.Game]; remembered && d.goesOn == "" {
		d.goesOn, r.Resumed = grown.Game, &stored
	}
	if r.Another {
		d.doubts = doubts{}
	}
	for _, e := range grown.Events {
		r.Events = append(r.Events, e.JSON())
	}
	if r.Resumed != nil || len(r.Events) > 0 {
		d.records = append(d.records, r)
	}
}

// remembers is how many games, from the last on, are looked through for the one on the table.
const remembers = 8

// Resume implements game.Play: the game that was played last is shown, also if it is over. One with nothing on its board yet goes on at
// once, as whoever began it said. Which one of the others goes on the table shows, or a person.
func (d *live) Resume(games []journal.Game) error {
	d.stored = map[string]journal.Game{}
	bare := false // the newest game has nothing on its board
	for i, g := range games {
		events, rules, err := d.replay(g)
		if err != nil {
			d.note(fmt.Sprintf("game %q: %v", g.Game, err))
		}
		if rules == nil || rules.State().Life == engine.Ended && i > 0 && !bare {
			continue
		}
		d.stored[g.Game] = g
		// A game of other players simply does not go on.
		switch err := d.follower.Remember(g.Game, events); {
		case i == 0 && err == nil:
			d.shown = &past{g.Game, rules.Table()}
			d.records = append(d.records, table.Record{Resumed: &g})
		case i == 0:
			bare = true
		}
	}
	if bare {
		d.takeUp(games)
	}
	return nil
}

// replay plays a stored game; nil where it cannot be, or has no events.
func (d *live) replay(g journal.Game) ([]nabit.Event, *nabit.Game, error) {
	if len(g.Events) == 0 {
		return nil, nil, nil
	}
	events, err := history.Events(g)
	if err != nil {
		return nil, nil, err
	}
	rules, err := nabit.Replay(d.words.Words(), events)
	return events, rules, err
}

// takeUp goes on with the newest game, which has nothing on its board. One of other players does not go on.
func (d *live) takeUp(games []journal.Game) {
	before := ""
	if len(games) > 1 {
		before = games[1].Game
	}
	events, _, err := d.replay(games[0])
	if err == nil && d.follower.TakeUp(games[0].Game, events, before) == nil {
		d.grow()
	}
}

// Load implements game.Play.
func (d *live) Load(g journal.Game) error {
	events, err := history.Events(g)
	if err != nil {
		return err
	}
	d.follower = d.fresh()
	d.shown, d.asking.open, d.goesOn, d.records = nil, nil, g.Game, nil
	if d.follower.TakeUp(g.Game, events, "") == nil {
		return nil
	}
	for i, e := range events { // its board does not follow from its turns
		e.Kept = true
		if a := d.follower.Enter(e); !a.OK {
			return fmt.Errorf("event %d of game %q: %s", i+1, g.Game, a.Violations[0].Message())
		}
	}
	return nil
}

// saw takes what one picture brought.
func (d *live) saw(lines []follow.Line) (seen game.Seen) {
	d.grow()
	for _, l := range lines {
		d.question(l)
		d.doubts.take(l)
		seen.Shots = append(seen.Shots, d.photograph(l)...)
		if l.Type == follow.Played {
			seen.Turns++
		}
	}
	switch {
	case len(lines) > 0 && (d.shown == nil || len(d.follower.State().Board) > 0): // else the stored game is still the one shown
		d.shown, seen.News = nil, true
	case len(lines) == 0 && d.shown == nil && d.wonders():
		seen.News, seen.Quiet = true, true // a doubt grows from picture to picture, without a line
	}
	return seen
}
