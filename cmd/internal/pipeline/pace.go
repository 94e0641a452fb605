package pipeline

import "time"

// Pace says when a table at rest is worth another look. The longer nothing has moved, the less there is to learn: a settled table is
// looked at now and then, for a tile swapped for another of its color is a small change. The zero Pace
// looks at every frame of a table at rest.
type Pace struct {
	// Often and Rarely are the shortest and longest time between two looks at a settled table.
	Often, Rarely time.Duration
	// OpenFor is how long every frame of a table is read whose meaning is still open; then those that are half as far apart as of a
	// settled one, for more pictures of the same thing say the same. 0 is for ever.
	OpenFor time.Duration

	looked  time.Duration // when the table was last read
	stirred time.Duration // when something last moved
}

// quietParts is by how much the time since something moved is longer than the time between two looks.
const quietParts = 6

// Stirred says that something moves.
func (p *Pace) Stirred(now time.Duration) { p.stirred = now }

// Looked says that the table was read.
func (p *Pace) Looked(now time.Duration) { p.looked = now }

// Due says whether the table at rest should be read; settled says that the lines report what it shows, and that it looks as it did.
func (p *Pace) Due(now time.Duration, settled bool) bool {
	quiet := now - p.stirred
	wait := min(quiet/quietParts, p.Rarely)
	switch {
	case settled:
		wait = max(wait, p.Often)
	case p.OpenFor == 0 || quiet < p.OpenFor:
		return true
	default:
		wait /= 2
	}
	return now-p.looked >= wait
}
