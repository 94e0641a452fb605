// Package tabit is TABIT as a tenant of the program: its rules, its eyes and its page.
package tabit

import (
	"tilewatch/cmd/internal/tenant"
	rules "tilewatch/engine/tabit"
	eyes "tilewatch/vision/tabit"
	page "tilewatch/web/games/tabit"
)

// Define is TABIT.
func Define() tenant.Game {
	return tenant.Define(rules.Game{}, eyes.Open, tenant.Page(page.Scoreboard))
}
