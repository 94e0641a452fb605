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

// Loose finds what lies on the table outside of the structure: racks, and banks with tiles on them.
// beside are other structures; shift is the hues' common one. It only ever adds to a reading.
func Loose(r *picture.Raster, letters ocr.Reader, s *hypothesis.Hypothesis, beside []hypothesis.Hypothesis, shift hue.Hue) (racks []engine.Rack, found []engine.Bank, warnings []engine.Warning) {
	lines := s.RackLines
	if lines == nil {
		lines = Lines(r, s, LooseFaces(r, s, shift), shift)
	}
	found, lines, warnings = findBanks(r, s, lines, shift)
	found = slices.DeleteFunc(found, func(b engine.Bank) bool {
		return slices.ContainsFunc(beside, func(o hypothesis.Hypothesis) bool { return o.ShowsFaceAt(b.Center) })
	})
	racks = make([]engine.Rack, len(lines))
	parallel.Do(len(lines), func(i int) { racks[i] = readRack(r, letters, lines[i]) })
	return racks, found, warnings
}
