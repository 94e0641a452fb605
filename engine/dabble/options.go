package dabble

import "tilewatch/engine/game"

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

// HouseRules are the options that hosts are asked for.
var HouseRules = game.HouseRules{
	{Name: "language", Values: []string{string(English), string(Spanish)}, Suggested: map[string]string{"es": string(Spanish)}},
	{Name: "words", Values: []string{string(ByList), string(ByChallenge)}},
	{Name: "goal", Default: 500, Least: 1, Most: 1_000_000},
	{Name: "seconds", Default: DefaultSeconds, Least: 10, Most: 24 * 3600},
	{Name: "exchange_disqualifies"},
	{Name: "apostrophe_bonus", Yes: true},
	{Name: "challenge_keeps_win"},
}

func defaults() (o Options) {
	HouseRules.Preset(&o)
	return o
}

// UnmarshalJSON reads options over the defaults. It refuses names and values that are no options.
func (o *Options) UnmarshalJSON(data []byte) error {
	type plain Options
	read := plain(defaults())
	if err := HouseRules.Read(data, &read); err != nil {
		return err
	}
	HouseRules.Fill(&read)
	*o = Options(read)
	if err := o.Values.check(); err != nil {
		return err
	}
	o.Values = o.Values.upper()
	return nil
}
