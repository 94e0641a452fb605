package nabit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
)

// Nab is a word that changed hands: the word as it reads now, and who controlled it before, the mover left out.
type Nab struct {
	Word string         `json:"word"`
	From []engine.Color `json:"from"`
}

// Nabbed are the words the play nabs, in the order of Words, by the product's reading: the word shares a cell with
// an earlier word in its line that the mover did not control alone; the mover stacked a tile in it at its highest
// level; the mover now controls it alone, and controlled none of those earlier words alone.
func Nabbed(before, after engine.Board, p Play) []Nab { return Options{}.Nabbed(before, after, p) }

// Nabbed is Nabbed under these options (TieNabs).
func (o Options) Nabbed(before, after engine.Board, p Play) []Nab {
	var nabs []Nab
	for _, w := range NewWords(before, after, p) {
		if from, ok := o.nab(before, after, p, w); ok {
			nabs = append(nabs, Nab{w.Text, orEmpty(from)})
		}
	}
	return nabs
}

func (o Options) nab(before, after engine.Board, p Play, w engine.Word) ([]engine.Color, bool) {
	now := Controllers(after, w)
	alone := len(now) == 1 && now[0] == p.Color
	if !alone && !(o.TieNabs && slices.Contains(now, p.Color)) || !stackedOnTop(before, after, p, w) {
		return nil, false
	}
	earlier := earlierWords(before, w)
	var from []engine.Color
	for _, e := range earlier {
		owners := Controllers(before, e)
		if len(owners) == 1 && owners[0] == p.Color {
			return nil, false
		}
		from = append(from, owners...)
	}
	from = slices.DeleteFunc(from, func(c engine.Color) bool { return c == p.Color })
	slices.Sort(from) // engine.PlayerColors are in this order
	return slices.Compact(from), len(earlier) > 0
}

// stackedOnTop reports whether the play put a tile on a stack of the word, at the word's highest level.
func stackedOnTop(before, after engine.Board, p Play, w engine.Word) bool {
	top, cells := highest(after, w), w.Places()
	for _, t := range p.Placements {
		_, stacked := before[t.Place]
		if stacked && after[t.Place].Height == top && slices.Contains(cells, t.Place) {
			return true
		}
	}
	return false
}

// earlierWords are the words that stood in w's line on at least one of its cells.
func earlierWords(before engine.Board, w engine.Word) []engine.Word {
	var words []engine.Word
	for _, p := range w.Places() {
		if _, ok := before[p]; !ok {
			continue
		}
		e, ok := wordThrough(before, p, w.Direction)
		if ok && !slices.Contains(words, e) {
			words = append(words, e)
		}
	}
	return words
}

// sortWords puts words in the order of Words, in place.
func sortWords(words []engine.Word) []engine.Word {
	slices.SortFunc(words, func(a, b engine.Word) int {
		return cmp.Or(cmp.Compare(a.Direction, b.Direction), engine.ComparePlaces(a.Place, b.Place))
	})
	return words
}
