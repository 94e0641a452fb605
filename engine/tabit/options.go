package tabit

import (
	"encoding/json"

	"tilewatch/engine/game"
)

// Options are the house rules.
type Options struct {
	// LettersInOrder wants the word as the letters lie in their boxes; otherwise any order of the boxes spells it.
	LettersInOrder bool `json:"letters_in_order"`
	// Goal is how many points win.
	Goal int `json:"goal"`
}

// HouseRules are the options that hosts are asked for.
var HouseRules = game.HouseRules{{Name: "letters_in_order"}, {Name: "goal", Default: 1000, Least: 1, Most: 1_000_000}}

// DefaultOptions are the rule sheet's.
var DefaultOptions = func() (o Options) { HouseRules.Preset(&o); return o }()

// readOptions are read over the rule sheet's. Names that are no options are refused, but for those of games that were kept before that.
type readOptions struct {
	Options
	kept bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *readOptions) UnmarshalJSON(data []byte) error {
	if o.kept {
		return json.Unmarshal(data, &o.Options)
	}
	return HouseRules.Read(data, &o.Options)
}
