package nabit

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

// reason is one, told in the reader's language.
type reason struct {
	Is   string
	Said []string // what speaks for it, and against it
}

// Strengths of evidence, in nats: odds of 3 to 1 are clear, of 100 to 1 strong. Less than a tenth of a nat is not told.
const (
	strongNats = 4.6
	clearNats  = 1.1
	leastNats  = 0.1
)

// Reasons tell why the tile was read as it was.
func (c photoCell) Reasons() (all []reason) {
	for _, r := range c.Why {
		t := reason{Is: c.T("after.photo.why."+r.What, "is", c.answer(r.What, r.Is), "not", c.answer(r.What, r.Not))}
		var pro, contra []string
		for _, by := range slices.SortedFunc(maps.Keys(r.Nats), func(a, b string) int {
			return cmp.Or(cmp.Compare(math.Abs(r.Nats[b]), math.Abs(r.Nats[a])), cmp.Compare(a, b))
		}) {
			switch nats := r.Nats[by]; {
			case nats >= leastNats:
				pro = append(pro, c.strength(by, nats))
			case nats <= -leastNats:
				contra = append(contra, c.strength(by, -nats))
			}
		}
		if len(pro) > 0 {
			t.Said = append(t.Said, c.T("after.photo.why.for", "list", c.List(pro)))
		}
		if len(contra) > 0 {
			t.Said = append(t.Said, c.T("after.photo.why.against", "list", c.List(contra)))
		}
		all = append(all, t)
	}
	return all
}

// strength names a kind of evidence and how much it says.
func (c photoCell) strength(by string, nats float64) string {
	how := "slight"
	switch {
	case nats >= strongNats:
		how = "strong"
	case nats >= clearNats:
		how = "clear"
	}
	name := by
	if key := "after.photo.why.by." + by; c.Has(key) {
		name = c.T(key)
	}
	return c.T("after.photo.why."+how, "by", name)
}

// answer is what a cell was read as, or was not, in the reader's language.
func (c photoCell) answer(what, is string) string {
	if color, err := engine.ParsePlayerColor(is); what == "color" && err == nil {
		return c.Name(color)
	}
	if is == still.BlankAnswer {
		return c.T("after.photo.why.blank")
	}
	return is
}
