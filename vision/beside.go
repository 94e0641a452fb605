package vision

import (
	"slices"
	"tilewatch/engine"
	"tilewatch/ocr"
)

// loose finds what lies on the table outside of the structure: racks, and banks with tiles on them.
// beside are other structures; shift is the hues' common one. It only ever adds to a reading.
func (r *raster) loose(letters ocr.Reader, s *structure, beside []structure, shift hue) (racks []engine.Rack, banks []engine.Bank, warnings []engine.Warning) {
	chains := s.lines
	if chains == nil {
		chains = r.chains(s, r.looseFaces(s, shift), shift)
	}
	banks, chains, warnings = r.banks(s, chains, shift)
	banks = slices.DeleteFunc(banks, func(b engine.Bank) bool {
		return slices.ContainsFunc(beside, func(o structure) bool { return o.shows(b.Center) })
	})
	racks = make([]engine.Rack, len(chains))
	onAllCores(len(chains), func(i int) { racks[i] = r.rack(letters, chains[i]) })
	return racks, banks, warnings
}
