package search

import (
	"log/slog"
	"slices"

	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hypothesis"
)

// why an effort is made.
var whyEffort = [...]string{
	hypothesis.UsualEffort:    "the plainest letters mostly show the structure",
	hypothesis.CarefulEffort:  "a lamp's reflection may lie on it",
	hypothesis.ThoroughEffort: "its letters may run into each other, and the table may lie otherwise than it seems",
	hypothesis.UtmostEffort:   "its letters may be as bright as their tiles",
}

// attempt is one look at the whole picture.
type attempt struct {
	Effort hypothesis.Effort
	Past   Excluded
	Why    string
}

// Excluded is what attempts pass over, because what was found so turned out to be no tiles.
type Excluded struct {
	Sizes []float64        // of what had no letters, pitches in units of a plane
	Cloth background.Cloth // its hues
}

// Plan are the attempts that are still to be made, in order.
type Plan []attempt

// Plan makes one attempt with each effort, from first to most. What earlier searches of the picture excluded stays excluded.
func (f *Finder) Plan(first, most hypothesis.Effort) (all Plan) {
	for e := first; e <= most; e++ {
		all = append(all, attempt{e, f.Past, whyEffort[e]})
	}
	return all
}

// Beyond leaves only attempts with more effort.
func (p Plan) Beyond(e hypothesis.Effort) Plan {
	return slices.DeleteFunc(p, func(a attempt) bool { return a.Effort <= e })
}

// Repeating puts an attempt in front once more, for another reason, and has all attempts pass over more.
func (p Plan) Repeating(a attempt, past Excluded, why string) Plan {
	all := append(Plan{{a.Effort, past, why}}, p...)
	for i := range all {
		all[i].Past = past
	}
	return all
}

// log says at the debug level what the search tries.
func (a *attempt) log() { slog.Debug("search the picture", "effort", int(a.Effort), "why", a.Why) }
