package nabit

import (
	"fmt"
	"slices"

	"tilewatch/engine/game"
)

// Options are a table's house rules. The zero value is the product's reading of the rule sheet.
type Options struct {
	// RequireContiguous: the tiles of a turn must be part of one unbroken run.
	RequireContiguous bool `json:"require_contiguous"`
	// TieNabs: a word is nabbed even if the mover only shares its control.
	TieNabs  bool     `json:"tie_nabs"`
	Words    WordMode `json:"words"`
	Start    Starter  `json:"start"`
	TieBreak TieBreak `json:"tie_break"`
}

// WordMode says who judges whether new words are words.
type WordMode string

// Words are judged by challenge only (the default), or the word list warns, or it refuses the play.
const (
	ByChallenge WordMode = "challenge"
	WarnWords   WordMode = "warn"
	Enforce     WordMode = "enforce"
)

// Starter says how the first player was found. The engine takes the players in the order given; it keeps this for
// those who show or repeat the game.
type Starter string

// The youngest starts (the default), or whom the players agree on, or the lot.
const (
	Youngest Starter = "youngest"
	Agreed   Starter = "agreed"
	Lot      Starter = "lot"
)

// TieBreak says what decides between equal totals.
type TieBreak string

// Most top tiles (the default), or most words with an own tile on top.
const (
	TopTiles    TieBreak = "top_tiles"
	WordsTopped TieBreak = "words_topped"
)

// HouseRules are the options that hosts are asked for; the Start follows from how they name the first player.
var HouseRules = game.HouseRules{
	{Name: "words", Values: []string{string(ByChallenge), string(WarnWords), string(Enforce)}},
	{Name: "tie_break", Values: []string{string(TopTiles), string(WordsTopped)}},
	{Name: "require_contiguous"},
	{Name: "tie_nabs"},
}

// withDefaults names the defaults, so that a stored game says which reading it was played under.
func (o Options) withDefaults() Options {
	HouseRules.Fill(&o)
	if o.Start == "" {
		o.Start = Youngest
	}
	return o
}

// UnmarshalJSON refuses names and values that are no options.
func (o *Options) UnmarshalJSON(data []byte) error {
	type plain Options
	if err := HouseRules.Read(data, (*plain)(o)); err != nil {
		return err
	}
	return o.valid()
}

func (o Options) valid() error {
	if !slices.Contains([]Starter{"", Youngest, Agreed, Lot}, o.Start) {
		return fmt.Errorf("no such start %q: use youngest, agreed or lot", o.Start)
	}
	return HouseRules.Check(&o)
}
