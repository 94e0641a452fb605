package nabit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// wrongHeights reads a still with a tracker, tilts the tracker's table by an angle (radians), and counts the stacks whose heights are then wrong:
// without a record, and with one.
func wrongHeights(t *testing.T, s *scenetest.StillScene, tilt float64, recorded func(height int) int) (alone, withRecord int) {
	t.Helper()
	tracker := NewTracker(NewReader(scenetest.LetterNet(t)))
	var stacks []Stack
	look := func() (wrong int) {
		obs, err := tracker.Read(s.Picture, s.Camera(), s.Set(), Trusted)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		stacks = nil
		for _, cell := range obs.Cells {
			for _, c := range s.Truth.Cells {
				if cell.Tile > 0 && picture.Dist(quadMiddle(cell.Quad), c.Corners.Middle()) < 0.4*s.Truth.TilePx {
					stacks = append(stacks, Stack{cell.Quad, recorded(c.Height)})
					if likeliestHeight(cell.Height) != c.Height {
						wrong++
					}
				}
			}
		}
		return wrong
	}
	look()
	last, known, plane := *tracker.last, tracker.known, tracker.plane
	for _, expect := range []bool{false, true} {
		again := last.Clone()
		again.Pose = last.Pose.Moved(camerapose.Delta{last.X[0] * tilt, last.X[1] * tilt, last.X[2] * tilt}, last.SpaceMiddle())
		tracker.last, tracker.known, tracker.plane = &again, known, plane
		tracker.Expect(nil)
		wrong := look()
		if expect {
			tracker.Expect(stacks)
			wrong = look()
			withRecord = wrong
		} else {
			alone = wrong
		}
	}
	return alone, withRecord
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

// readable are the stills of a kind.
func readable(t *testing.T, kind string) (scenes []scenetest.StillScene) {
	for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		if s.Truth.Kind == kind {
			scenes = append(scenes, s)
		}
	}
	return scenes
}

func TestTheRecordCorrectsHeightsFromStraightAbove(t *testing.T) {
	alone, withRecord := 0, 0
	for _, s := range readable(t, "webcam-top") {
		for _, tilt := range []float64{-0.05, 0.05} {
			a, b := wrongHeights(t, &s, tilt, func(height int) int { return height })
			alone, withRecord = alone+a, withRecord+b
		}
	}
	if alone < 10 || 3*withRecord > alone {
		t.Errorf("under a tilted table, %d heights are wrong, %d with the record", alone, withRecord)
	}
}

func TestARecordThatIsOutOfDateChangesNothing(t *testing.T) {
	for _, s := range readable(t, "webcam-oblique") {
		alone, withRecord := wrongHeights(t, &s, 0, func(height int) int {
			if height > 2 {
				return height - 1
			}
			return height
		})
		if withRecord > alone {
			t.Errorf("%s: %d heights are wrong where nothing is recorded, %d when the tallest stacks are recorded too low", s.Name, alone, withRecord)
		}
	}
}
