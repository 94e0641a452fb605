package dabble

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Options are a table's house rules. Their zero value is not: see defaults.
type Options struct {
	// ExchangeDisqualifies: who exchanged tiles in a round cannot win it any more, unless everybody has.
	ExchangeDisqualifies bool `json:"exchange_disqualifies"`
	// ApostropheBonus: every player, winner or not, adds the points of each word with an apostrophe. Without it such a word still counts
	// double where words count: as the highest of a round that all have finished, in the category, and when it is struck.
	ApostropheBonus bool `json:"apostrophe_bonus"`
	// ChallengeKeepsWin: a word that is challenged and wrong costs its points, but not the win with five words.
	ChallengeKeepsWin bool     `json:"challenge_keeps_win"`
	Words             WordMode `json:"words"`
	Language          Language `json:"language"`
	Goal              int      `json:"goal"`    // points that end the game
	Seconds           int      `json:"seconds"` // of the timer
	Values            Values   `json:"values,omitempty"`
}

// WordMode says who judges whether a full tier is a word.
type WordMode string

// The word list judges (the default), and a challenge may overrule it; or challenges alone do, and until then every full tier
// is a word.
const (
	ByList      WordMode = "list"
	ByChallenge WordMode = "challenge"
)

// Language says which tiles are in the bag, and which words count.
type Language string

// English play leaves the six tiles RR, LL and Ñ in the box; Spanish play uses them.
const (
	English Language = "english"
	Spanish Language = "spanish"
)

// DefaultSeconds is what the sand timer of the box runs for.
const DefaultSeconds = 5 * 60

func defaults() Options {
	return Options{ApostropheBonus: true, Words: ByList, Language: English, Goal: 500, Seconds: DefaultSeconds}
}

// UnmarshalJSON reads options over the defaults. It refuses names and values that are no options: a house rule that is silently
// ignored would spoil a game.
func (o *Options) UnmarshalJSON(data []byte) error {
	type plain Options
	read := plain(defaults())
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return fmt.Errorf("options: %w: use exchange_disqualifies, apostrophe_bonus, challenge_keeps_win, words, language, goal, seconds and values", err)
	}
	if err := Options(read).valid(); err != nil {
		return err
	}
	*o = Options(read)
	o.Values = o.Values.upper()
	return nil
}

func (o Options) valid() error {
	switch {
	case !slices.Contains([]WordMode{ByList, ByChallenge}, o.Words):
		return fmt.Errorf("no such word mode %q: use list or challenge", o.Words)
	case !slices.Contains([]Language{English, Spanish}, o.Language):
		return fmt.Errorf("no such language %q: use english or spanish", o.Language)
	case o.Goal < 1 || o.Goal > 1e6:
		return fmt.Errorf("a goal of %d points: use 1 to 1000000", o.Goal)
	case o.Seconds < 10 || o.Seconds > 24*3600:
		return fmt.Errorf("a timer of %d seconds: use 10 seconds to a day", o.Seconds)
	}
	return o.Values.check()
}
