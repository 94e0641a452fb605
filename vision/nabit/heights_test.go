package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/nabit/scenetest"
)

// TestASideThatLiesHigherIsNotAll reads two words side by side; one of them lies on other tiles. A pose that puts that one on the table has no
// place for a tile of the other.
func TestASideThatLiesHigherIsNotAll(t *testing.T) { readAllTiles(t, "sunk") }

// TestAStairIsATableThatTilts reads a phone's photo with the lens of its EXIF block: once, a word of four tiles came out 3, 2, 2 and 1 high.
func TestAStairIsATableThatTilts(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "lean")) {
		cam := calibration.Pinhole(s.Picture.Width, s.Picture.Height, calibration.FilmFocal(28, s.Picture.Width, s.Picture.Height).Best)
		obs, err := reader.Still(s.Picture, cam, s.Set())
		if wrong := compareCells(&stillReading{s, obs, err}, &cellShares{}); err != nil || wrong != "" {
			t.Errorf("%s: %v %s", s.Name, err, wrong)
		}
	}
}

// TestStepsShowHeightsFromAbove reads boards from straight above; by their faces alone some stacks come out too low. In the second, other heights need
// another pose, and only both together explain more. In the third and fourth the table beside stacks decides. In the fifth, letters show tiles on a
// higher level than the steps do. In the sixth most stacks start one tile too low.
func TestStepsShowHeightsFromAbove(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "steps")) {
		obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
		var n cellShares
		wrong := compareCells(&stillReading{s, obs, err}, &n)
		if n.height.Right != n.height.Of || n.recall.Right != n.recall.Of || n.height.Of == 0 {
			t.Errorf("%s: %d of %d heights are right: %v %s", s.Name, n.height.Right, n.height.Of, err, wrong)
		}
	}
}
