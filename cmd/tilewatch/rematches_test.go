package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/web/browsertest"
)

// TestSeatsLastThroughTwoRematches has everybody keep name, color and place in the next game, and in the one after that, for which somebody has
// changed both.
func TestSeatsLastThroughTwoRematches(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"dabble", "nabit", "tabit", "snag"} {
		t.Run(game, func(t *testing.T) {
			e := newEvening(t, game, 390, 844)
			e.sends(`{"type":"finish"}`)
			e.again()
			e.seatsLast()
		})
	}
}

// again begins the next game of the same people: everybody has the name, the color and the place of before, for the server and on the page.
func (e *evening) again() {
	e.t.Helper()
	before := e.people()
	e.Tap(".ending [data-command*=rematch]")
	e.Until("the next game", `!document.querySelector('.chip.finished') && !document.querySelector('[data-command*=rematch]')`)
	if now := e.people(); !slices.Equal(now, before) {
		e.t.Errorf("after the rematch they are %v, before %v", now, before)
	}
	for _, p := range before {
		e.Until(p.Name+" is shown", fmt.Sprintf(`document.querySelector('.players [data-key=%s] .name')?.textContent.trim() === %q`, p.Color, p.Name))
	}
}

// seatsLast gives somebody another color, and another place where the game has places, in a game that nobody has played yet. Its rematch keeps both.
func (e *evening) seatsLast() {
	e.t.Helper()
	e.Tap(".tools [data-sheet=more]")
	e.Tap("#sheet[open] [data-sheet=seats]")
	e.Until("who sits where", `document.querySelector('#sheet[open] [data-command*=color]')`)
	e.Accessible("who sits where")
	for _, button := range []string{`#sheet [data-command*='"seat":']:not([aria-pressed])`, `#sheet [data-command*='"color":']`} {
		if !browsertest.Eval[bool](e.Browser, `Boolean(document.querySelector(`+fmt.Sprintf("%q", button)+`))`) {
			continue
		}
		before := e.people()
		e.Tap(button)
		e.Until("the page has it", `!document.body.matches('.busy')`)
		for begun := time.Now(); slices.Equal(e.people(), before); time.Sleep(50 * time.Millisecond) {
			if time.Since(begun) > time.Minute {
				e.t.Fatalf("%s: they are still %v", button, before)
			}
		}
	}
	e.Tap("#sheet [data-close]")
	e.sends(`{"type":"finish"}`)
	e.again()
}

// person is a player as the server knows one.
type person struct{ Name, Color, Place string }

// people are the players of the game, by name.
func (e *evening) people() []person {
	e.t.Helper()
	answer, err := http.Get(e.address + "/api/tables/1")
	if err != nil {
		e.t.Fatal(err)
	}
	defer answer.Body.Close()
	var state struct{ Players []person }
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil || len(state.Players) == 0 {
		e.t.Fatalf("status %d, %v", answer.StatusCode, err)
	}
	slices.SortFunc(state.Players, func(a, b person) int { return strings.Compare(a.Name, b.Name) })
	return state.Players
}
