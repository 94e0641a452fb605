package nabit

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/scoreboard"
)

// doubts are what a page shows of the camera's readings beside the game: how sure they are.
type doubts struct {
	provisional bool // the last turn's reading may still change
	amended     int  // the turn that was read again; 0: it was not
	warnings    []engine.Warning
}

// take takes a line.
func (b *doubts) take(l follow.Line) {
	unsure := l.Provisional != nil && *l.Provisional
	b.warnings = l.Warnings
	switch l.Type {
	case follow.Played:
		b.provisional, b.amended = unsure, 0
	case follow.Amended:
		b.provisional, b.amended = unsure, l.Turn
	case follow.Withdrawn:
		b.provisional = false
	case follow.Banked:
		b.provisional = b.provisional || unsure
	case follow.Unclear:
		b.provisional = b.provisional || len(l.Differs) == 0
	}
}

// shows adds to a page what the camera makes of the table, and what is asked.
func (d *live) shows(s *scoreboard.State) {
	g := d.state()
	s.List, s.Verdict = d.list(), d.verdict(g)
	if d.shown != nil {
		return
	}
	s.Provisional, s.Warnings = d.doubts.provisional, slices.Concat(d.doubts.warnings, s.Warnings)
	if t := s.LastTurn; t != nil && t.Kind != scoreboard.Withdrawn && t.Number == d.doubts.amended {
		t.Kind = scoreboard.Amended
	}
	if s.Status == scoreboard.Waiting && d.blind() && d.follower.Begun() {
		s.Status = scoreboard.Live // people enter all that happens
	}
	if !d.blind() { // else no screen would show it
		s.TakeBack = d.follower.TakingBack()
	}
	if s.TakeBack != engine.NoColor && g.Last != nil && g.Last.Withdrawn {
		for _, p := range g.Last.Placements {
			s.Lying = append(s.Lying, p.Place)
		}
	}
	s.Ask, s.Question = d.ask(g)
}
