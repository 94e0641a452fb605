package still

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Score is a player's count with how sure it is.
type Score struct {
	nabit.Score
	Range
}

// Winner is how sure the winner is.
type Winner struct {
	Confidence float64        `json:"confidence"`   // that those who win are right
	Or         []engine.Color `json:"or,omitempty"` // who else may win, likeliest first
}

// Outlook is what a reading's doubts leave open of its count.
type Outlook struct {
	Words     []Word         `json:"words"`
	Scores    []Score        `json:"scores"`
	Winners   []engine.Color `json:"winners"`
	Winner    Winner         `json:"winner"`
	Questions []Question     `json:"questions"`
	Look      *Look          `json:"look,omitempty"` // nil where all heights are sure
}

// Outlook counts the reading and all that it may be instead; out is who played the last tile, or NoColor.
func (r Reading) Outlook(out engine.Color) Outlook {
	w := r.worlds(out)
	o := Outlook{Words: w.words(), Look: r.look(), Scores: []Score{}, Winners: []engine.Color{}, Questions: []Question{}}
	counted := r.Count(out)
	for _, s := range counted {
		chances := w.totals(s.Color)
		o.Scores = append(o.Scores, Score{s, rangeOf(s.Total, chances)})
	}
	o.Winners = append(o.Winners, nabit.Winners(counted)...)
	o.Winner = w.winner(o.Winners)
	if !o.sure() {
		o.Questions = append(o.Questions, w.questions(r)...)
	}
	return o
}

// sure says whether nothing need be asked.
func (o *Outlook) sure() bool {
	return o.Winner.Confidence >= Sure && !slices.ContainsFunc(o.Scores, func(s Score) bool { return s.Confidence < Sure })
}

// totals are the chances of a color's totals.
func (w *worlds) totals(c engine.Color) []float64 {
	var chances []float64
	for i := range w.all {
		n := w.all[i].totals[c-engine.PlayerColors[0]]
		for len(chances) <= n {
			chances = append(chances, 0)
		}
		chances[n] += 1.0 / float64(len(w.all))
	}
	return chances
}

// leastWinner is the chance from which somebody is named who may win.
const leastWinner = 0.05

// winner is how sure these winners are.
func (w *worlds) winner(winners []engine.Color) (win Winner) {
	said := setOf(winners)
	var others []option[engine.Color]
	for _, c := range engine.PlayerColors {
		others = append(others, option[engine.Color]{value: c})
	}
	share := 1.0 / float64(len(w.all))
	for i := range w.all {
		if w.all[i].winners == said {
			win.Confidence += share
			continue
		}
		for k := range others {
			if w.all[i].winners&bit(others[k].value)&^said != 0 {
				others[k].chance += share
			}
		}
	}
	win.Confidence = math.Round(win.Confidence*chanceUnit) / chanceUnit
	for _, o := range likeliestFirst(others) {
		if o.chance >= leastWinner {
			win.Or = append(win.Or, o.value)
		}
	}
	return win
}
