package nabit

import (
	"encoding/json"

	kernel "tilewatch/engine/game"
	"tilewatch/engine/lexicon/definitions"
	"tilewatch/engine/nabit"
)

// defining are the rules, which say what words mean once they were challenged. They do not before: that would be a hint.
type defining struct {
	*nabit.Table
	language string // of the words
}

// Handle adds the definitions to an answer that has a verdict.
func (t defining) Handle(event []byte) kernel.Answer {
	answer := t.Table.Handle(event)
	whole := answer.Whole
	answer.Whole = func(line int) any {
		a := whole(line).(nabit.Answer)
		if a.Verdict == "" {
			return a
		}
		senses := map[string][]definitions.Sense{} // empty for a word that WordNet does not know
		for _, word := range a.Challenged {
			senses[word] = []definitions.Sense{}
			if definitions.Explain(t.language) {
				senses[word] = append(senses[word], definitions.Define(word)...)
			}
		}
		merged, err := kernel.Merged(a, map[string]any{"definitions": senses})
		if err != nil {
			return a // the answer counts
		}
		return json.RawMessage(merged)
	}
	return answer
}
