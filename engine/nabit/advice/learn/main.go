// Command learn finds the weights that advice values plays by: two players with the same weights play games against each
// other, and what became of the words they controlled says what those were worth. It prints the weights after every
// round, and how often they beat a player who only counts the points of the play.
//
//	go run ./engine/nabit/advice/learn -games 1000 -rounds 3
package main

import (
	"flag"
	"fmt"
	"log"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/advice"
)

func main() {
	log.SetFlags(0)
	games := flag.Int("games", 500, "games to learn from in each round, and to be measured with")
	rounds := flag.Int("rounds", 3, "rounds of learning")
	flag.Parse()
	words, weights := lexicon.Default(), advice.Learned
	fmt.Println("those in use against points alone:", match(words, weights, advice.Weights{}, *games))
	for round := range *rounds {
		learned, err := learn(words, weights, *games, uint64(round))
		if err != nil {
			log.Fatal("learn: ", err)
		}
		weights = mean(weights, learned) // half the way: the words' worth depends on how one plays
		fmt.Printf("round %d: %.2f\n", round+1, weights)
		fmt.Println("against points alone:", match(words, weights, advice.Weights{}, *games))
		fmt.Println("against those in use:", match(words, weights, advice.Learned, *games))
	}
}

// learn plays games and fits the weights to them.
func learn(words *lexicon.Lexicon, w advice.Weights, games int, round uint64) (advice.Weights, error) {
	var f fit
	for n := range games {
		g := newGame(words, round<<32|uint64(n), w, w)
		g.whim = 0.3 // without it all games would be alike, and plays that are never made would teach nothing
		f.add(g.play())
	}
	return f.weights()
}

func mean(a, b advice.Weights) advice.Weights {
	for who := range a.Risk {
		for level := range a.Risk[who] {
			a.Risk[who][level] = (a.Risk[who][level] + b.Risk[who][level]) / 2
		}
	}
	a.Tile, a.Blank = (a.Tile+b.Tile)/2, (a.Blank+b.Blank)/2
	return a
}

// result counts the games of the first player.
type result struct {
	won, tied, lost int
	margin          float64 // mean difference of points
}

func (r result) String() string {
	n := float64(r.won + r.tied + r.lost)
	return fmt.Sprintf("won %.1f %%, tied %.1f %% of %.0f games, %+.2f points a game", 100*float64(r.won)/n, 100*float64(r.tied)/n, n, r.margin)
}

// match lets two players play so many games, both of them first in half of them.
func match(words *lexicon.Lexicon, a, b advice.Weights, games int) result {
	var r result
	sum := 0
	for n := range games {
		first, second := a, b
		if n%2 == 1 {
			first, second = b, a
		}
		g := newGame(words, 1<<60|uint64(n/2), first, second)
		g.play()
		d := g.total(0) - g.total(1)
		if n%2 == 1 {
			d = -d
		}
		switch {
		case d > 0:
			r.won++
		case d < 0:
			r.lost++
		default:
			r.tied++
		}
		sum += d
	}
	r.margin = float64(sum) / float64(games)
	return r
}
