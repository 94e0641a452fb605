// Package dabble is DABBLE as a tenant of the program: its rules, its eyes and its page.
package dabble

import (
	_ "embed" // the sample

	"tilewatch/cmd/internal/tenant"
	rules "tilewatch/engine/dabble"
	eyes "tilewatch/vision/dabble"
	page "tilewatch/web/games/dabble"
)

// sample is a game that plays itself: it begins as the film in testdata does.
//
//go:embed sample.ndjson
var sample []byte

// Define is DABBLE.
func Define() tenant.Game {
	g := tenant.Define(rules.Game{}, eyes.Open, tenant.Page(page.Scoreboard)).Sampled(sample)
	g.Review = review
	return g
}
