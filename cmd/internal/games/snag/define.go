// Package snag is SNAG as a game of the program: its rules, its eyes and its page.
package snag

import (
	_ "embed" // the sample

	"tilewatch/cmd/internal/game"
	rules "tilewatch/engine/snag"
	eyes "tilewatch/vision/snag"
	page "tilewatch/web/games/snag"
)

// sample is a game that plays itself: it begins as the film in testdata does.
//
//go:embed sample.ndjson
var sample []byte

// Define is SNAG.
func Define() game.Game {
	return game.Define(rules.Game{}, eyes.Open, game.Page(page.Scoreboard)).Sampled(sample)
}
