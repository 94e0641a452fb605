package still

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Word is a word, who controls it, and how sure that is.
type Word struct {
	nabit.ControlledWord
	Confidence float64 `json:"confidence"`   // that the word is there and its controllers are right
	Or         []Rival `json:"or,omitempty"` // who else may control it, likeliest first; none where it is sure
}

// Rival is who else may control a word.
type Rival struct {
	Controllers []engine.Color `json:"controllers"` // none: the word does not lie there as it was read
	Chance      float64        `json:"chance"`
	If          *If            `json:"if,omitempty"` // what it hangs on; nil where no single fact decides
}

// If is what a fact must be.
type If struct {
	Key    string `json:"key"`    // as a question's
	Option string `json:"option"` // as an answer's
	Text   string `json:"text"`
	Fact   Fact   `json:"-"`
	Letter string `json:"-"` // of the stack; empty: it is one more tile at the word's end
	Nth    int    `json:"-"` // its number in the word, from 1, if the word has the letter more than once
}

// Limits of rivals.
const (
	leastRival = 0.02
	mostRivals = 2
	// leastHinge is by how much likelier a fact is where a rival controls the word than where not, to be named as what that hangs on.
	leastHinge = 0.5
)

// words are the words that were read, with how sure their control is.
func (w *worlds) words() []Word {
	words := make([]Word, len(w.read.words))
	for i, read := range w.read.words {
		words[i] = w.word(i, Word{ControlledWord: read})
	}
	return words
}

// word is the i-th word with how sure its control is.
func (w *worlds) word(i int, word Word) Word {
	var chances [1 << len(engine.PlayerColors)]float64 // by the set of controllers
	for k := range w.all {
		chances[w.all[k].control[i]] += 1.0 / float64(len(w.all))
	}
	said := setOf(word.Controllers)
	word.Confidence = math.Round(chances[said]*chanceUnit) / chanceUnit
	if word.Confidence >= Sure {
		return word
	}
	var rivals []option[uint8]
	for set, chance := range chances {
		if uint8(set) != said && chance >= leastRival {
			rivals = append(rivals, option[uint8]{uint8(set), chance})
		}
	}
	for _, o := range likeliestFirst(rivals)[:min(len(rivals), mostRivals)] {
		rival := Rival{Controllers: []engine.Color{}, Chance: math.Round(o.chance*chanceUnit) / chanceUnit, If: w.hinge(i, o.value)}
		for _, c := range engine.PlayerColors {
			if o.value&bit(c) != 0 {
				rival.Controllers = append(rival.Controllers, c)
			}
		}
		word.Or = append(word.Or, rival)
	}
	return word
}

func setOf(colors []engine.Color) (set uint8) {
	for _, c := range colors {
		set |= bit(c)
	}
	return set
}

// hinge is the fact of the i-th word, read otherwise, that best parts the worlds in which these control it from the others (Youden's index).
func (w *worlds) hinge(i int, set uint8) *If {
	word := w.read.words[i].Word
	var hinge *If
	for k, least := 0, leastHinge; k < len(w.doubts); k++ {
		d := &w.doubts[k]
		if d.Kind == BankFact || !slices.Contains(around(word), d.Place) {
			continue
		}
		var worlds, holding [2]float64 // in which others control it, and in which these do
		holds := make([][2]float64, len(d.options))
		for n := range w.all {
			side := 0
			if w.all[n].control[i] == set {
				side = 1
			}
			worlds[side]++
			holds[w.all[n].picks[k]][side]++
		}
		for pick, o := range d.options {
			holding = holds[pick]
			if gain := holding[1]/worlds[1] - holding[0]/max(worlds[0], 1); gain > least && o.value != w.said(d) {
				hinge, least = condition(d, o.value, word), gain
			}
		}
	}
	return hinge
}

// around are a word's places, and those before and behind it.
func around(word engine.Word) []engine.Place {
	places, step := word.Places(), word.Direction.Step()
	return append(places, word.Place.Sub(step), places[len(places)-1].Add(step))
}

// said is what was read of a stack's doubt.
func (w *worlds) said(d *doubt) int {
	switch c := &w.cells[d.cell]; {
	case d.Kind == ColorFact:
		return int(c.Color)
	case d.Kind == HeightFact:
		return c.Height
	case d.cell < w.read.cells:
		return 1
	}
	return 0
}

// condition puts into words what a doubt must be.
func condition(d *doubt, value int, word engine.Word) *If {
	f := &If{Key: d.String(), Option: d.value(value), Fact: d.Fact, Text: "one more tile belongs to the word"}
	n := slices.Index(word.Places(), d.Place)
	if n < 0 {
		return f
	}
	f.Letter = word.Text[n : n+1]
	the := "the " + f.Letter
	if strings.Count(word.Text, f.Letter) > 1 {
		f.Nth = n + 1
		the += fmt.Sprintf(" (letter %d)", f.Nth)
	}
	switch d.Kind {
	case HeightFact:
		f.Text = fmt.Sprintf("%s is %s high", the, f.Option)
	case ColorFact:
		f.Text = fmt.Sprintf("%s is %s", the, f.Option)
	default:
		f.Text = the + " is not a tile"
	}
	return f
}
