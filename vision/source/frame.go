package source

import (
	"fmt"
	"time"

	"gocv.io/x/gocv"
)

// Frame is one picture of a film or a camera.
type Frame struct {
	// Number counts the pictures of the source from 0, those included that were dropped because a newer one came.
	Number int
	// Time since the source's first picture: the film's own time, or the clock's for a camera.
	Time time.Duration
	// Mat is 8-bit BGR and on loan: it belongs to the source and holds until the next call of its Next or Close. The
	// borrower neither closes it nor writes to it, and clones it to keep it.
	Mat gocv.Mat
	// Dropped is how many pictures the source has thrown away so far because a newer one came.
	Dropped int
}

// StatusKind is what a Status tells. Its text is the contract's name for the line that "tilewatch watch" writes.
type StatusKind string

// The kinds of news a source has.
const (
	// Fault: the camera gives no pictures; the source keeps trying to get it back.
	Fault StatusKind = "fault"
	// Recovered: the camera is back; the next call of Next returns its picture.
	Recovered StatusKind = "recovered"
	// Note: something a person should know, like a film that ends early; nothing is wrong with what was read so far.
	Note StatusKind = "note"
)

// Status is news from a source between two frames. Next returns it as an error, so that nobody takes it for a frame, but
// the source lives on: call Next again.
type Status struct {
	Kind    StatusKind
	Message string        // what happened and what to do about it
	Frame   int           // the newest frame read before; -1: none
	Time    time.Duration // since the source's first picture
}

func (s *Status) Error() string { return fmt.Sprintf("%s: %s", s.Kind, s.Message) }
