package snag

import "tilewatch/engine/game"

// Scheme is how winning is rewarded.
type Scheme string

// The three reward schemes of the rule sheet.
const (
	Separate Scheme = "separate" // each game by itself: 10 points and the differences
	Series   Scheme = "series"   // until someone has won 100 tiles: 100 points and the differences of the totals
	Fixed    Scheme = "fixed"    // 2 to 7 games: 100 points and the differences of the totals
)

// Options are a table's house rules. The zero value is the product's reading of the rule sheet.
type Options struct {
	Scheme Scheme `json:"scheme"`
	Games  int    `json:"games,omitempty"` // Fixed: how many, 2 to 7
	// FalseCallPenalty is how many won tiles' worth a wrong call costs; 0: none.
	FalseCallPenalty int `json:"false_call_penalty"`
}

// HouseRules are the options that hosts are asked for.
var HouseRules = game.HouseRules{
	{Name: "scheme", Values: []string{string(Separate), string(Series), string(Fixed)}},
	{Name: "games", Default: 3, Least: 2, Most: 7, With: "scheme=fixed"},
	{Name: "false_call_penalty", Most: 20},
}

// UnmarshalJSON refuses names and values that are no options.
func (o *Options) UnmarshalJSON(data []byte) error {
	type plain Options
	return HouseRules.Read(data, (*plain)(o))
}
