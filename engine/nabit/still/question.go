package still

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Question asks for a fact that decides the count.
type Question struct {
	Key     string      `json:"key"` // what an answer begins with: KEY=OPTION
	Text    string      `json:"text"`
	Options []string    `json:"options"`        // the likely ones, the smallest first; another answer may be given
	Crop    *[4]float64 `json:"crop,omitempty"` // left, top, width, height of its part of the photo, pixels; none where nobody knows the place
	View    int         `json:"view,omitempty"` // of joined photos, the one with the crop; the first is 0
	Fact    Fact        `json:"-"`
	Letter  string      `json:"-"` // of the stack
	Word    string      `json:"-"` // that it is in
}

// Limits of the questions.
const (
	mostQuestions = 3
	// leastGain is by how much an answer must lessen the expected number of wrong totals and winners. On 220 rendered scenes, each with a profile and
	// without, .04 asked 1.8 questions a picture, and then .92 had all totals right; .15 1.1 and .90; .3 .66 and .85; without any .72.
	leastGain = 0.2
	// leastOption is the chance from which an answer is offered.
	leastOption = 0.02
	mostOptions = 5
)

// questions are the facts that lessen the expected number of wrong totals and winners most, one after the other (greedy expected value of
// information): the next is what helps most whatever the ones before are answered. None is asked once all is sure.
func (w *worlds) questions(r Reading) (asked []Question) {
	groups, left := [][]int{w.indices()}, w.loss(w.indices())
	for len(asked) < mostQuestions {
		best, least := -1, left-leastGain
		for k := range w.doubts {
			if loss := w.lossOf(w.split(groups, k)); loss < least {
				best, least = k, loss
			}
		}
		if best < 0 {
			break
		}
		groups, left = w.split(groups, best), least
		asked = append(asked, r.question(&w.doubts[best]))
	}
	return asked
}

// indices are those of all worlds.
func (w *worlds) indices() []int {
	all := make([]int, len(w.all))
	for i := range all {
		all[i] = i
	}
	return all
}

// split parts groups of worlds by what a doubt is in them.
func (w *worlds) split(groups [][]int, doubt int) (parts [][]int) {
	for _, g := range groups {
		var by [16][]int
		for _, i := range g {
			pick := w.all[i].picks[doubt]
			by[pick] = append(by[pick], i)
		}
		for _, part := range by {
			if len(part) > 0 {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

func (w *worlds) lossOf(groups [][]int) (loss float64) {
	for _, g := range groups {
		loss += w.loss(g)
	}
	return loss
}

// loss is how many totals and winners are expected to be wrong if the likeliest of a group of worlds are said, as a share of all worlds.
func (w *worlds) loss(group []int) (wrong float64) {
	most := func(of func(*world) int) {
		var count [64]int
		top := 0
		for _, i := range group {
			n := of(&w.all[i])
			count[n]++
			top = max(top, count[n])
		}
		wrong += float64(len(group) - top)
	}
	for k := range engine.PlayerColors {
		most(func(o *world) int { return min(o.totals[k], 63) })
	}
	most(func(o *world) int { return int(o.winners) })
	return wrong / float64(len(w.all))
}

// question asks for a doubt.
func (r Reading) question(d *doubt) Question {
	q := Question{Key: d.String(), Fact: d.Fact}
	var values []int
	for i, o := range d.options[:min(len(d.options), mostOptions)] {
		if i < 2 || o.chance >= leastOption {
			values = append(values, o.value)
		}
	}
	slices.Sort(values)
	for _, v := range values {
		q.Options = append(q.Options, d.value(v))
	}
	q.Letter, q.Word = r.named(d.Place)
	q.Text = q.ask()
	q.Crop, q.View = r.crop(d.Fact)
	return q
}

// ask puts the question into words.
func (q *Question) ask() string {
	last := len(q.Options) - 1
	or := strings.Join(q.Options[:last], ", ") + " or " + q.Options[last]
	at := fmt.Sprintf("row %d, column %d", q.Fact.Place.Row, q.Fact.Place.Col)
	switch q.Fact.Kind {
	case BankFact:
		name := q.Fact.Color.String()
		return fmt.Sprintf("How many tiles lie on %s's gray tile: %s?", strings.ToUpper(name[:1])+name[1:], or)
	case TileFact:
		return fmt.Sprintf("Does a tile of the board lie in %s?", at)
	case ColorFact:
		return fmt.Sprintf("Whose is the %s in %s (%s): %s?", q.Letter, q.Word, at, or)
	}
	return fmt.Sprintf("How many tiles high is the %s in %s (%s): %s?", q.Letter, q.Word, at, or)
}

// named names a stack by its letter and its longest word.
func (r Reading) named(at engine.Place) (letter, longest string) {
	b := r.Board()
	for _, word := range nabit.Words(b) {
		if slices.Contains(word.Places(), at) && len(word.Text) > len(longest) {
			longest = word.Text
		}
	}
	return b[at].Letter.String(), longest
}

// Of a crop, in sides of a tile.
const (
	cropStack = 2.5 // from the middle of a stack's face to the rim
	cropBank  = 4.0 // from the middle of a bank's top to the rim: its foot may lie far below
)

// crop is the part of the photo that shows a fact.
func (r Reading) crop(f Fact) (*[4]float64, int) {
	var sides []float64
	for _, c := range r.Cells {
		sides = append(sides, side(c.Corners))
	}
	slices.Sort(sides)
	if len(sides) == 0 {
		return nil, 0
	}
	around := func(x, y, reach float64) *[4]float64 {
		reach *= sides[len(sides)/2]
		left, top := max(0, math.Round(x-reach)), max(0, math.Round(y-reach))
		return &[4]float64{left, top, math.Round(x + reach - left), math.Round(y + reach - top)}
	}
	if f.Kind == BankFact {
		for _, b := range slices.Concat(r.Banks, r.Unlikely.Banks) {
			if b.color() == f.Color && b.Center != ([2]float64{}) {
				return around(b.Center[0], b.Center[1], cropBank), b.View
			}
		}
		return nil, 0
	}
	for _, c := range slices.Concat(r.Cells, r.Unlikely.Cells) {
		if c.Place == f.Place && c.Corners != ([4][2]float64{}) {
			x, y := middle(c.Corners)
			return around(x, y, cropStack), c.View
		}
	}
	return nil, 0
}

// side is the longest side of a face, pixels.
func side(c [4][2]float64) (most float64) {
	for i, p := range c {
		q := c[(i+1)%4]
		most = max(most, math.Hypot(q[0]-p[0], q[1]-p[1]))
	}
	return most
}
