package vision

import (
	"log/slog"
	"slices"
)

// effort is how much the search does to find the structure.
type effort int

const (
	usual     effort = iota // the plainest marks, under the likeliest planes
	careful                 // also those under a lamp's reflection, and again when it is known how the table lies
	thorough                // also what seems to be part of something larger, and under planes from all around
	utmost                  // also letters that hardly differ from their tiles in gray
	exhausted               // none is left
)

// why an effort is made.
var whyEffort = [...]string{
	usual:    "the plainest letters mostly show the structure",
	careful:  "a lamp's reflection may lie on it",
	thorough: "its letters may run into each other, and the table may lie otherwise than it seems",
	utmost:   "its letters may be as bright as their tiles",
}

// attempt is one look at the whole picture.
type attempt struct {
	effort effort
	past   excluded
	why    string
}

// excluded is what attempts pass over, because what was found so turned out to be no tiles.
type excluded struct {
	sizes []float64 // of what had no letters, pitches in units of a plane
	cloth cloth     // its hues
}

// plan are the attempts that are still to be made, in order.
type plan []attempt

// plan makes one attempt with each effort, from first to most. What earlier searches of the picture excluded stays excluded.
func (f *finder) plan(first, most effort) (all plan) {
	for e := first; e <= most; e++ {
		all = append(all, attempt{e, f.past, whyEffort[e]})
	}
	return all
}

// beyond leaves only attempts with more effort.
func (p plan) beyond(e effort) plan {
	return slices.DeleteFunc(p, func(a attempt) bool { return a.effort <= e })
}

// repeating puts an attempt in front once more, for another reason, and has all attempts pass over more.
func (p plan) repeating(a attempt, past excluded, why string) plan {
	all := append(plan{{a.effort, past, why}}, p...)
	for i := range all {
		all[i].past = past
	}
	return all
}

// log says at the debug level what the search tries.
func (a *attempt) log() { slog.Debug("search the picture", "effort", int(a.effort), "why", a.why) }
