// Package racks finds what lies on the table beside the structure: the players' racks, and their banks. It takes a picture and the refined
// hypothesis of the structure, and answers engine.Rack and engine.Bank. It only adds to a reading; it never changes the structure.
//
//	marks off the structure
//	  -> LooseFaces    a face at each mark: level, pose by the edges, color         (loose.go)
//	  -> Lines         faces of one color in a line; blanks between and beside them (line.go)
//	  -> findBanks     each player's bank                                           (bank.go)
//	       Candidates      single faces and ends of lines, and where
//	                       the map of tiles shows a bank without a mark             (unmarked.go)
//	       MeasureTop      size, orientation and color of a top face                (bank_top.go)
//	       BankFeatures    the inputs for each height             (bank_classifier.go, bank_sides.go, bank_map.go)
//	       BankClassifier  log-odds of each height against no bank; its weights are stack.bin
//	       chancesOf       by these and the candidates' colors, how likely a player has banked so many tiles, or none (bank_chances.go)
//	  -> readRack      the letters of each line that is left
//
// Glossary: a loose face is the top face of a tile that belongs to no stack of the structure. A line is a row of loose faces of one color. A rack is
// a line of up to five tiles with their letters up. A bank is a stack of up to ten tiles on a gray one; its top face may lie alone or at an end of a
// rack. A side is a side face of a stack. shift is the hue of the light, relative to which hues are compared. Lengths are pitches of the
// lattice, heights are tiles.
package racks

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Loose adds to an observation the racks and banks beside a structure. beside are other structures on the table: none of their tops is a bank. names says
// whose a hue is, onBoard counts the players' stacks, and shift is the hue of the light.
func Loose(r *picture.Raster, letters ocr.Reader, s *hypothesis.Hypothesis, beside []hypothesis.Hypothesis, names Names, onBoard map[engine.Color]int, shift hue.Hue, obs *engine.Observation) {
	banks, none, lines, warnings := findBanks(r, s, LooseLines(r, s, names, shift), names, onBoard, shift)
	obs.Banks = slices.DeleteFunc(banks, func(b engine.Bank) bool {
		return slices.ContainsFunc(beside, func(o hypothesis.Hypothesis) bool { return o.ShowsFaceAt(b.Center) })
	})
	obs.NoBanks, obs.Warnings = none, append(obs.Warnings, warnings...)
	obs.Racks = make([]engine.Rack, len(lines))
	parallel.Do(len(lines), func(i int) { obs.Racks[i] = readRack(r, letters, lines[i]) })
}

// LooseLines are the lines of loose faces beside a structure, with the colors that the picture's plastics have.
func LooseLines(r *picture.Raster, s *hypothesis.Hypothesis, names Names, shift hue.Hue) []hypothesis.Line {
	lines := s.RackLines
	if lines == nil {
		lines = Lines(r, s, LooseFaces(r, s, shift), shift)
	}
	for _, c := range lines {
		for i := range c {
			c[i].Color = engine.PlayerColors[hue.MostLikelyColor(names(hue.HueOf(c[i].Plastic)))]
		}
	}
	return lines
}
