package search

import (
	"log/slog"
	"slices"

	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hypothesis"
)

// whyEffort is the reason for an attempt with each effort.
var whyEffort = [...]string{
	hypothesis.UsualEffort:    "the plainest letters mostly show the structure",
	hypothesis.MapEffort:      "the map shows tiles where no letter is plain",
	hypothesis.CarefulEffort:  "a lamp's reflection may lie on it",
	hypothesis.ThoroughEffort: "its letters may run into each other, and the table may lie otherwise than it seems",
	hypothesis.UtmostEffort:   "its letters may be as bright as their tiles",
}

// The reasons for another attempt with the same effort.
const (
	whyOffCloth  = "tiles may lie on the cloth whose squares were taken for some"
	whyOtherSize = "what was found has no letters; tiles may have another size"
)

// attempt is one look at the whole picture.
type attempt struct {
	effort hypothesis.Effort
	past   excluded
	why    string
}

// excluded is what an attempt passes over, because an earlier attempt found it and it was no tiles.
type excluded struct {
	sizes []float64        // pitches of hypotheses without letters, in units of a plane
	cloth background.Cloth // hues of the cloth
}

// plan lists the attempts that are left, in order.
type plan []attempt

// newPlan makes one attempt with each effort, from first to most. All of them exclude what earlier searches of the picture excluded.
func newPlan(first, most hypothesis.Effort, past excluded) (all plan) {
	for e := first; e <= most; e++ {
		all = append(all, attempt{e, past, whyEffort[e]})
	}
	return all
}

// beyond drops the attempts with effort e or less.
func (p plan) beyond(e hypothesis.Effort) plan {
	return slices.DeleteFunc(p, func(a attempt) bool { return a.effort <= e })
}

// repeating puts attempt a in front again, with another reason. All attempts then exclude past.
func (p plan) repeating(a attempt, past excluded, why string) plan {
	all := append(plan{{a.effort, past, why}}, p...)
	for i := range all {
		all[i].past = past
	}
	return all
}

// log writes the attempt at the debug level.
func (a *attempt) log() { slog.Debug("search the picture", "effort", int(a.effort), "why", a.why) }
