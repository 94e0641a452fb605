package snag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"tilewatch/engine/game"
)

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

// UnmarshalJSON refuses names and values that are no options: a house rule that is silently ignored would spoil a game.
func (o *Options) UnmarshalJSON(data []byte) error {
	type plain Options
	var read plain
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return fmt.Errorf("no such option: %w: use scheme, games and false_call_penalty", err)
	}
	*o = Options(read)
	return nil
}

func (o Options) withDefaults() Options {
	if o.Scheme == "" {
		o.Scheme = Separate
	}
	if o.Scheme == Fixed && o.Games == 0 {
		o.Games = 3
	}
	return o
}

const maxPenalty = 20

func (o Options) check() []game.Violation {
	switch {
	case !slices.Contains([]Scheme{Separate, Series, Fixed}, o.Scheme):
		return game.Bad("no such reward %q: use separate, series or fixed", o.Scheme)
	case o.Scheme == Fixed && (o.Games < 2 || o.Games > 7):
		return game.Bad("a series of %d games: use 2 to 7", o.Games)
	case o.Scheme != Fixed && o.Games != 0:
		return game.Bad("the number of games can be set only with the reward fixed")
	case o.FalseCallPenalty < 0 || o.FalseCallPenalty > maxPenalty:
		return game.Bad("a wrong call costs 0 to %d tiles, not %d", maxPenalty, o.FalseCallPenalty)
	}
	return nil
}
