package vision

import (
	"path/filepath"
	"testing"
)

func TestWhatIsHardToFindIsFound(t *testing.T) {
	for name, scene := range map[string]string{
		"a desk lamp's reflection slopes over the tiles":    "glare/001.json",
		"so it does, and the word lies among racks":         "glare/002.json",
		"white letters on yellow hardly differ in gray":     "few/001.json",
		"thin letters of few tiles, and no racks, on cloth": "few/002.json",
	} {
		t.Run(name, func(t *testing.T) {
			s := loadScene(t, filepath.Join(filepath.Dir(stillsFolder), filepath.FromSlash(scene)))
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
