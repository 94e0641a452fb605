package pipeline

import (
	"encoding/json"
	"fmt"
	"time"

	"tilewatch/vision/source"
)

// Event is what a watch reports: Camera, Lines, Turned, Ignored or Held.
type Event interface{ event() }

// Camera reports a lost camera (fault) or its return (recovered).
type Camera struct {
	Type    source.StatusKind `json:"type"`
	Frame   int               `json:"frame"`
	TimeS   float64           `json:"time_s"`
	Message string            `json:"message"`
}

// Lines are what one picture brought, in order; none if it brought nothing. The last ones of a source come without a picture.
type Lines []Line

// Turned reports what the watch does now.
type Turned struct{ Status Status }

// Ignored reports a part of the picture that moves in place, once: from now on the watch takes it for background.
type Ignored struct {
	Type    string  `json:"type"` // ignored
	Frame   int     `json:"frame"`
	TimeS   float64 `json:"time_s"`
	Region  [4]int  `json:"region"` // x, y, width and height in the picture, pixels
	Message string  `json:"message"`
}

func (Camera) event() {}
func (Lines) event()  {}
func (Turned) event() {}

func (Ignored) event() {}

// Line is one thing that happened in the game. It marshals to the line that "tilewatch watch --json" prints.
type Line struct {
	JSON  any     // marshals to an object with type, frame and time_s
	TimeS float64 // seconds: of the newest frame read when the line was written
	Text  string  // the same as JSON, for people
}

// MarshalJSON writes the line's object.
func (l Line) MarshalJSON() ([]byte, error) { return json.Marshal(l.JSON) }

func (l Line) String() string { return fmt.Sprintf("%8.1f s  %s", l.TimeS, l.Text) }

func (c Camera) String() string {
	return fmt.Sprintf("%8.1f s  camera %s: %s", c.TimeS, c.Type, c.Message)
}

func (i Ignored) String() string { return fmt.Sprintf("%8.1f s  %s", i.TimeS, i.Message) }

// Status is what a watch does. The zero value is before the first frame of a table at rest.
type Status uint8

// The kinds of status.
const (
	Waiting Status = iota
	HandOver
	Reading      // the table is at rest, and more pictures of it are needed
	Settled      // the lines say what lies on the table
	Photographed // the lines say what lay there when the last photo was taken; nothing comes until the next one
)

func (s Status) String() string {
	return [...]string{"waiting", "hand", "reading", "settled", "photographed"}[s]
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// Alone is a table without a journal: the watcher takes the events.
type Alone func(Event) error

var _ Table = Alone(nil)

// Own implements Table: the watch's own goroutine owns the follower.
func (Alone) Own(do func() error) error { return do() }

// Report implements Table.
func (a Alone) Report(e Event) error { return a(e) }

// Saw implements Table.
func (Alone) Saw(source.Frame) {}
