package racks

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// banks finds the stack of each color that most looks like a bank among the faces beside the structure, and leaves what else lies in lines:
// those are racks.
func banks(r *picture.Raster, s *hypothesis.Hypothesis, chains []hypothesis.Line, shift hue.Hue) (banks []engine.Bank, racks []hypothesis.Line, warnings []engine.Warning) {
	best, around := map[engine.Color]*bankFound{}, MeasureSurroundings(r, chains, shift)
	bestBanks(r, s, topsOf(chains), around, bankSure, best)
	bestBanks(r, s, unmarkedTops(r, s, chains, best, shift), around, bareSure, best)
	for _, color := range engine.PlayerColors {
		b := best[color]
		if b == nil {
			continue
		}
		chains = without(chains, b.face)
		if !whole(r, &b.sideProfile) {
			warnings = append(warnings, engine.Warning{
				Code:    "bank_cut",
				Message: "the " + color.String() + " bank reaches out of the picture and is not counted: show the whole table",
			})
			continue
		}
		banks = append(banks, engine.Bank{Color: color, Tiles: b.level - 1, Center: b.Pixel(0, 0, float64(b.level))})
	}
	for _, c := range chains {
		if len(c) > 1 {
			racks = append(racks, c)
		}
	}
	return banks, racks, warnings
}

// topsOf are the faces that may be tops of banks: a bank may lie beside a rack, at its end, but not in it.
func topsOf(chains []hypothesis.Line) (tops []*hypothesis.LooseFace) {
	for _, c := range chains {
		tops = append(tops, &c[0])
		if len(c) > 1 {
			tops = append(tops, &c[len(c)-1])
		}
	}
	return tops
}

// bestBanks takes the likeliest bank of each color, if its odds are more than sure and than those of the one that there is.
func bestBanks(r *picture.Raster, s *hypothesis.Hypothesis, tops []*hypothesis.LooseFace, around *Surroundings, sure float64, best map[engine.Color]*bankFound) {
	found := make([]bankFound, len(tops))
	parallel.Do(len(tops), func(i int) { found[i] = bankUnder(r, s, tops[i], around) })
	for i := range found {
		b, sure := &found[i], sure
		if b.face.Score < looseKept {
			sure = max(sure, bareDull)
		}
		if other := best[b.color]; b.odds > sure && (other == nil || b.odds > other.odds) {
			best[b.color] = b
		}
	}
}

// bankUnder judges all heights that a stack under a face may have.
func bankUnder(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, around *Surroundings) bankFound {
	b := bankFound{color: f.Color, face: f, odds: math.Inf(-1)}
	if _, _, eye := s.Eye(); eye < 2*bankTop {
		return b // no camera stands so low
	}
	top := TopOf(r, s, f, around)
	var x [BankWays][StackInputs]float32
	var views [BankWays]sideProfile
	for i := range x {
		x[i], views[i] = StackFeatures(r, s, &top, i+BankLow)
	}
	way, odds := BanksClassifier().Best(&x)
	b.sideProfile, b.odds = views[way-1], odds
	return b
}

// without are the chains without a face.
func without(chains []hypothesis.Line, f *hypothesis.LooseFace) []hypothesis.Line {
	var left []hypothesis.Line
	for _, c := range chains {
		if i := slices.IndexFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameTop }); i >= 0 {
			c = slices.Delete(slices.Clone(c), i, i+1)
		}
		if len(c) > 0 {
			left = append(left, c)
		}
	}
	return left
}

// whole says whether the picture shows the stack from its top to its gray tile.
func whole(r *picture.Raster, v *sideProfile) bool {
	corners := slices.Concat(sliceOf(v.Face(engine.Place{}, 1)), sliceOf(v.Face(engine.Place{}, float64(v.level))))
	return !slices.ContainsFunc(corners, func(p engine.Point) bool { return !r.Inside(p) })
}

func sliceOf(q engine.Quad) []engine.Point { return q[:] }
