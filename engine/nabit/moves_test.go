package nabit

import (
	"encoding/json"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/ndjson/ndjsontest"
)

// judgedMoves are random plays on a board with what the independent simulation says of them; see testdata's README.
type judgedMoves struct {
	Board []judgedCell
	Moves []judgedMove
}

type judgedCell BoardCell

func (c *judgedCell) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&c.Row, &c.Col, &c.Letter, &c.Color, &c.Height})
}

type judgedMove struct {
	Play
	reason string
}

func (m *judgedMove) UnmarshalJSON(data []byte) error {
	var tiles []judgedTile
	if err := json.Unmarshal(data, &[]any{&m.Color, &tiles, &m.reason}); err != nil {
		return err
	}
	for _, t := range tiles {
		m.Placements = append(m.Placements, Placement(t))
	}
	return nil
}

type judgedTile Placement

func (t *judgedTile) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&t.Row, &t.Col, &t.Letter})
}

// reasons are the rules that may be behind each of the simulation's reasons.
var reasons = map[string][]Rule{
	"two tiles on one stack":   {OnePerStack},
	"not in one row or column": {OneLine},
	"same letter":              {SameLetter},
	"too high":                 {MaxHeight},
	"first word too short":     {FirstPlay},
	"not linked":               {NotConnected},
	"covers a whole word":      {CoversWord},
	"gap between the tiles":    {OneLine, FirstPlay},
	"makes no word":            {NoNewWord},
}

func TestRandomPlaysAreJudgedAsByTheSimulation(t *testing.T) {
	checked := map[string]int{}
	for _, judged := range ndjsontest.Read[judgedMoves](t, "testdata/moves.ndjson.gz") {
		b := engine.Board{}
		for _, c := range judged.Board {
			b[c.Place] = c.Cell
		}
		for _, m := range judged.Moves {
			checked[m.reason]++
			found := rulesOf(Options{RequireContiguous: true}.Check(b, m.Play))
			if m.reason == "" && len(found) > 0 || m.reason != "" && !slices.ContainsFunc(reasons[m.reason], func(r Rule) bool { return slices.Contains(found, r) }) {
				t.Errorf("%v on %v: %v, want %q", m.Play, b, found, m.reason)
			}
			loose := rulesOf(Check(b, m.Play))
			if m.reason == "gap between the tiles" && slices.Contains(loose, OneLine) || m.reason == "" && len(loose) > 0 {
				t.Errorf("%v on %v without require_contiguous: %v", m.Play, b, loose)
			}
		}
	}
	if len(checked) < 9 || checked[""] < 1000 {
		t.Errorf("only %v", checked)
	}
}
