package web

import (
	"sync"
	"time"
)

// rate is how much one sender may do: so many at once, and one more every so often.
type rate struct {
	name  string
	burst float64
	every time.Duration
}

var (
	commandRate = rate{"command", 20, 200 * time.Millisecond} // nobody taps faster
	hintRate    = rate{"hint", 5, time.Second}                // they take time to find
	guessRate   = rate{"guess", 8, 10 * time.Second}          // of codes and PINs
	// everybodysGuesses bounds them for all senders together: one with many addresses finds no code of 30 bits in a year.
	everybodysGuesses = rate{"guesses", 30, 3 * time.Second}
	// everybodysPINs is the same for PINs, which may have no more than four figures: all of them take half a week.
	everybodysPINs = rate{"pins", 10, 30 * time.Second}
)

// limiter counts what each sender does. It is safe for concurrent use.
type limiter struct {
	mu  sync.Mutex
	now func() time.Time
	got map[string]*bucket
}

// bucket holds what a sender may still do.
type bucket struct {
	left float64
	at   time.Time
}

// mostSenders bounds the memory; with more than that, those who did nothing for longest are forgotten.
const mostSenders = 4096

func newLimiter() *limiter { return &limiter{now: time.Now, got: map[string]*bucket{}} }

// allow tells whether the sender may do it once more.
func (l *limiter) allow(r rate, sender string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, key := l.now(), r.name+" "+sender
	b := l.got[key]
	if b == nil {
		l.forget(now)
		b = &bucket{r.burst, now}
		l.got[key] = b
	}
	b.left = min(r.burst, b.left+float64(now.Sub(b.at))/float64(r.every))
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// forgive takes back what allow has counted.
func (l *limiter) forgive(r rate, sender string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.got[r.name+" "+sender]; b != nil {
		b.left = min(r.burst, b.left+1)
	}
}

// forget drops those who have had time to fill up, and all if that does not help: a flood of senders must not fill the
// memory.
func (l *limiter) forget(now time.Time) {
	if len(l.got) < mostSenders {
		return
	}
	for key, b := range l.got {
		if now.Sub(b.at) > 2*time.Minute {
			delete(l.got, key)
		}
	}
	if len(l.got) >= mostSenders {
		clear(l.got)
	}
}
