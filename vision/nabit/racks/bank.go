package racks

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Names are the log-probabilities of whose plastic has a hue, as hue.Naming has them for a picture.
type Names func(hue.Hue) engine.ColorLikelihoods

// Candidate is a face that may be the top of a bank.
type Candidate struct {
	Colors engine.ColorLikelihoods // log-probabilities of whose it is
	Inputs [HeightHypotheses][BankInputs]float32
	Scores [HeightHypotheses]float32 // log-odds of each height against no bank
	face   *hypothesis.LooseFace
	stacks [HeightHypotheses]bankHypothesis
}

// Shows says whether its face is the top of the bank whose top face is there.
func (c *Candidate) Shows(top engine.Quad) bool {
	var mid engine.Point
	for _, p := range top {
		mid.X, mid.Y = mid.X+p.X/4, mid.Y+p.Y/4
	}
	return picture.Dist(mid, c.center(1)) < picture.Dist(top[0], top[2])/4
}

// center is the middle of the top of a bank of so many tiles.
func (c *Candidate) center(tiles int) engine.Point {
	v := &c.stacks[tiles-1]
	return v.Pixel(0, 0, float64(v.level))
}

// findBanks finds the bank of each player among the loose faces, and returns the lines of two or more faces that are left: the racks. none are the
// players who likelier have no bank. onBoard counts the players' stacks.
func findBanks(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, names Names, onBoard map[engine.Color]int, shift hue.Hue) (banks, none []engine.Bank, racks []hypothesis.Line, warnings []engine.Warning) {
	candidates := Candidates(r, s, lines, names, shift)
	for i, color := range engine.PlayerColors {
		b := engine.Bank{Color: color, Chances: chancesOf(candidates, i, onBoard[color], TilesPerPlayer-onBoard[color]-onRacks(lines, color))}
		b.Tiles = slices.Index(b.Chances[:], slices.Max(b.Chances[:]))
		top := likeliest(candidates, i, b.Tiles)
		if top != nil {
			b.Center = top.center(max(b.Tiles, 1))
		}
		switch {
		case b.Tiles == 0:
			none = append(none, b)
			continue
		case !inFrame(r, &top.stacks[b.Tiles-1]):
			warnings = append(warnings, engine.Warning{
				Code:    "bank_cut",
				Message: "the " + color.String() + " bank is cut off and does not count: show the whole table",
			})
		default:
			banks = append(banks, b)
		}
		lines = removeFace(lines, top.face)
	}
	for _, c := range lines {
		if len(c) > 1 {
			racks = append(racks, c)
		}
	}
	return banks, none, racks, warnings
}

// TilesPerPlayer is how many tiles a player has: those on the board, on the rack, in the bag and in the bank.
const TilesPerPlayer = 25

// onRacks counts the tiles that a player's racks hold at least: one of a line may be the top of a bank.
func onRacks(lines []hypothesis.Line, color engine.Color) (tiles int) {
	for _, l := range lines {
		if l[0].Color == color {
			tiles += len(l) - 1
		}
	}
	return tiles
}

// Candidates are the faces that may be tops of banks: single faces and the ends of lines, for a bank may lie at the end of a rack, not in it; and those that
// have no mark.
func Candidates(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, names Names, shift hue.Hue) []Candidate {
	around := MeasureSurroundings(r, lines, shift)
	all := candidatesOf(r, s, topCandidates(lines), names, around)
	return append(all, candidatesOf(r, s, unmarkedTops(r, s, lines, all), names, around)...)
}

// topCandidates returns the faces of lines that may be tops of banks.
func topCandidates(lines []hypothesis.Line) (tops []*hypothesis.LooseFace) {
	for _, c := range lines {
		tops = append(tops, &c[0])
		if len(c) > 1 {
			tops = append(tops, &c[len(c)-1])
		}
	}
	return tops
}

// minEye is the least height of the camera over the table, tiles: twice the fullest bank. A pose below it is wrong.
const minEye = 2 * highestBank

// candidatesOf measures faces at all heights that a stack under them may have.
func candidatesOf(r *picture.Raster, s *hypothesis.Hypothesis, tops []*hypothesis.LooseFace, names Names, around *Surroundings) []Candidate {
	if _, _, eye := s.Eye(); eye < minEye {
		return nil
	}
	all := make([]Candidate, len(tops))
	parallel.Do(len(tops), func(i int) {
		c := &all[i]
		c.face = tops[i]
		top := MeasureTop(r, s, c.face, around)
		c.Colors = names(hue.HueOf(top.plastic))
		for l := range c.Inputs {
			c.Inputs[l], c.stacks[l] = BankFeatures(r, s, &top, l+LowestBank)
		}
		c.Scores = BanksClassifier().Scores(&c.Inputs, ThicknessOf(s))
	})
	return all
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
	return r.Shows(v.Face(engine.Place{}, 1)) && r.Shows(v.Face(engine.Place{}, float64(v.level)))
}
