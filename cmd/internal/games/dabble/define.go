// Package dabble is DABBLE as a tenant of the program: its rules, its eyes and its page.
package dabble

import (
	"tilewatch/cmd/internal/tenant"
	rules "tilewatch/engine/dabble"
	eyes "tilewatch/vision/dabble"
	page "tilewatch/web/games/dabble"
)

// Define is DABBLE.
func Define() tenant.Game {
	return tenant.Define(rules.Game{}, eyes.Open, tenant.Page(page.Scoreboard))
}
