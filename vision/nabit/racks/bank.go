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
	color  engine.Color
	face   *hypothesis.LooseFace
	scores [HeightHypotheses]float32 // log-odds of each height against no bank
	odds   float64                   // log-odds of a bank of any height against no bank
}

// bestBanks are the likeliest banks of the colors: those that are accepted, and of the other colors what was refused.
type bestBanks struct {
	accepted, refused map[engine.Color]*bankCandidate
}

// findBanks finds at most one bank for each color among the loose faces, and returns the lines of two or more faces that are left: the
// racks. none are the players who likelier have no bank, where the chances are known.
func findBanks(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, onBoard map[engine.Color]int, shift hue.Hue) (banks, none []engine.Bank, racks []hypothesis.Line, warnings []engine.Warning) {
	claims := Claims(r, s, lines, onBoard, shift)
	for i := range claims {
		c := &claims[i]
		if c.tiles > 0 && !inFrame(r, &c.at.bankHypothesis) {
			lines = removeFace(lines, c.at.face)
			warnings = append(warnings, engine.Warning{
				Code:    "bank_cut",
				Message: "the " + c.Color.String() + " bank is cut off and does not count: show the whole table",
			})
			continue
		}
		b := c.bank(s.Map != nil)
		if b.Tiles == 0 {
			none = append(none, b)
			continue
		}
		if c.at != nil {
			lines = removeFace(lines, c.at.face)
		}
		banks = append(banks, b)
	}
	for _, c := range lines {
		if len(c) > 1 {
			racks = append(racks, c)
		}
	}
	return banks, none, racks, warnings
}

// likeliestBanks finds the likeliest bank of each color. For colors without a confident bank it also tries patches without a mark.
func likeliestBanks(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, shift hue.Hue) bestBanks {
	best, around := bestBanks{map[engine.Color]*bankCandidate{}, map[engine.Color]*bankCandidate{}}, MeasureSurroundings(r, lines, shift)
	best.pick(classifyBanks(r, s, topCandidates(lines), around), bankAccepted)
	best.pick(classifyBanks(r, s, unmarkedTops(r, s, lines, best.accepted, shift), around), unmarkedBankAccepted)
	return best
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

// pick keeps the likeliest bank of each color whose log-odds exceed accepted, and the likeliest of those that it refuses.
func (best *bestBanks) pick(found []bankCandidate, accepted float64) {
	for i := range found {
		b, least, keep := &found[i], accepted, best.accepted
		if b.face.Score < faceAccepted {
			least = max(least, dullBankAccepted)
		}
		if !(b.odds > least) {
			keep = best.refused
		}
		if other := keep[b.color]; other == nil || b.odds > other.odds {
			keep[b.color] = b
		}
	}
}

// classifyBanks classifies all candidates.
func classifyBanks(r *picture.Raster, s *hypothesis.Hypothesis, tops []*hypothesis.LooseFace, around *Surroundings) []bankCandidate {
	found := make([]bankCandidate, len(tops))
	parallel.Do(len(tops), func(i int) { found[i] = classifyBank(r, s, tops[i], around) })
	return found
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
	b.scores = BanksClassifier().Scores(&x)
	way, odds := likeliest(&b.scores)
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
