package nabit

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
)

// doubts are what a page shows of the camera's readings beside the game: how sure they are.
type doubts struct {
	provisional bool // the last turn's reading may still change
	amended     int  // the turn that was read again; 0: it was not
	warnings    []engine.Warning
}

// hear takes a line.
func (b *doubts) hear(l follow.Line) {
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
