// Package snag is SNAG as a tenant of the program: its rules, its eyes and its page.
package snag

import (
	_ "embed" // the sample

	"tilewatch/cmd/internal/tenant"
	rules "tilewatch/engine/snag"
	eyes "tilewatch/vision/snag"
	page "tilewatch/web/games/snag"
)

// sample is a game that plays itself: it begins as the film in testdata does.
//
//go:embed sample.ndjson
var sample []byte

// Define is SNAG.
func Define() tenant.Game {
	return tenant.Define(rules.Game{}, eyes.Open, tenant.Page(page.Scoreboard)).Sampled(sample)
}
