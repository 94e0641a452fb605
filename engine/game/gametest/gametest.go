// Package gametest plays random games against the rules of a game and checks what holds in all of them: every game reaches an
// end, nobody is left without a move that is open to them, undo followed by redo changes nothing, a refused event changes
// nothing, a corrected game is the one that had been played so from the start, and the events kept give the same state again.
package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// Table is what the games are played at. A game.Table is one by Of.
type Table interface {
	// Handle takes an event, or says why it is refused.
	Handle(event []byte) error
	State() any
	Events() []json.RawMessage
	CanUndo() bool
	CanRedo() bool
}

// Game is how a game is played at random.
type Game struct {
	// New is a table where no game has begun.
	New func() Table
	// Replay is the table to which these events of another lead; an error if one of them is refused.
	Replay func(events []json.RawMessage) (Table, error)
	// Start is a start of any kind.
	Start func(r *rand.Rand) any
	// Next is any event, as a player may send it; sometimes one that is refused.
	Next func(r *rand.Rand, state any) any
	// Onward is an event that brings the game on, and must be taken: what the players would do if nothing odd happened.
	Onward func(r *rand.Rand, state any) any
	// Over reports whether the game is at its end.
	Over func(state any) bool
	// Most is how many events a game may take.
	Most int
}

// inTheSuite is how many games are played unless GAMES says how many.
const inTheSuite = 300

// Games is how many games are played.
func Games(t *testing.T) int {
	t.Helper()
	text := os.Getenv("GAMES")
	if text == "" {
		return inTheSuite
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("GAMES=%q: say how many games to play", text)
	}
	return n
}

// Rand is the chance of one game.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 47)) }

// Run plays the games, each from its own seed.
func Run(t *testing.T, g Game) {
	t.Helper()
	games := Games(t)
	var all counts
	for seed := range uint64(games) {
		p := played{Game: g, r: Rand(seed), table: g.New(), counts: &all}
		if err := p.play(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.tail())
		}
	}
	t.Logf("%d games: %d events taken, %d refused, %d undone, %d redone, %d corrected, after which %d did not fit", games, all.taken, all.refused, all.undone, all.redone, all.corrections, all.misfits)
	if all.refused == 0 || all.undone < games || all.redone < games {
		t.Errorf("%+v in %d games: they say little", all, games)
	}
}

type counts struct{ taken, refused, undone, redone, corrections, misfits int }

// played is one game under way.
type played struct {
	Game
	r     *rand.Rand
	table Table
	sent  []byte // the newest event
	*counts
}

const (
	undo = `{"type":"undo"}`
	redo = `{"type":"redo"}`
)

// play plays the game; a panic of the rules is an error too.
func (p *played) play() (err error) {
	defer func() {
		if crash := recover(); crash != nil {
			err = fmt.Errorf("%v, at %s: %s", crash, p.sent, debug.Stack())
		}
	}()
	if err := p.send(p.Start(p.r), true); err != nil {
		return err
	}
	for range p.Most {
		if p.Over(p.table.State()) {
			if err := p.undoneAndRedone(); err != nil {
				return err
			}
			return p.replayed()
		}
		if err := p.step(); err != nil {
			return err
		}
	}
	return fmt.Errorf("no end after %d events", p.Most)
}

// step is one event, or several that must change nothing.
func (p *played) step() error {
	switch p.r.IntN(200) { // these take as long as the whole game
	case 0:
		return p.replayed()
	case 1:
		return p.corrected()
	}
	switch p.r.IntN(24) {
	case 0:
		return p.undoneAndRedone()
	case 1:
		if p.table.CanUndo() {
			return p.back()
		}
	case 2:
		if p.table.CanRedo() {
			return p.again()
		}
	case 3, 4, 5, 6, 7, 8:
		return p.send(p.Next(p.r, p.table.State()), false)
	}
	return p.send(p.Onward(p.r, p.table.State()), true)
}

// send sends an event; one that must be taken is an error otherwise.
func (p *played) send(event any, must bool) error {
	data, err := json.Marshal(event)
	if err != nil {
		return err
	}
	p.sent = data
	before := marshal(p.table.State())
	refused := p.table.Handle(data)
	if refused == nil {
		p.taken++
		return nil
	}
	p.refused++
	switch after := marshal(p.table.State()); {
	case must:
		return fmt.Errorf("%s is refused: %w, in the state %s", data, refused, after)
	case !bytes.Equal(before, after):
		return fmt.Errorf("%s is refused, and yet the state is\n%s, was\n%s", data, after, before)
	}
	return nil
}

func (p *played) back() error {
	p.undone++
	return p.table.Handle([]byte(undo))
}

func (p *played) again() error {
	p.redone++
	return p.table.Handle([]byte(redo))
}

// undoneAndRedone takes back one event to all of them, and brings them back.
func (p *played) undoneAndRedone() error {
	before, n := marshal(p.table.State()), 0
	for most := 1 + p.r.IntN(8); n < most && p.table.CanUndo(); n++ {
		if err := p.back(); err != nil {
			return err
		}
	}
	for range n {
		if err := p.again(); err != nil {
			return err
		}
	}
	if after := marshal(p.table.State()); !bytes.Equal(before, after) {
		return fmt.Errorf("after %d times undo and redo the state is\n%s, was\n%s", n, after, before)
	}
	return nil
}

// replayed plays the events that were kept again.
func (p *played) replayed() error {
	again, err := p.Replay(p.table.Events())
	if err != nil {
		return fmt.Errorf("replayed: %w", err)
	}
	if got, want := marshal(again.State()), marshal(p.table.State()); !bytes.Equal(got, want) {
		return fmt.Errorf("replayed, the state is\n%s, was\n%s", got, want)
	}
	return nil
}

// marshal is a state as text, to compare it.
func marshal(state any) []byte {
	data, err := json.Marshal(state)
	if err != nil {
		panic(fmt.Sprintf("a state does not marshal: %v", err)) // plain data
	}
	return data
}

// tail are the last events, to find what went wrong.
func (p *played) tail() []byte {
	const shown = 20
	events := p.table.Events()
	var text []byte
	for _, e := range events[max(0, len(events)-shown):] {
		text = append(append(text, e...), '\n')
	}
	return text
}
