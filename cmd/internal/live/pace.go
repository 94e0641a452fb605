package live

import "time"

// Pace says when a table at rest is worth another reading. The longer nothing has stirred, the less there is to be learned: a
// settled table is read now and then, for a tile swapped for another of its color is a small change. The zero value is ready.
type Pace struct {
	looked  time.Duration // when the table was last read
	stirred time.Duration // when something last moved
}

const (
	// lookAgain and lookRarely are the shortest and longest time between two readings of a settled table.
	lookAgain, lookRarely = 1500 * time.Millisecond, 6 * time.Second
	// quietParts is by how much the time since something moved is longer than the time between two readings.
	quietParts = 6
	// openFor is how long every picture is read of a table whose meaning is still open; then those that are half as far apart as of a
	// settled one. More pictures of the same thing tell the same.
	openFor = 3 * time.Second
	// Unwatched is how long a table may go unread with nothing said against it: the gate tells when something moved.
	Unwatched = lookRarely + 4*time.Second
)

// Stirred says that something moves.
func (p *Pace) Stirred(now time.Duration) { p.stirred = now }

// Looked says that the table was read.
func (p *Pace) Looked(now time.Duration) { p.looked = now }

// Due says whether the table at rest is to be read; settled: what it shows was told and looks as it did.
func (p *Pace) Due(now time.Duration, settled bool) bool {
	quiet := now - p.stirred
	wait := min(quiet/quietParts, lookRarely)
	switch {
	case settled:
		wait = max(wait, lookAgain)
	case quiet < openFor:
		return true
	default:
		wait /= 2
	}
	return now-p.looked >= wait
}
