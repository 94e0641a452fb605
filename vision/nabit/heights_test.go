package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/nabit/scenetest"
)

// TestASideThatLiesHigherIsNotAll reads two words side by side, one of which lies on other tiles: under a pose that has it on the table no
// tile of the other is where one may be.
func TestASideThatLiesHigherIsNotAll(t *testing.T) { readAllTiles(t, "sunk") }

// TestAStairIsATableThatTilts reads a phone's photo as its EXIF block has the lens: a word of four tiles was told as 3, 2, 2 and 1 high.
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

// TestStepsTellHeightsFromAbove reads boards seen from straight above, of which the faces alone have some stacks too low. In the second
// other heights go with another pose, and only both together explain more. In the third and the fourth what is seen beside stacks tells, and in
// the fifth tiles that their letters tell lie higher than these have them. In the sixth most stacks are taken for one tile lower at first.
func TestStepsTellHeightsFromAbove(t *testing.T) {
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
