package learn

import (
	"fmt"

	"tilewatch/engine"
	"tilewatch/vision/nabit"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/picture"
)

// ChanceExamples are what the chances of banks' counts are fitted to: the claims of all players' banks in pictures that are read as the program reads
// them, once with the camera and the tile set and once without. No scene of theirs may be one that the bank classifier has learned from.
type ChanceExamples struct {
	reader *nabit.Reader
	claims []racks.Claim
	tiles  []int
	all    choices
}

// NewChanceExamples has none yet; the reader reads the pictures.
func NewChanceExamples(reader *nabit.Reader) *ChanceExamples { return &ChanceExamples{reader: reader} }

// Add adds the players of one scene. Pictures that cannot be read say nothing of banks.
func (e *ChanceExamples) Add(s Scene) error {
	onBoard := map[engine.Color]int{}
	for _, color := range s.Colors {
		onBoard[engine.PlayerColors[color]]++
	}
	use := func(r *picture.Raster, h *hypothesis.Hypothesis) {
		shift := h.Shift()
		for _, c := range racks.Claims(r, h, racks.LooseLines(r, h, shift), onBoard, shift) {
			e.add(c, s.Banks)
		}
	}
	if err := e.reader.WithStructure(s.Picture, s.Camera, s.Set, use); err != nil {
		return nil
	}
	_ = e.reader.WithStructure(s.Picture, nil, nil, use)
	return nil
}

// add adds a player's claim, unless the picture cuts that bank.
func (e *ChanceExamples) add(c racks.Claim, banks []Bank) {
	x, tiles := choice{truth: none}, 0
	for _, signs := range c.Signs() {
		x.options = append(x.options, option{x: signs[:]})
	}
	for _, b := range banks {
		switch {
		case b.Color != c.Color:
		case !b.Whole:
			return
		case b.Tiles > 0:
			tiles = min(b.Tiles, racks.BankTiles)
			if x.truth = len(x.options) - 1; c.Shows(b.Top) {
				x.truth = tiles - 1
			}
		}
	}
	e.claims, e.tiles, e.all = append(e.claims, c), append(e.tiles, tiles), append(e.all, x)
}

// Len is the number of examples.
func (e *ChanceExamples) Len() int { return len(e.all) }

// chancePenalty keeps the weights of some hundred examples small: of a share of the penalties from a hundredth to ten, those about one were the likeliest
// in threefold cross-validation.
const chancePenalty = 1.0

// Fit are the weights under which the true counts are likeliest, and how reliable they are.
func (e *ChanceExamples) Fit() (racks.BankWeights, string) {
	var w racks.BankWeights
	copy(w.Signs[:], e.all.fit(racks.BankSigns, chancePenalty))
	banks := 0.0
	for _, n := range e.tiles {
		if n > 0 {
			w.Elsewhere[n-1]++
			banks++
		}
	}
	for i, n := range w.Elsewhere {
		w.Elsewhere[i] = (n + 0.5) / (banks + 0.5*racks.BankTiles) // Jeffreys
	}
	return w, e.reliability(&w)
}

// reliability says how often the likeliest counts are right, by how likely they are.
func (e *ChanceExamples) reliability(w *racks.BankWeights) (text string) {
	limits := []float64{0, 0.5, 0.8, 0.95, 1.01}
	var said, right, count [4]float64
	for i := range e.claims {
		chances := w.Of(&e.claims[i])
		best := 0
		for n, chance := range chances {
			if chance > chances[best] {
				best = n
			}
		}
		for b := range count {
			if chances[best] >= limits[b] && chances[best] < limits[b+1] {
				count[b]++
				said[b] += chances[best]
				right[b] += float64(one(best == e.tiles[i]))
			}
		}
	}
	text = "likeliest counts by their chance:"
	for b, n := range count {
		if n > 0 {
			text += fmt.Sprintf(" said %.3f, right %.3f of %.0f;", said[b]/n, right[b]/n, n)
		}
	}
	return text
}
