package search

import (
	"fmt"
	"slices"
	"strings"
)

// Stages is a set of stages of a reading, which can be left out to measure what each is worth.
type Stages uint32

// The stages, in the order in which a still goes through them.
const (
	Hues        Stages = 1 << iota // faces without a letter compared with the colors of tiles and of the table
	Claims                         // each face to one stack
	Hidden                         // tiles that stacks hide in part
	Restarts                       // other levels and poses, where the first are in doubt
	Nudges                         // small tilts of the table
	Thicknesses                    // other thicknesses of tiles, where nobody measured them
	RackPlane                      // the table's plane by the racks
	Gaps                           // tiles past a gap
	Heights                        // all stacks together
	Others                         // a larger structure beside the first
	Frame                          // cells that the frame cuts
	Set                            // what a set of tiles can hold
	lastStage
)

var stageNames = [...]string{"hues", "claims", "hidden", "restarts", "nudges", "thicknesses", "rackplane", "gaps", "heights", "others", "frame", "set"}

// StageNames are the names of all stages, in their order.
func StageNames() []string { return slices.Clone(stageNames[:]) }

// ParseStages is the set of the stages with these names, with commas between.
func ParseStages(names string) (all Stages, err error) {
	for name := range strings.SplitSeq(names, ",") {
		i := slices.Index(stageNames[:], name)
		if i < 0 {
			return 0, fmt.Errorf("no stage %q: there are %s", name, strings.Join(stageNames[:], ", "))
		}
		all |= 1 << i
	}
	return all, nil
}

// Has says whether a stage is in the set.
func (s Stages) Has(stage Stages) bool { return s&stage != 0 }
