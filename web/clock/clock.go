package clock

import (
	"sync"
	"time"
)

// Clock shows the wall's time as it was when the Clock was set, and what has passed since. It is for any number of goroutines.
type Clock struct {
	wall   func() time.Time
	passed func() time.Duration // since some moment; it never goes back

	mu   sync.Mutex
	set  time.Time     // the time that was shown then
	from time.Duration // what had passed then
}

// New is a Clock that shows the wall's time now.
func New() *Clock { return Of(time.Now, elapsed) }

// Of is a Clock of another wall and another count of what has passed, for tests.
func Of(wall func() time.Time, passed func() time.Duration) *Clock {
	c := &Clock{wall: wall, passed: passed}
	c.Set(time.Time{})
	return c
}

// Now is the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set.Add(c.passed() - c.from)
}

// Set makes the Clock show the wall's time as it is now, but none before earliest: what was kept until then has happened.
func (c *Clock) Set(earliest time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set, c.from = c.wall().Round(0), c.passed() // without Go's own count, which stands still while the machine sleeps
	if c.set.Before(earliest) {
		c.set = earliest.In(c.set.Location())
	}
}
