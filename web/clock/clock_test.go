package clock

import (
	"testing"
	"time"
)

// moved are a wall and a count that the test moves.
type moved struct {
	wall   time.Time
	passed time.Duration
}

func (m *moved) clock() *Clock {
	return Of(func() time.Time { return m.wall }, func() time.Duration { return m.passed })
}

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func TestOnlyWhatPassesMovesTheClock(t *testing.T) {
	for name, c := range map[string]struct {
		wall, passed, want time.Duration
	}{
		"an hour passes":               {time.Hour, time.Hour, time.Hour},
		"the wall is set a day ahead":  {24*time.Hour + time.Minute, time.Minute, time.Minute},
		"the wall is set a day back":   {-24*time.Hour + time.Minute, time.Minute, time.Minute},
		"the wall is set by 56 years":  {-56 * 365 * 24 * time.Hour, time.Second, time.Second},
		"the machine sleeps ten hours": {10 * time.Hour, 10 * time.Hour, 10 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			m := &moved{wall: noon, passed: time.Hour}
			clock := m.clock()
			m.wall, m.passed = m.wall.Add(c.wall), m.passed+c.passed
			if got := clock.Now().Sub(noon); got != c.want {
				t.Errorf("%v have passed, want %v", got, c.want)
			}
		})
	}
}

func TestSetTakesTheWallsTimeButNoneBeforeWhatWasKept(t *testing.T) {
	for name, c := range map[string]struct{ wall, earliest, want time.Duration }{
		"the wall's":                        {time.Hour, 0, time.Hour},
		"after the wall was set back a day": {-24 * time.Hour, time.Minute, time.Minute},
		"after it was set ahead a day":      {24 * time.Hour, time.Minute, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			m := &moved{wall: noon.Add(c.wall)}
			clock := m.clock()
			clock.Set(noon.Add(c.earliest))
			if got := clock.Now().Sub(noon); got != c.want {
				t.Errorf("it shows noon and %v, want %v", got, c.want)
			}
		})
	}
}

func TestTheMachinesCountGoesOn(t *testing.T) {
	clock := New()
	was := clock.Now()
	if d := time.Since(was).Abs(); d > time.Minute {
		t.Errorf("a new clock is %v off the wall's", d)
	}
	for !clock.Now().After(was) { // or the test never ends
		time.Sleep(time.Millisecond)
	}
}
