package nabit

import (
	"encoding/json"

	"tilewatch/engine/lexicon/definitions"
	"tilewatch/engine/nabit"
)

// explained is an answer to a challenge with what the challenged words mean. It shows them only now: before the verdict they
// would be a hint.
type explained struct {
	nabit.Answer
	Definitions map[string][]definitions.Sense // by word; empty for those that WordNet does not know
}

// explain adds the definitions to an answer that has a verdict.
func explain(game *nabit.Game, a nabit.Answer) any {
	if !a.OK || a.Verdict == "" {
		return a
	}
	last := game.State().Last
	if last == nil || last.Challenge == nil {
		return a
	}
	e := explained{a, map[string][]definitions.Sense{}}
	for _, word := range last.Challenge.Words {
		e.Definitions[word] = append([]definitions.Sense{}, definitions.Define(word)...)
	}
	return e
}

// MarshalJSON writes the answer's fields and definitions.
func (e explained) MarshalJSON() ([]byte, error) {
	answer, err := json.Marshal(e.Answer)
	if err != nil {
		return nil, err
	}
	more, err := json.Marshal(e.Definitions)
	if err != nil {
		return nil, err
	}
	answer = append(answer[:len(answer)-1], `,"definitions":`...)
	return append(append(answer, more...), '}'), nil
}
