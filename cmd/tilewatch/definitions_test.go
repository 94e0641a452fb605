package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
)

// lexiconOf is each game's built-in list.
func lexiconOf(game string) (*lexicon.Lexicon, error) { return lexicon.OpenFor(game, "") }

func TestDefinitionsAreShownOnlyAfterTheVerdict(t *testing.T) {
	events := `{"type":"start","game":"nabit","players":["yellow","green"]}
{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}
{"type":"challenge","by":"green","word":"GAME"}
{"type":"play","player":"green","placements":[{"row":0,"col":4,"letter":"Q"}]}
{"type":"challenge","by":"yellow","word":"GAMEX"}
{"type":"challenge","by":"yellow","word":"GAMEQ"}
`
	var out bytes.Buffer
	if err := keepRules(context.Background(), strings.NewReader(events), &out, lexiconOf); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 6 {
		t.Fatalf("%d answers: %s", len(lines), out.String())
	}
	for i, want := range []struct {
		verdict, word string
		known         bool
	}{{}, {}, {"rejected", "GAME", true}, {}, {}, {"upheld", "GAMEQ", false}} {
		var a struct {
			Verdict     string
			Definitions map[string][]definitions.Sense
		}
		if err := json.Unmarshal([]byte(lines[i]), &a); err != nil {
			t.Fatalf("%q: %v", lines[i], err)
		}
		senses, there := a.Definitions[want.word]
		if a.Verdict != want.verdict || there != (want.word != "") || (len(senses) > 0) != want.known || !there && strings.Contains(lines[i], "definitions") {
			t.Errorf("answer %d: verdict %q, definitions %v", i+1, a.Verdict, a.Definitions)
		}
	}
}
