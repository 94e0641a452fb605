package retold

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
)

// TestATallyEqualsARecount adds up made-up seasons, and counts again by hand: wins, the longest run of them, and who was ahead of whom.
func TestATallyEqualsARecount(t *testing.T) {
	names := []string{"Ana", "Ben", "ana ", "", "Cy", "Dee"}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var season [][]Player
		for range 1 + r.IntN(12) {
			var game []Player
			for i, c := range r.Perm(len(engine.PlayerColors))[:2+r.IntN(3)] {
				game = append(game, Player{Name: names[(i+r.IntN(2)*3)%len(names)], Color: engine.PlayerColors[c], Games: 1, Points: r.IntN(4), Wins: r.IntN(2)})
			}
			season = append(season, game)
		}
		var sum Tally
		for _, game := range season {
			sum.Add(game...)
		}
		for _, got := range sum.Players() {
			wins, streak, now, games := 0, 0, 0, 0
			against := map[string][3]int{}
			for _, game := range season {
				for i, p := range game {
					if p.key() != got.key() {
						continue
					}
					games, wins, now = games+1, wins+p.Wins, (now+1)*p.Wins
					streak = max(streak, now)
					for k, o := range game {
						if k == i || o.key() == p.key() {
							continue
						}
						n := against[o.key()]
						n[1-max(-1, min(1, 4*(p.Wins-o.Wins)+p.Points-o.Points))]++
						against[o.key()] = n
					}
				}
			}
			if got.Games != games || got.Wins != wins || got.Streak != streak || len(got.Against) != len(against) {
				t.Fatalf("season %d: %q has %d games, %d wins, %d in a row, %d others; want %d, %d, %d, %d", seed, got.Name, got.Games, got.Wins, got.Streak, len(got.Against), games, wins, streak, len(against))
			}
			for i, v := range got.Against {
				want := against[Player{Name: v.Name, Color: v.Color}.key()]
				if have := [3]int{v.Ahead, v.Even, v.Behind}; have != want || i > 0 && v.Games() > got.Against[i-1].Games() {
					t.Fatalf("season %d: %q against %q is %v, want %v", seed, got.Name, v.Name, have, want)
				}
			}
		}
	}
	if v := (Versus{Ahead: 2, Behind: 1, Even: 1}); fmt.Sprint(v.Games()) != "4" {
		t.Errorf("%v are %d games", v, v.Games())
	}
}
