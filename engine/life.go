package engine

import (
	"slices"
	"time"
)

// Life is how far a game has come.
type Life string

// The life of a game. It begins as SetUp; only an Ended one counts in statistics.
const (
	SetUp       Life = "set_up"       // its players are named, and nobody has played
	InPlay      Life = "in_play"      // somebody has played
	SourceEnded Life = "source_ended" // the film or the camera that showed it has ended; the result is the one so far
	Ended       Life = "ended"        // it is over, and nothing more happens in it but corrections
	Abandoned   Life = "abandoned"    // another game began at its table before it ended
)

// Mark is a note about a game that is not a move. Undo skips it. Missing fields stay as they were.
type Mark struct {
	// Life is SourceEnded or Abandoned, until somebody plays on; InPlay: a camera watches, so that the game is over only once somebody
	// says so.
	Life    Life    `json:"life,omitempty"`
	Title   *string `json:"title,omitempty"`   // what people call the game; empty: as it was called at first
	Hidden  *bool   `json:"hidden,omitempty"`  // left out of lists, but counted
	Deleted *bool   `json:"deleted,omitempty"` // nowhere to be seen, and erased once DeletedFor is over
}

// Marked is the type of an event that is a Mark.
const Marked = "mark"

// Valid reports whether the mark says anything, and nothing that it cannot.
func (m Mark) Valid() bool {
	return m != Mark{} && (m.Life == "" || m.Life == InPlay || m.Life == SourceEnded || m.Life == Abandoned)
}

// Marks are what stands of a game's marks.
type Marks struct {
	Life            Life // empty: the moves say it
	Title           string
	Hidden, Deleted bool
	DeletedAt       time.Time // of a deleted one; zero if nobody kept time
	Watched         bool      // a camera has watched it
}

// DeletedFor is how long a deleted game can be restored. Then it is erased.
const DeletedFor = 30 * 24 * time.Hour

// Take adds a mark.
func (m *Marks) Take(next Mark) {
	if next.Life != "" {
		m.Life, m.Watched = next.Life, m.Watched || next.Life == InPlay
	}
	if next.Title != nil {
		m.Title = *next.Title
	}
	if next.Hidden != nil {
		m.Hidden = *next.Hidden
	}
	if next.Deleted != nil {
		m.Deleted = *next.Deleted
	}
}

// EraseAt is when a deleted game is to be erased. changed is when its last event was made.
func (m Marks) EraseAt(changed time.Time) time.Time {
	if m.DeletedAt.IsZero() {
		return changed.Add(DeletedFor)
	}
	return m.DeletedAt.Add(DeletedFor)
}

// Pass passes an event that is not a mark. A play takes back what was marked of the game's life; an event that only corrects or closes it
// does not.
func (m *Marks) Pass(kind string) {
	if !slices.Contains([]string{"finish", "undo", "redo", "correct", "name"}, kind) {
		m.Life = ""
	}
}

// LifeOf is how far a game has come of which somebody has played, or which is over, as its moves say.
func (m Marks) LifeOf(played, over bool) Life {
	switch {
	case over:
		return Ended
	case m.Life != "":
		return m.Life
	case played:
		return InPlay
	}
	return SetUp
}
