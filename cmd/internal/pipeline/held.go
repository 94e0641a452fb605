package pipeline

import (
	"fmt"
	"image"
	"time"

	"tilewatch/vision/motion"
	"tilewatch/vision/picture"
)

// Held reports why nothing has been read for a while although the camera gives pictures, and when that is over.
type Held struct {
	Type    string  `json:"type"` // held, or released; slow: few pictures are looked at, or, without a reason, enough again; profile: what was measured is wrong
	Frame   int     `json:"frame"`
	TimeS   float64 `json:"time_s"`
	Reason  Reason  `json:"reason,omitempty"`
	Region  *[4]int `json:"region,omitempty"`  // what holds it: x, y, width and height in the picture, pixels
	Reads   float64 `json:"reads,omitempty"`   // pictures a second that an overloaded computer reads
	Of      float64 `json:"of,omitempty"`      // those that the camera gives
	Percent int     `json:"percent,omitempty"` // the share that is skipped
	Message string  `json:"message"`           // why, and what to do
}

func (Held) event() {}

func (h Held) String() string { return fmt.Sprintf("%8.1f s  %s", h.TimeS, h.Message) }

// Reason is what keeps the watch from reading.
type Reason string

// The reasons.
const (
	InMotion    Reason = "moving"       // something moves
	Covered     Reason = "covered"      // a hand or something else reaches over the table
	Dark        Reason = "dark"         // the picture is too dark
	Blurred     Reason = "blurred"      // the picture is not sharp
	NoStructure Reason = "no_structure" // nothing of the game is in the picture
	Unreadable  Reason = "unreadable"   // anything else in the picture
)

// remedies say what to do.
var remedies = map[Reason]string{
	InMotion:    "something is moving on the table: reading continues when it is still",
	Covered:     "something covers the table: remove it, or move the camera",
	Dark:        "too dark to read: turn on a light",
	Blurred:     "the picture is blurred: clean the lens, or move the camera a little farther away",
	NoStructure: "no game in the picture: show the whole table",
	Unreadable:  "the picture cannot be read: show the whole table from closer",
}

// heldAfter is how long nothing may be read without a word, and the shortest time between two reasons. A photo is all there is to read, so
// its reason is reported at once.
const heldAfter = 10 * time.Second

// lookFor is how long a table must lie still to count as read while its meaning is open: glimpses between two motions settle nothing.
const lookFor = 500 * time.Millisecond

// silence is how long nothing has been read, and why.
type silence struct {
	since  time.Duration // when the table was last read, or lay there as it was read
	told   Reason        // the reason reported; empty: none
	toldAt time.Duration
	faulty Reason         // of the last frame that the eyes could not read
	held   motion.Verdict // the last one of a table that was not still
}

// failed notes that the eyes could not read a frame.
func (s *silence) failed(code picture.ErrorCode) {
	switch code {
	case picture.TooDark:
		s.faulty = Dark
	case picture.TooBlurred:
		s.faulty = Blurred
	case picture.NoTiles:
		s.faulty = NoStructure
	default:
		s.faulty = Unreadable
	}
}

// known says whether the table was read, or lies as it was read.
func (w *Watch[H, L]) known(v motion.Verdict) bool {
	return v.State == motion.Still && w.silence.faulty == "" && (v.Slow || w.last.Photo || w.last.Time-v.Since >= lookFor || w.Follower.Settled())
}

// hush counts how long nothing has been read. It reports the reason once, and when it is over.
func (w *Watch[H, L]) hush(v motion.Verdict) error {
	s := &w.silence
	if v.State != motion.Still {
		s.held = v
	}
	read := w.known(v)
	switch reason := s.reason(v.State); {
	case read && s.told == "":
		s.since = w.last.Time
	case read:
		s.told, s.since = "", w.last.Time
		return w.table.Report(w.held("released", "", image.Rectangle{}, "reading continues"))
	case reason != s.told && (w.last.Photo || w.last.Time-max(s.since, s.toldAt) >= heldAfter):
		s.told, s.toldAt = reason, w.last.Time
		return w.table.Report(w.held("held", reason, s.where(v), remedies[reason]))
	}
	return nil
}

// reason is what holds the frame up in that state.
func (s *silence) reason(state motion.TableState) Reason {
	if state == motion.Still && s.faulty == "" { // for a glimpse
		state = s.held.State
	}
	switch state {
	case motion.Moving:
		return InMotion
	case motion.Hand:
		return Covered
	}
	return s.faulty
}

// where is what holds the frame up.
func (s *silence) where(v motion.Verdict) image.Rectangle {
	if v.State == motion.Still && s.faulty == "" {
		return s.held.Where
	}
	return v.Where
}

func (w *Watch[H, L]) held(kind string, reason Reason, where image.Rectangle, message string) Held {
	h := Held{Type: kind, Frame: w.last.Frame, TimeS: seconds(w.last.Time), Reason: reason, Message: message}
	if !where.Empty() {
		region := regionOf(where)
		h.Region = &region
	}
	return h
}

// regionOf is the rectangle as lines have it.
func regionOf(r image.Rectangle) [4]int { return [4]int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }
