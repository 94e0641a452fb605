// Package tabit is TABIT as a game of the program: its rules, its eyes and its page.
package tabit

import (
	_ "embed" // the sample

	"tilewatch/cmd/internal/game"
	rules "tilewatch/engine/tabit"
	eyes "tilewatch/vision/tabit"
	page "tilewatch/web/games/tabit"
)

// sample is a game that plays itself: it begins as the film in testdata does.
//
//go:embed sample.ndjson
var sample []byte

// Define is TABIT.
func Define() game.Game {
	return game.Define(rules.Game{}, eyes.Open, game.Page(page.Scoreboard)).Sampled(sample)
}
