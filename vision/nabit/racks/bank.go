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

// bankCandidate is a face that may be the top of a bank, with its likeliest height.
type bankCandidate struct {
	bankHypothesis
	color engine.Color
	face  *hypothesis.LooseFace
	odds  float64 // log-odds of a bank of any height against no bank
}

// findBanks finds at most one bank for each color among the loose faces, and returns the lines of two or more faces that are left: the
// racks.
// It tries the faces with a letter first. For colors without a confident bank it then tries patches of that color without a mark.
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
				Message: "the " + color.String() + " bank is cut off and does not count: show the whole table",
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

// topCandidates returns the faces that may be tops of banks: single faces, and the ends of lines. A bank may lie at the end of a rack,
// not in it.
func topCandidates(lines []hypothesis.Line) (tops []*hypothesis.LooseFace) {
	for _, c := range lines {
		tops = append(tops, &c[0])
		if len(c) > 1 {
			tops = append(tops, &c[len(c)-1])
		}
	}
	return tops
}

// pickBanks classifies all candidates and keeps the likeliest bank of each color whose log-odds exceed accepted.
func pickBanks(r *picture.Raster, s *hypothesis.Hypothesis, tops []*hypothesis.LooseFace, around *Surroundings, accepted float64, best map[engine.Color]*bankCandidate) {
	found := make([]bankCandidate, len(tops))
	parallel.Do(len(tops), func(i int) { found[i] = classifyBank(r, s, tops[i], around) })
	for i := range found {
		b, least := &found[i], accepted
		if b.face.Score < faceAccepted {
			least = max(least, dullBankAccepted)
		}
		if other := best[b.color]; b.odds > least && (other == nil || b.odds > other.odds) {
			best[b.color] = b
		}
	}
}

// minEye is the least height of the camera over the table, tiles: twice the fullest bank. A pose below it is wrong.
const minEye = 2 * highestBank

// classifyBank chooses among all heights that a stack under a face may have.
func classifyBank(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, around *Surroundings) bankCandidate {
	b := bankCandidate{color: f.Color, face: f, odds: math.Inf(-1)}
	if _, _, eye := s.Eye(); eye < minEye {
		return b
	}
	top := MeasureTop(r, s, f, around)
	var x [HeightHypotheses][BankInputs]float32
	var hypotheses [HeightHypotheses]bankHypothesis
	for i := range x {
		x[i], hypotheses[i] = BankFeatures(r, s, &top, i+LowestBank)
	}
	way, odds := BanksClassifier().Best(&x)
	b.bankHypothesis, b.odds = hypotheses[way-1], odds
	return b
}

// removeFace returns the lines without a face.
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

// inFrame says whether the picture shows the whole bank, from its top face to its gray tile.
func inFrame(r *picture.Raster, v *bankHypothesis) bool {
	corners := slices.Concat(sliceOf(v.Face(engine.Place{}, 1)), sliceOf(v.Face(engine.Place{}, float64(v.level))))
	return !slices.ContainsFunc(corners, func(p engine.Point) bool { return !r.Inside(p) })
}

func sliceOf(q engine.Quad) []engine.Point { return q[:] }
