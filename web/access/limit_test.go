package access

import (
	"fmt"
	"testing"
	"time"
)

func TestANeighborhoodHasOnePlaceOnly(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"192.168.1.2", "192.168.1.2", true}, {"192.168.1.2", "192.168.1.3", false},
		{"2001:db8::1", "2001:db8::ffff:1", true}, {"2001:db8::1", "2001:db8:0:1::1", false},
		{"fe80::1%eth0", "fe80::2%eth1", true}, {"::ffff:10.0.0.1", "::ffff:10.0.0.2", false}, {"x", "y", false},
	} {
		if got := household(c.a) == household(c.b); got != c.same {
			t.Errorf("%s and %s are one: %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

// TestAFloodOfSendersGivesNoNewGuesses: many addresses together have the guesses of all senders together.
func TestAFloodOfSendersGivesNoNewGuesses(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimiter()
	l.Now = func() time.Time { return now }
	guessed := 0
	for i := range 5 * mostSenders {
		if l.Wait(Claim{PIN.one, fmt.Sprintf("10.0.%d.%d", i/256, i%256)}, Claim{PIN.all, everyStranger}) == 0 {
			guessed++
		}
	}
	if guessed != int(PIN.all.burst) {
		t.Errorf("%d guesses at once", guessed)
	}
	one := NewLimiter()
	one.Now = l.Now
	allowed := 0
	for i := range 100 {
		if one.Allow(PIN.one, fmt.Sprintf("2001:db8::%x", i+1)) {
			allowed++
		}
	}
	if allowed != int(PIN.one.burst) {
		t.Errorf("a network of its own has %d guesses", allowed)
	}
}

func TestTapsAreLimited(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimiter()
	l.Now = func() time.Time { return now }
	allowed := 0
	for range 100 {
		if l.Allow(CommandRate, "a phone") {
			allowed++
		}
	}
	if allowed != int(CommandRate.burst) || !l.Allow(CommandRate, "another") {
		t.Errorf("%d at once", allowed)
	}
	now = now.Add(time.Second)
	if !l.Allow(CommandRate, "a phone") {
		t.Error("a second later it is still refused")
	}
	for i := range 3 * mostSenders {
		l.Allow(PIN.one, fmt.Sprint(i))
	}
	if len(l.got) > mostSenders {
		t.Errorf("%d senders are remembered", len(l.got))
	}
}

func TestCrowdsBoundEachAndAll(t *testing.T) {
	c := NewCrowds(2)
	c.All = 3
	in := func(address string, want bool) (leave func()) {
		t.Helper()
		leave, ok := c.Enter(address)
		if ok != want {
			t.Errorf("%s is in: %v", address, ok)
		}
		return leave
	}
	leave := in("10.0.0.1", true)
	in("10.0.0.1", true)
	in("10.0.0.1", false)
	in("10.0.0.2", true)
	in("10.0.0.3", false)
	leave()
	in("10.0.0.3", true)
}
