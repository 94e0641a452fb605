package nabit

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/ndjson/ndjsontest"
)

// simulated is a game of testdata/*.ndjson.gz; see the README there.
type simulated struct {
	Seed    int
	Players []engine.Color
	Turns   []struct {
		Player     engine.Color
		Placements []Placement
		Words      []simulatedWord
		Controlled map[engine.Color]int
		Banks      map[engine.Color]int
		Racks      map[engine.Color]int
		Bags       map[engine.Color]int
		Out        engine.Color
	}
}

// simulatedWord is text, row, col, direction, controllers.
type simulatedWord ControlledWord

func (w *simulatedWord) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&w.Text, &w.Row, &w.Col, &w.Direction, &w.Controllers})
}

// TestSimulatedGames plays the games of an independent simulation, whose plays are all legal, and compares words,
// controllers and the number of controlled words after every turn. The simulation nabs, and so banks, by another
// reading: each game is played once with a tile banked where both readings allow it, so that tiles and the end can be
// compared as long as they agreed, and once with a tile banked for every nab of ours. Every time, a fifth of the games is played the one way and
// another fifth the other; ALLGAMES=1 plays all both ways.
func TestSimulatedGames(t *testing.T) {
	games := append(ndjsontest.Read[simulated](t, "testdata/games.ndjson.gz"), ndjsontest.Read[simulated](t, "testdata/more.ndjson.gz")...)
	if len(games) < 500 {
		t.Fatalf("%d games, want 500 at least", len(games))
	}
	var sum replayed
	played := 0
	for i, game := range games {
		for way, always := range []bool{false, true} {
			if allGames() || i%5 == way {
				(&replay{T: t, simulated: game, sum: &sum, always: always}).run()
				played++
			}
		}
	}
	t.Logf("%d games played of %d: %+v", played, len(games), sum)
	if sum.nabs < 500 || sum.banks < 300 || sum.tilesCompared < 500 || sum.ends < 20 || sum.short < 10 {
		t.Error("the test says little")
	}
}

// allGames reports whether a test may take long.
func allGames() bool { return os.Getenv("ALLGAMES") != "" }

// replay is a simulated game in our hands.
type replay struct {
	*testing.T
	simulated
	always bool // bank whenever it is allowed
	sum    *replayed

	game   *Game
	answer Answer
}

// replayed counts, so that a test that compares little is noticed.
type replayed struct{ plays, nabs, banks, tilesCompared, ends, short int }

func (r *replay) run() {
	r.game = New(nil)
	r.answer = r.game.Apply(Event{Type: Start, Players: r.Players})
	banks := map[engine.Color]int{}
	for i, turn := range r.Turns {
		before := r.game.Board()
		for r.answer.OK && r.answer.Next != turn.Player && !r.answer.Over { // turns without a play are not in the record
			r.answer = r.game.Apply(Event{Type: Skipped, Player: r.answer.Next})
		}
		r.answer = r.game.Apply(Event{Type: Played, Player: turn.Player, Placements: turn.Placements})
		if r.always && !r.answer.OK && r.outOfTiles(turn.Player) {
			r.sum.short++ // what was banked in addition is missing now
			return
		}
		if !r.answer.OK {
			r.Fatalf("game %d, turn %d is refused: %v", r.Seed, i+1, r.answer.Violations)
		}
		r.sum.plays++
		r.compareWords(i)
		r.compareNabs(i, before)
		r.bank(turn.Player, turn.Banks[turn.Player] > banks[turn.Player])
		if banks = turn.Banks; !r.always {
			r.compareTiles(i)
		}
	}
}

// outOfTiles reports whether the player, having banked more than in the simulation, lacks tiles.
func (r *replay) outOfTiles(c engine.Color) bool {
	rule := r.answer.Violations[0].Rule
	return rule == TooManyTiles || rule == GameOver
}

func (r *replay) bank(c engine.Color, simulated bool) {
	r.sum.nabs += len(r.answer.Nabbed)
	if r.answer.MayBank != c || !r.always && !simulated {
		return
	}
	r.sum.banks++
	if r.answer = r.game.Apply(Event{Type: Banked, Player: c}); !r.answer.OK {
		r.Fatalf("game %d: %v cannot bank: %v", r.Seed, c, r.answer.Violations)
	}
}

func (r *replay) compareTiles(i int) {
	turn := r.Turns[i]
	for _, h := range r.answer.Hands {
		if h.Banked != turn.Banks[h.Color] {
			continue
		}
		r.sum.tilesCompared++
		if h.Rack != turn.Racks[h.Color] || h.Bag != turn.Bags[h.Color] {
			r.Errorf("game %d, turn %d: %+v, want rack %d, bag %d", r.Seed, i+1, h, turn.Racks[h.Color], turn.Bags[h.Color])
		}
	}
	if i := slices.Index(r.Players, turn.Out); i >= 0 && r.answer.Hands[i].Banked == turn.Banks[turn.Out] {
		r.sum.ends++
		if !r.answer.Over || r.answer.Scores[i].Out != 1 {
			r.Errorf("game %d, turn %d: %v is not out", r.Seed, i+1, turn.Out)
		}
	}
}

func (r *replay) compareWords(i int) {
	same := func(g ControlledWord, w simulatedWord) bool {
		return g.Word == w.Word && slices.Equal(g.Controllers, w.Controllers)
	}
	if want := r.Turns[i].Words; !slices.EqualFunc(r.answer.Words, want, same) {
		r.Errorf("game %d, turn %d: words\n%v, want\n%v", r.Seed, i+1, r.answer.Words, want)
	}
	for _, s := range r.answer.Scores {
		if want := r.Turns[i].Controlled[s.Color]; s.Words != want {
			r.Errorf("game %d, turn %d: %v controls %d words, want %d", r.Seed, i+1, s.Color, s.Words, want)
		}
	}
}

// compareNabs takes the reading of nabbing word for word, without looking for anything cleverly.
func (r *replay) compareNabs(i int, before engine.Board) {
	play, after := Play{r.Turns[i].Player, r.Turns[i].Placements}, r.game.Board()
	if got, want := nabText(r.answer.Nabbed), nabText(naiveNabs(before, after, play)); got != want {
		r.Errorf("game %d, turn %d: nabbed %q, want %q", r.Seed, i+1, got, want)
	}
}

func naiveNabs(before, after engine.Board, play Play) []Nab {
	var nabs []Nab
	stood := Words(before)
	for _, word := range Words(after) {
		cells, own, stacked := word.Places(), false, false
		var from []engine.Color
		shares := false
		for _, earlier := range stood {
			if earlier.Direction != word.Direction || !slices.ContainsFunc(earlier.Places(), func(p engine.Place) bool { return slices.Contains(cells, p) }) {
				continue
			}
			shares = true
			controllers := Controllers(before, earlier)
			own = own || len(controllers) == 1 && controllers[0] == play.Color
			from = append(from, controllers...)
		}
		for _, t := range play.Placements {
			stacked = stacked || before[t.Place].Height > 0 && slices.Contains(cells, t.Place) &&
				!slices.ContainsFunc(cells, func(p engine.Place) bool { return after[p].Height > after[t.Place].Height })
		}
		if now := Controllers(after, word); shares && !own && stacked && len(now) == 1 && now[0] == play.Color {
			from = slices.DeleteFunc(from, func(c engine.Color) bool { return c == play.Color })
			slices.Sort(from)
			nabs = append(nabs, Nab{word.Text, slices.Compact(from)})
		}
	}
	return nabs
}
