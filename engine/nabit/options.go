package nabit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
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

// withDefaults names the defaults, so that a stored game says which reading it was played under.
func (o Options) withDefaults() Options {
	if o.Words == "" {
		o.Words = ByChallenge
	}
	if o.Start == "" {
		o.Start = Youngest
	}
	if o.TieBreak == "" {
		o.TieBreak = TopTiles
	}
	return o
}

// UnmarshalJSON refuses names and values that are no options: a house rule that is silently ignored would spoil
// a game.
func (o *Options) UnmarshalJSON(data []byte) error {
	type plain Options
	var read plain
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return fmt.Errorf("no such option: %w: use require_contiguous, tie_nabs, words, start and tie_break", err)
	}
	if err := Options(read).valid(); err != nil {
		return err
	}
	*o = Options(read)
	return nil
}

func (o Options) valid() error {
	if !slices.Contains([]WordMode{"", ByChallenge, WarnWords, Enforce}, o.Words) {
		return fmt.Errorf("no such word mode %q: use challenge, warn or enforce", o.Words)
	}
	if !slices.Contains([]Starter{"", Youngest, Agreed, Lot}, o.Start) {
		return fmt.Errorf("no such start %q: use youngest, agreed or lot", o.Start)
	}
	if !slices.Contains([]TieBreak{"", TopTiles, WordsTopped}, o.TieBreak) {
		return fmt.Errorf("no such tie break %q: use top_tiles or words_topped", o.TieBreak)
	}
	return nil
}
