// Package snag is SNAG as a tenant of the program: its rules, its eyes and its page.
package snag

import (
	"tilewatch/cmd/internal/tenant"
	rules "tilewatch/engine/snag"
	eyes "tilewatch/vision/snag"
	page "tilewatch/web/games/snag"
)

// Define is SNAG.
func Define() tenant.Game {
	return tenant.Define(rules.Game{}, eyes.Open, tenant.Page(page.Scoreboard))
}
