package nabit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// wrongHeights reads a still as a tracker does, tilts the table that it believes in by so much, and answers of how many stacks it then reports
// another height than they have: alone, and when it is told of a record.
func wrongHeights(t *testing.T, s *scenetest.StillScene, tilt float64, recorded func(height int) int) (alone, told int) {
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
	believed, known, ground := *tracker.last, tracker.known, tracker.plane
	for _, expect := range []bool{false, true} {
		again := believed.Clone()
		again.Pose = believed.Pose.Moved(camerapose.Delta{believed.X[0] * tilt, believed.X[1] * tilt, believed.X[2] * tilt}, believed.SpaceMiddle())
		tracker.last, tracker.known, tracker.plane = &again, known, ground
		tracker.Expect(nil)
		wrong := look()
		if expect {
			tracker.Expect(stacks)
			wrong = look()
			told = wrong
		} else {
			alone = wrong
		}
	}
	return alone, told
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

func TestHeightsThatAreRecordedAreHeardFromStraightAbove(t *testing.T) {
	alone, told := 0, 0
	for _, s := range readable(t, "webcam-top") {
		for _, tilt := range []float64{-0.05, 0.05} {
			a, b := wrongHeights(t, &s, tilt, func(height int) int { return height })
			alone, told = alone+a, told+b
		}
	}
	if alone < 10 || 3*told > alone {
		t.Errorf("where the table was thought to tilt, %d heights are wrong, %d when the record is known", alone, told)
	}
}

func TestARecordThatIsOutOfDateIsNotBelieved(t *testing.T) {
	for _, s := range readable(t, "webcam-oblique") {
		alone, told := wrongHeights(t, &s, 0, func(height int) int {
			if height > 2 {
				return height - 1
			}
			return height
		})
		if told > alone {
			t.Errorf("%s: %d heights are wrong where nothing is recorded, %d when the tallest stacks are recorded too low", s.Name, alone, told)
		}
	}
}
