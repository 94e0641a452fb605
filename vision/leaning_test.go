package vision

import (
	"path/filepath"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// TestAStairIsATableThatTilts reads a phone's photo as its EXIF block has the lens: a word of four tiles was told as 3, 2, 2 and 1 high.
func TestAStairIsATableThatTilts(t *testing.T) {
	reader := NewReader(letterNet(t))
	for _, s := range stillScenes(t, filepath.Join(filepath.Dir(stillsFolder), "lean")) {
		cam := calibration.Pinhole(s.picture.Width, s.picture.Height, calibration.FilmFocal(28, s.picture.Width, s.picture.Height).Best)
		obs, err := reader.Still(s.picture, cam, s.set())
		if wrong := compareCells(&stillReading{s, obs, err}, &cellShares{}); err != nil || wrong != "" {
			t.Errorf("%s: %v %s", s.name, err, wrong)
		}
	}
}

func TestLevelsWithoutTheirClimb(t *testing.T) {
	for _, c := range []struct {
		name         string
		levels, want []int // in two rows of four
	}{
		{"a flat board", []int{1, 1, 1, 1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
		{"a stair", []int{1, 2, 3, 4, 1, 2, 3, 4}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
		{"a stack on a flat board", []int{1, 3, 1, 1, 1, 1, 1, 1}, []int{1, 3, 1, 1, 1, 1, 1, 1}},
		{"a stair with a stack on it", []int{1, 2, 5, 4, 1, 2, 3, 4}, []int{1, 1, 3, 1, 1, 1, 1, 1}},
		{"less than a tile", []int{3, 2, 2, 1, 3, 2, 2, 1}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
		{"across", []int{1, 1, 1, 1, 2, 2, 2, 2}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := structure{cells: stacks{}}
			for i, level := range c.levels {
				s.cells[engine.Place{Row: i / 4, Col: i % 4}] = level
			}
			if got := s.withoutClimb(s.cells.places()); !slices.Equal(got, c.want) {
				t.Errorf("%v without their climb are %v, want %v", c.levels, got, c.want)
			}
		})
	}
}
