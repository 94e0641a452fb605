package nabit

import (
	"encoding/json"

	"tilewatch/engine/game"
	"tilewatch/engine/lexicon/definitions"
	"tilewatch/engine/nabit"
)

// explained is an answer to a challenge with what the challenged words mean. It shows them only now: before the verdict they
// would be a hint.
type explained struct {
	nabit.Answer
	Definitions map[string][]definitions.Sense // by word; empty for those that WordNet does not know
}

// defining are the rules, which say what words mean once they were challenged.
type defining struct{ *nabit.Table }

// Handle adds the definitions to an answer that has a verdict.
func (t defining) Handle(event []byte) game.Answer {
	answer := t.Table.Handle(event)
	whole := answer.Whole
	answer.Whole = func(line int) any {
		a := whole(line).(nabit.Answer)
		if a.Verdict == "" {
			return a
		}
		e := explained{a, map[string][]definitions.Sense{}}
		for _, word := range a.Challenged {
			e.Definitions[word] = append([]definitions.Sense{}, definitions.Define(word)...)
		}
		return e
	}
	return answer
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
