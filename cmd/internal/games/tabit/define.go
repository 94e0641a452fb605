// Package tabit is TABIT as a tenant of the program: its rules, its eyes and its page.
package tabit

import (
	_ "embed" // the sample

	"tilewatch/cmd/internal/tenant"
	rules "tilewatch/engine/tabit"
	eyes "tilewatch/vision/tabit"
	page "tilewatch/web/games/tabit"
)

// sample is a game that plays itself: it begins as the film in testdata does.
//
//go:embed sample.ndjson
var sample []byte

// Define is TABIT.
func Define() tenant.Game {
	return tenant.Define(rules.Game{}, eyes.Open, tenant.Page(page.Scoreboard)).Sampled(sample)
}
