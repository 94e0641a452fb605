package nabit

import (
	"maps"
	"path/filepath"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// tilted is a tracker that has read a still and whose table can be tilted.
type tilted struct {
	t       *testing.T
	scene   scenetest.StillScene
	tracker *Tracker
	stacks  []Stack
	first   Tracker // as it was after the first look
}

// followed reads a still with a tracker. The record that the tracker may be given has the heights as recorded says.
func followed(t *testing.T, name string, recorded func(height int) int) *tilted {
	t.Helper()
	s := &tilted{t: t, scene: scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, name+".json")), tracker: NewTracker(NewReader(scenetest.LetterNet(t)))}
	s.look(recorded)
	s.first = *s.tracker
	return s
}

// look reads the still and counts the stacks whose heights are wrong.
func (s *tilted) look(recorded func(height int) int) (wrong int) {
	s.t.Helper()
	obs, err := s.tracker.Read(s.scene.Picture, s.scene.Camera(), s.scene.Set(), Trusted)
	if err != nil {
		s.t.Fatalf("%s: %v", s.scene.Name, err)
	}
	s.stacks = nil
	for _, cell := range obs.Cells {
		if height, there := s.trueHeight(cell); there {
			s.stacks = append(s.stacks, Stack{cell.Quad, recorded(height)})
			if likeliestHeight(cell.Height) != height {
				wrong++
			}
		}
	}
	return wrong
}

// trueHeight is the height of the stack that the cell shows; false if there is none.
func (s *tilted) trueHeight(cell engine.CellEvidence) (height int, there bool) {
	for _, c := range s.scene.Truth.Cells {
		if cell.Tile > 0 && picture.Dist(quadMiddle(cell.Quad), c.Corners.Middle()) < 0.4*s.scene.Truth.TilePx {
			return c.Height, true
		}
	}
	return 0, false
}

// wrongHeights tilts the tracker's table by an angle (radians), and counts the stacks whose heights are then wrong: without a record, and with one.
func (s *tilted) wrongHeights(tilt float64, recorded func(height int) int) (alone, withRecord int) {
	s.t.Helper()
	last := s.first.last
	again := last.Clone()
	again.Pose = last.Pose.Moved(camerapose.Delta{last.X[0] * tilt, last.X[1] * tilt, last.X[2] * tilt}, last.SpaceMiddle())
	s.tracker.last, s.tracker.known, s.tracker.plane = &again, maps.Clone(s.first.known), s.first.plane
	s.tracker.Expect(nil)
	alone = s.look(recorded)
	s.tracker.Expect(s.stacks)
	return alone, s.look(recorded)
}

func likeliestHeight(h engine.HeightLikelihoods) int {
	best := 0
	for i, x := range h {
		if x > h[best] {
			best = i
		}
	}
	return best + 1
}

// TestTheRecordCorrectsHeightsFromStraightAbove tilts the tables of two boards of 59 stacks, one way and the other.
func TestTheRecordCorrectsHeightsFromStraightAbove(t *testing.T) {
	alone, withRecord := 0, 0
	right := func(height int) int { return height }
	for _, name := range []string{"021", "033"} {
		s := followed(t, name, right)
		for _, tilt := range []float64{-0.05, 0.05} {
			a, b := s.wrongHeights(tilt, right)
			alone, withRecord = alone+a, withRecord+b
		}
	}
	t.Logf("under tilted tables, %d heights are wrong, %d with the record", alone, withRecord)
	if alone < 10 || 3*withRecord > alone {
		t.Errorf("under tilted tables, %d heights are wrong, %d with the record", alone, withRecord)
	}
}

// TestARecordThatIsOutOfDateChangesNothing records the tallest stacks of two boards too low.
func TestARecordThatIsOutOfDateChangesNothing(t *testing.T) {
	late := func(height int) int {
		if height > 2 {
			return height - 1
		}
		return height
	}
	alone, withRecord := 0, 0
	for _, name := range []string{"022", "031"} {
		a, b := followed(t, name, late).wrongHeights(0, late)
		alone, withRecord = alone+a, withRecord+b
	}
	if withRecord > alone+1 {
		t.Errorf("%d heights are wrong where nothing is recorded, %d when the tallest stacks are recorded too low", alone, withRecord)
	}
}
