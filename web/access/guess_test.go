package access

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
)

// guesser is a request from an address to another, with a cookie for the role at the kitchen's table.
func guesser(g *Guard, from, to string, r Role) echo.Context {
	request := httptest.NewRequest(http.MethodPost, "/host", nil)
	request = request.WithContext(context.WithValue(request.Context(), http.LocalAddrContextKey, net.Addr(&net.TCPAddr{IP: net.ParseIP(to), Port: 8080})))
	request.RemoteAddr = net.JoinHostPort(from, "50000")
	if r > RoleWatcher {
		request.AddCookie(&http.Cookie{Name: cookieName("kitchen"), Value: g.Keys.Now().Key("kitchen", r)})
	}
	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	return e.NewContext(request, httptest.NewRecorder())
}

// TestWhoGuessesLocksOutNobodyElse has strangers guess the PIN and the code until no guess of theirs counts.
func TestWhoGuessesLocksOutNobodyElse(t *testing.T) {
	const here = "192.168.1.5"
	for _, flood := range []struct {
		name      string
		addresses int
		stranger  bool // whether one with another address may still guess
	}{{"one address", 1, true}, {"a whole network", 250, false}} {
		t.Run(flood.name, func(t *testing.T) {
			g, now := NewGuard(NewKeys(), "4711"), time.Unix(0, 0)
			g.Limits.Now = func() time.Time { return now }
			guessed, wait := 0, time.Duration(0)
			for i := range 12 * flood.addresses {
				if _, wait = g.IsPIN(guesser(g, fmt.Sprintf("192.168.2.%d", i%flood.addresses+1), here, RoleWatcher), "1234"); wait == 0 {
					guessed++
				}
			}
			if most := int(min(PIN.all.burst, PIN.one.burst*float64(flood.addresses))); guessed != most || wait != PIN.one.every && wait != PIN.all.every {
				t.Errorf("%d guesses counted, want %d; the next is to wait %v", guessed, most, wait)
			}
			if right, _ := g.IsPIN(guesser(g, "192.168.2.1", here, RoleWatcher), "4711"); right {
				t.Error("who guesses is let in")
			}
			if right, wait := g.IsCode(guesser(g, "192.168.2.1", here, RoleWatcher), "kitchen", g.Keys.Now().Code("kitchen")); !right {
				t.Errorf("who guesses PINs waits %v with the code", wait)
			}
			for _, free := range []struct {
				name, from string
				role       Role
				in         bool
			}{
				{"this computer", here, RoleWatcher, true},
				{"a seated phone", "192.168.3.1", RolePlayer, true},
				{"a host's phone", "192.168.3.2", RoleHost, true},
				{"a stranger from elsewhere", "192.168.3.3", RoleWatcher, flood.stranger},
			} {
				if right, _ := g.IsPIN(guesser(g, free.from, here, free.role), "4711"); right != free.in {
					t.Errorf("%s: the right PIN is %v, want %v", free.name, right, free.in)
				}
			}
			now = now.Add(wait)
			if right, wait := g.IsPIN(guesser(g, "192.168.2.1", here, RoleWatcher), "4711"); !right {
				t.Errorf("after the time that was said it is to wait %v more", wait)
			}
		})
	}
}

// TestASeatGivesNoEndlessGuesses: a player must not find the host's PIN either, nor a program on this computer.
func TestASeatGivesNoEndlessGuesses(t *testing.T) {
	g, now := NewGuard(NewKeys(), "4711"), time.Unix(0, 0)
	g.Limits.Now = func() time.Time { return now }
	seats, here := 0, 0
	for i := range 1000 {
		if _, wait := g.IsPIN(guesser(g, fmt.Sprintf("192.168.2.%d", i%250+1), "192.168.1.5", RolePlayer), "1234"); wait == 0 {
			seats++
		}
		if _, wait := g.IsPIN(guesser(g, "127.0.0.1", "127.0.0.1", RoleWatcher), "1234"); wait == 0 {
			here++
		}
	}
	if seats != int(PIN.all.burst) || here != int(PIN.one.burst) {
		t.Errorf("seated phones have %d guesses, this computer %d", seats, here)
	}
}

func TestAClockThatIsSetBackLocksNobodyOut(t *testing.T) {
	now := time.Unix(1e6, 0)
	l := NewLimiter()
	l.Now = func() time.Time { return now }
	l.Allow(PIN.one, "a phone")
	now = now.Add(-24 * time.Hour)
	if !l.Allow(PIN.one, "a phone") {
		t.Error("a day back, a phone with seven guesses left has none")
	}
}
