package vision

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// banks finds the stack of each color that most looks like a bank among the faces beside the structure, and leaves what else lies in lines:
// those are racks.
func (r *raster) banks(s *structure, chains []chain, shift hue) (banks []engine.Bank, racks []chain, warnings []engine.Warning) {
	best, around := map[engine.Color]*bankFound{}, r.amongst(chains, shift)
	r.bestBanks(s, topsOf(chains), around, bankSure, best)
	r.bestBanks(s, r.bareTops(s, chains, best, shift), around, bareSure, best)
	for _, color := range engine.PlayerColors {
		b := best[color]
		if b == nil {
			continue
		}
		chains = without(chains, b.face)
		if !r.whole(&b.stackView) {
			warnings = append(warnings, engine.Warning{
				Code:    "bank_cut",
				Message: "the " + color.String() + " bank reaches out of the picture and is not counted: show the whole table",
			})
			continue
		}
		banks = append(banks, engine.Bank{Color: color, Tiles: b.level - 1, Center: b.pixel(0, 0, float64(b.level))})
	}
	for _, c := range chains {
		if len(c) > 1 {
			racks = append(racks, c)
		}
	}
	return banks, racks, warnings
}

// topsOf are the faces that may be tops of banks: a bank may lie beside a rack, at its end, but not in it.
func topsOf(chains []chain) (tops []*looseFace) {
	for _, c := range chains {
		tops = append(tops, &c[0])
		if len(c) > 1 {
			tops = append(tops, &c[len(c)-1])
		}
	}
	return tops
}

// bestBanks takes the likeliest bank of each color, if its odds are more than sure and than those of the one that there is.
func (r *raster) bestBanks(s *structure, tops []*looseFace, around *among, sure float64, best map[engine.Color]*bankFound) {
	found := make([]bankFound, len(tops))
	onAllCores(len(tops), func(i int) { found[i] = r.bankUnder(s, tops[i], around) })
	for i := range found {
		b, sure := &found[i], sure
		if b.face.score < looseKept {
			sure = max(sure, bareDull)
		}
		if other := best[b.color]; b.odds > sure && (other == nil || b.odds > other.odds) {
			best[b.color] = b
		}
	}
}

// bankUnder judges all heights that a stack under a face may have.
func (r *raster) bankUnder(s *structure, f *looseFace, around *among) bankFound {
	b := bankFound{color: f.color, face: f, odds: math.Inf(-1)}
	if _, _, eye := s.eye(); eye < 2*bankTop {
		return b // no camera stands so low
	}
	top := r.topOf(s, f, around)
	var x [bankWays][stackInputs]float32
	var views [bankWays]stackView
	for i := range x {
		x[i], views[i] = r.stackFeatures(s, &top, i+bankLow)
	}
	way, odds := banksJudge().best(&x)
	b.stackView, b.odds = views[way-1], odds
	return b
}

// without are the chains without a face.
func without(chains []chain, f *looseFace) []chain {
	var left []chain
	for _, c := range chains {
		if i := slices.IndexFunc(c, func(o looseFace) bool { return o.apart(f) < sameTop }); i >= 0 {
			c = slices.Delete(slices.Clone(c), i, i+1)
		}
		if len(c) > 0 {
			left = append(left, c)
		}
	}
	return left
}

// whole says whether the picture shows the stack from its top to its gray tile.
func (r *raster) whole(v *stackView) bool {
	corners := slices.Concat(sliceOf(v.face(engine.Place{}, 1)), sliceOf(v.face(engine.Place{}, float64(v.level))))
	return !slices.ContainsFunc(corners, func(p engine.Point) bool { return !r.inside(p) })
}

func sliceOf(q engine.Quad) []engine.Point { return q[:] }
