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

// findBanks finds the stack of each color that most looks like a bank among the faces beside the structure, and leaves what else lies in lines:
// those are racks.
func findBanks(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, shift hue.Hue) (banks []engine.Bank, racks []hypothesis.Line, warnings []engine.Warning) {
	best, around := map[engine.Color]*bankCandidate{}, MeasureSurroundings(r, lines, shift)
	pickBanks(r, s, topCandidates(lines), around, bankAccepted, best)
	pickBanks(r, s, unmarkedTops(r, s, lines, best, shift), around, unmarkedBankAccepted, best)
	for _, color := range engine.PlayerColors {
		b := best[color]
		if b == nil {
			continue
		}
		lines = removeFace(lines, b.face)
		if !inFrame(r, &b.bankHypothesis) {
			warnings = append(warnings, engine.Warning{
				Code:    "bank_cut",
				Message: "the " + color.String() + " bank reaches out of the picture and is not counted: show the whole table",
			})
			continue
		}
		banks = append(banks, engine.Bank{Color: color, Tiles: b.level - 1, Center: b.Pixel(0, 0, float64(b.level))})
	}
	for _, c := range lines {
		if len(c) > 1 {
			racks = append(racks, c)
		}
	}
	return banks, racks, warnings
}

// topCandidates are the faces that may be tops of banks: a bank may lie beside a rack, at its end, but not in it.
func topCandidates(lines []hypothesis.Line) (tops []*hypothesis.LooseFace) {
	for _, c := range lines {
		tops = append(tops, &c[0])
		if len(c) > 1 {
			tops = append(tops, &c[len(c)-1])
		}
	}
	return tops
}

// pickBanks takes the likeliest bank of each color, if its odds are more than sure and than those of the one that there is.
func pickBanks(r *picture.Raster, s *hypothesis.Hypothesis, tops []*hypothesis.LooseFace, around *Surroundings, sure float64, best map[engine.Color]*bankCandidate) {
	found := make([]bankCandidate, len(tops))
	parallel.Do(len(tops), func(i int) { found[i] = classifyBank(r, s, tops[i], around) })
	for i := range found {
		b, sure := &found[i], sure
		if b.face.Score < faceAccepted {
			sure = max(sure, dullBankAccepted)
		}
		if other := best[b.color]; b.odds > sure && (other == nil || b.odds > other.odds) {
			best[b.color] = b
		}
	}
}

// classifyBank judges all heights that a stack under a face may have.
func classifyBank(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, around *Surroundings) bankCandidate {
	b := bankCandidate{color: f.Color, face: f, odds: math.Inf(-1)}
	if _, _, eye := s.Eye(); eye < 2*highestBank {
		return b // no camera stands so low
	}
	top := MeasureTop(r, s, f, around)
	var x [HeightHypotheses][BankInputs]float32
	var views [HeightHypotheses]bankHypothesis
	for i := range x {
		x[i], views[i] = BankFeatures(r, s, &top, i+LowestBank)
	}
	way, odds := BanksClassifier().Best(&x)
	b.bankHypothesis, b.odds = views[way-1], odds
	return b
}

// removeFace are the lines without a face.
func removeFace(lines []hypothesis.Line, f *hypothesis.LooseFace) []hypothesis.Line {
	var left []hypothesis.Line
	for _, c := range lines {
		if i := slices.IndexFunc(c, func(o hypothesis.LooseFace) bool { return o.Apart(f) < sameTop }); i >= 0 {
			c = slices.Delete(slices.Clone(c), i, i+1)
		}
		if len(c) > 0 {
			left = append(left, c)
		}
	}
	return left
}

// inFrame says whether the picture shows the stack from its top to its gray tile.
func inFrame(r *picture.Raster, v *bankHypothesis) bool {
	corners := slices.Concat(sliceOf(v.Face(engine.Place{}, 1)), sliceOf(v.Face(engine.Place{}, float64(v.level))))
	return !slices.ContainsFunc(corners, func(p engine.Point) bool { return !r.Inside(p) })
}

func sliceOf(q engine.Quad) []engine.Point { return q[:] }
