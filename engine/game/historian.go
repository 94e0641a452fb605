package game

import (
	"encoding/json"
	"slices"
)

// Historian is a Table that knows what led to its position.
type Historian interface {
	// Line are the events that stand: the start, and all that were not undone, as corrected.
	Line() []Stood
	// Steps are what an undo would take back and a redo bring back; nil: nothing.
	Steps() (undo, redo json.RawMessage)
	// Try is what Handle would answer, and the table that would follow. It changes nothing.
	Try(event []byte) (Answer, Table)
	// Until is the table as it stood after so many of the events of Line, at least the start. It changes nothing.
	Until(events int) Table
}

// Stood is an event that stands.
type Stood struct {
	Number int             `json:"number"` // among all that were accepted, from 1; a corrected event keeps its own
	Event  json.RawMessage `json:"event"`
	// Misfit is why it does not count since an earlier event was corrected; nil: it counts.
	Misfit []Violation `json:"violations,omitempty"`
}

var _ Historian = (*Fold[int])(nil)

// Line implements Historian.
func (f *Fold[P]) Line() []Stood {
	line := make([]Stood, len(f.line))
	for i := range f.line {
		line[i] = f.line[i].Stood
	}
	return line
}

// Course is Line, with the positions.
func (f *Fold[P]) Course() []Step[P] { return slices.Clone(f.line) }

// Steps implements Historian.
func (f *Fold[P]) Steps() (undo, redo json.RawMessage) { return newest(f.done), newest(f.undone) }

func newest[P any](deeds []deed[P]) json.RawMessage {
	if len(deeds) == 0 {
		return nil
	}
	return deeds[len(deeds)-1].event
}

// Try implements Historian.
func (f *Fold[P]) Try(event []byte) (Answer, Table) {
	trial := *f
	trial.events, trial.line = slices.Clip(f.events), slices.Clone(f.line) // nothing that was taken ever changes
	trial.done, trial.undone = slices.Clone(f.done), slices.Clone(f.undone)
	return trial.Handle(event), &trial
}

// Until implements Historian.
func (f *Fold[P]) Until(events int) Table {
	return &Fold[P]{rules: f.rules, events: f.events[:1:1], line: f.line[:events:events], marks: f.marks}
}

// CanUndo and CanRedo report whether there is something to take back or to bring back.
func (f *Fold[P]) CanUndo() bool { return len(f.done) > 0 }

// CanRedo is CanUndo's opposite.
func (f *Fold[P]) CanRedo() bool { return len(f.undone) > 0 }
