package nabit

import (
	"encoding/json"
	"fmt"
	"slices"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/scoreboard"
)

// live is the game.Play of NAB-IT!: people and camera speak of the one game that the follower keeps. Without a camera the follower simply
// sees nothing.
type live struct {
	*party
	fresh func() *follow.Follower // one that has seen nothing
	note  func(string)

	stored  map[string]journal.Game // games that may go on, by name
	goesOn  string                  // the stored game that goes on
	records []table.Record

	doubts  doubts
	asking  asking
	advisor advisor
}

var _ game.Play = (*live)(nil)

// newLive is a table on which no game has begun.
func newLive(words *wordlist.List, at game.Seat, fresh func() *follow.Follower) *live {
	p := &party{follower: fresh(), words: words, blind: at.Blind}
	return &live{party: p, fresh: fresh, note: at.Note, asking: asking{party: p}, advisor: advisor{party: p}}
}

// Take implements game.Play.
func (d *live) Take(event json.RawMessage) kernel.Answer {
	d.goOn()
	e, err := nabit.ParseEvent(event)
	if err != nil {
		return kernel.Refuse(kernel.Bad("%v", err))
	}
	if e.Type == nabit.Withdrawn || e.Type == nabit.Skipped {
		e.Seen = true // people say it as a camera does
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

// says are the commands that are no events of the rules.
func (d *live) says() map[string]func(json.RawMessage) game.Said {
	all := map[string]func(json.RawMessage) game.Said{"fix": d.fix, answered: d.asking.answer}
	for kind, say := range all {
		all[kind] = func(data json.RawMessage) game.Said {
			d.goOn()
			said := say(data)
			if n := said.Notice; n != nil && n.Kind == answered { // all is as the camera has it
				d.doubts.provisional = false
			}
			return said
		}
	}
	return all
}

// goOn goes on with the stored game that is shown: somebody plays in it.
func (d *live) goOn() {
	if d.shown == nil {
		return
	}
	d.follower.GoOn(d.shown.name)
	d.shown = nil
	d.collect() // by nothing, but now it is that game
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
	d.collect()
	records := d.records
	d.records = nil
	return records
}

// collect takes what has come to the follower's record.
func (d *live) collect() {
	grown := d.follower.Recorded()
	r := table.Record{Another: grown.Another}
	if stored, remembered := d.stored[grown.Game]; remembered && d.goesOn == "" {
		d.goesOn, r.Resumed = grown.Game, &stored
	}
	if r.Another {
		d.doubts, d.asking.dismissed = doubts{}, nil
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
	var bare []nabit.Event // of the newest game, if nothing lies on its board
	for i, g := range games {
		events, rules, err := d.replay(g)
		if err != nil {
			d.note(fmt.Sprintf("game %q: %v", g.Game, err))
		}
		if rules == nil || rules.State().Life == engine.Ended && i > 0 && bare == nil {
			continue
		}
		d.stored[g.Game] = g
		// A game of other players simply does not go on.
		switch err := d.follower.Remember(g.Game, events); {
		case i == 0 && err == nil:
			d.shown = &past{g.Game, rules.Table()}
			d.records = append(d.records, table.Record{Resumed: &g})
		case i == 0:
			bare = events
		}
	}
	before := "" // the game that was played before it
	if len(games) > 1 {
		before = games[1].Game
	}
	if bare != nil && d.follower.TakeUp(games[0].Game, bare, before) == nil { // one of other players does not go on
		d.collect()
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

// looked takes what one picture brought.
func (d *live) looked(lines []follow.Line) (seen game.Seen) {
	d.collect()
	for _, l := range lines {
		d.asking.question(l)
		d.doubts.hear(l)
		seen.Shots = append(seen.Shots, d.photograph(l)...)
		if l.Type == follow.Played {
			seen.Turns++
		}
	}
	switch {
	case len(lines) > 0 && (d.shown == nil || len(d.follower.State().Board) > 0): // else the stored game is still the one shown
		d.shown, seen.News = nil, true
	case len(lines) == 0 && d.shown == nil && d.asking.wonders():
		seen.News, seen.Quiet = true, true // a doubt grows from picture to picture, without a line
	}
	return seen
}

// shows adds to a page what the camera makes of the table, and what is asked.
func (d *live) shows(s *scoreboard.State) {
	g, c := d.state(), s.Crossword()
	defer func() { s.Detail = c }()
	s.Verdict = d.verdict(g)
	if d.shown != nil {
		return
	}
	c.Provisional, s.Warnings = d.doubts.provisional, slices.Concat(d.doubts.warnings, s.Warnings)
	if t := s.LastTurn; t != nil && t.Kind != scoreboard.Withdrawn && t.Number == d.doubts.amended {
		t.Kind = scoreboard.Amended
	}
	if !d.blind() { // else no screen would show it
		c.TakeBack = d.follower.TakingBack()
	}
	if c.TakeBack != engine.NoColor && g.Last != nil && g.Last.Withdrawn {
		for _, p := range g.Last.Placements {
			c.Lying = append(c.Lying, p.Place)
		}
	}
	c.Ask, c.Question = d.asking.ask(g)
}
