package nabit

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"tilewatch/engine"
)

// simulated is a game of testdata/games.ndjson.gz; see the README there.
type simulated struct {
	Seed    int
	Players []engine.Color
	Turns   []struct {
		Player     engine.Color
		Placements []Placement
		Words      []simulatedWord
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

func simulatedGames(t *testing.T) []simulated {
	t.Helper()
	f, err := os.Open("testdata/games.ndjson.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var games []simulated
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var g simulated
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return games
}

// TestSimulatedGames plays the games of an independent simulation, whose plays are all legal, and compares words,
// controllers, points and tiles after every turn. The simulation banks by another reading: here a tile is banked
// where both readings allow it, so banks, racks and bags are compared as long as they agreed.
func TestSimulatedGames(t *testing.T) {
	games := simulatedGames(t)
	if len(games) < 50 {
		t.Fatalf("%d games, want 50 at least", len(games))
	}
	turns := 0
	for _, game := range games {
		turns += replay(t, game)
	}
	t.Logf("%d games, %d plays", len(games), turns)
}

func replay(t *testing.T, game simulated) int {
	t.Helper()
	g := New(nil)
	a := g.Apply(Event{Type: Start, Players: game.Players})
	banks := map[engine.Color]int{}
	for i, turn := range game.Turns {
		for a.Next != turn.Player { // exchanges are not in the record
			if a = g.Apply(Event{Type: Skipped, Player: a.Next}); !a.OK {
				t.Fatalf("game %d, turn %d: %v", game.Seed, i+1, rules(a.Violations))
			}
		}
		a = g.Apply(Event{Type: Played, Player: turn.Player, Placements: turn.Placements})
		if !a.OK {
			t.Fatalf("game %d, turn %d is refused: %v", game.Seed, i+1, a.Violations)
		}
		if turn.Banks[turn.Player] > banks[turn.Player] && len(a.Nabbed) > 0 {
			if a = g.Apply(Event{Type: Banked, Player: turn.Player}); !a.OK {
				t.Fatalf("game %d, turn %d banks: %v", game.Seed, i+1, a.Violations)
			}
		}
		banks = turn.Banks
		compareWords(t, game.Seed, i+1, a.Words, turn.Words)
		for _, h := range g.State().Hands {
			if h.Banked == banks[h.Color] && (h.Rack != turn.Racks[h.Color] || h.Bag != turn.Bags[h.Color]) {
				t.Errorf("game %d, turn %d: %+v, want rack %d, bag %d", game.Seed, i+1, h, turn.Racks[h.Color], turn.Bags[h.Color])
			}
		}
		if s := g.State(); turn.Out != engine.NoColor && s.Hands[slices.Index(game.Players, turn.Out)].Banked == banks[turn.Out] && s.Out != turn.Out {
			t.Errorf("game %d, turn %d: %v is out, not %v", game.Seed, i+1, s.Out, turn.Out)
		}
	}
	return len(game.Turns)
}

func compareWords(t *testing.T, seed, turn int, got []ControlledWord, want []simulatedWord) {
	t.Helper()
	same := func(g ControlledWord, w simulatedWord) bool {
		return g.Word == w.Word && slices.Equal(g.Controllers, w.Controllers)
	}
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("game %d, turn %d: words\n%v, want\n%v", seed, turn, got, want)
	}
}
