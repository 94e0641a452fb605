package pipeline

import (
	"testing"
	"time"
)

// readings counts how often a table at rest is read in the time after something moved, at 15 pictures a second.
func readings(from, to time.Duration, settled bool) int {
	p := Pace{Often: 1500 * time.Millisecond, Rarely: 6 * time.Second, OpenFor: 3 * time.Second}
	n := 0
	p.Stirred(time.Second)
	for now := time.Second; now < time.Second+to; now += time.Second / 15 {
		if p.Due(now, settled) {
			p.Looked(now)
			if now >= time.Second+from {
				n++
			}
		}
	}
	return n
}

func TestATableAtRestIsReadLessAndLessOften(t *testing.T) {
	for _, c := range []struct {
		name        string
		from, to    time.Duration
		settled     bool
		least, most int
	}{
		{"a settled one every second and a half at first", 0, 6 * time.Second, true, 3, 4},
		{"and ten times a minute after a while", time.Minute, 2 * time.Minute, true, 9, 11},
		{"one whose meaning is open at every picture", 0, 3 * time.Second, false, 44, 46},
		{"but not for ever", time.Minute, 2 * time.Minute, false, 15, 25},
	} {
		if got := readings(c.from, c.to, c.settled); got < c.least || got > c.most {
			t.Errorf("%s: read %d times, want %d to %d", c.name, got, c.least, c.most)
		}
	}
}

func TestWhatStirsIsReadAtOnce(t *testing.T) {
	p := Pace{Often: 1500 * time.Millisecond, Rarely: 6 * time.Second, OpenFor: 3 * time.Second}
	p.Looked(100 * time.Second)
	p.Stirred(101 * time.Second)
	if !p.Due(101*time.Second+100*time.Millisecond, false) {
		t.Error("the table is not read although something moved")
	}
}
