package vision

import (
	"path/filepath"
	"testing"
)

// A desk lamp's reflection slopes over the tiles; in the second picture a word of one color lies among racks.
func TestTilesUnderALampsReflectionAreFound(t *testing.T) {
	for _, name := range []string{"001.json", "002.json"} {
		t.Run(name, func(t *testing.T) {
			s := loadScene(t, filepath.Join(filepath.Dir(stillsFolder), "glare", name))
			obs, err := NewReader(letterNet(t)).Still(s.picture, s.camera(), s.set())
			if err != nil {
				t.Fatal(err)
			}
			if wrong := compareCells(&stillReading{s, obs, nil}, &cellShares{}); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}
