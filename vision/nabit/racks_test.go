package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/scenetest"
)

// TestBanksAreFoundAmongAClothsSpots reads tables whose spots outnumber the letters, so that those of banks are no marks.
func TestBanksAreFoundAmongAClothsSpots(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "banks")) {
		obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
		var n looseShares
		wrong := compareBanks(&stillReading{s, obs, err}, &n)
		if n.banks.Right != n.banks.Of || n.banks.Of == 0 {
			t.Errorf("%s: %v %s", s.Name, err, wrong)
		}
	}
}
