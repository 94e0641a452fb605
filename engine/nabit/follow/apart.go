package follow

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/review"
)

// Hand-set; TestWhereRealityAndRecordPartThePlacesAreNamedOnce and TestABoardThatIsNotToBeFoundIsMissed exercise them.
const (
	// apartAfter is how long a table must lie still before the follower reports that it differs from the record. A tile that is only
	// not reported takes unreportedAfter, because glare hides tiles for a while.
	apartAfter, unreportedAfter = 4 * time.Second, 12 * time.Second
	// apartLooks is the least number of pictures for that.
	apartLooks = 6
	// worthOffering is the least posterior of an explanation that the question offers all the same.
	worthOffering = 0.02
	// astrayAfter is how long a table at rest must show nothing of the board before the board is missed.
	astrayAfter = 6 * time.Second
	// placesNamed is how many places a question names; it counts the others.
	placesNamed = 4
)

// Differences returns the places where table and record differ, by row and column. It returns none while all is well, while the table
// is not settled, and where a person said that the record is right.
func (f *Follower) Differences() []Difference { return slices.Clone(f.differs) }

// findDifferences looks for places where the table shows for long what the record does not explain, and asks about them once.
func (f *Follower) findDifferences() []Line {
	lying := f.now - f.rest.since
	if !f.nothingNew() || f.rest.window.Count < apartLooks || lying < apartAfter || f.moving > 0 {
		if f.rest.window.Count < apartLooks {
			f.differs = nil
		}
		return nil
	}
	v := f.rest.window.View()
	was := f.differs
	found := review.Differences(f.state(), v, lying >= unreportedAfter)
	f.differs = slices.DeleteFunc(found, func(d Difference) bool { return f.kept[d.Place] == d })
	if len(f.differs) == 0 || slices.Equal(f.differs, was) || f.rest.asked {
		return nil
	}
	return f.askDifferences(v)
}

// askDifferences asks what lies at the places that differ.
func (f *Follower) askDifferences(v evidence.View) []Line {
	f.rest.asked = true
	hypotheses := f.state().Explain(v)
	l := f.line(Unclear)
	l.Question = "the table differs from the record at " + placesOf(f.differs) + ": what lies there?"
	l.Differs, l.Confidence = f.differs, round(hypothesis.Posterior(hypotheses))
	posteriors := hypothesis.Posteriors(hypotheses)
	l.Candidates = candidates(slices.DeleteFunc(hypotheses, func(h hypothesis.Hypothesis) bool {
		return h.Nothing() || posteriors[h.Key()] < worthOffering
	}), posteriors)
	return []Line{l}
}

// placesOf names the places, a few at most.
func placesOf(differs []Difference) string {
	var names []string
	for _, d := range differs[:min(len(differs), placesNamed)] {
		names = append(names, fmt.Sprintf("row %d, column %d", d.Row, d.Col))
	}
	if more := len(differs) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, "; ")
}

// KeepRecord says that the record is right where the table seems to show something else. The follower does not report those places
// again while they look the same.
func (f *Follower) KeepRecord() {
	for _, d := range f.differs {
		f.kept[d.Place] = d
	}
	f.differs = nil
}

// Astray reports whether the follower has not found the board for long, though the table lies still: somebody put it away, or turned the
// camera.
func (f *Follower) Astray() bool {
	return f.contradictions >= settledAfter && (f.photo || f.now-f.contradictedFrom >= astrayAfter)
}

// Lies reports whether the newest observation shows tiles that a game can go on from.
func (f *Follower) Lies() bool { return evidence.AnyTile(f.newest) }
