// Package dabble is DABBLE as a game of the program: its rules, its eyes and its page.
package dabble

import (
	_ "embed" // the sample

	"tilewatch/cmd/internal/game"
	rules "tilewatch/engine/dabble"
	eyes "tilewatch/vision/dabble"
	page "tilewatch/web/games/dabble"
)

// sample is a game that plays itself: it begins as the film in testdata does.
//
//go:embed sample.ndjson
var sample []byte

// Define is DABBLE.
func Define() game.Game {
	g := game.Define(rules.Game{}, eyes.Open, game.Page(page.Scoreboard)).Sampled(sample)
	g.Review = review
	return g
}
