package vision

import (
	"path/filepath"
	"testing"

	"tilewatch/calibration"
)

func TestWhatIsHardToFindIsFound(t *testing.T) {
	for name, scene := range map[string]string{
		"a desk lamp's reflection slopes over the tiles":    "glare/001.json",
		"so it does, and the word lies among racks":         "glare/002.json",
		"white letters on yellow hardly differ in gray":     "few/001.json",
		"thin letters of few tiles, and no racks, on cloth": "few/002.json",
		"a part of the structure settles too close":         "half/001.json",
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

func TestWhatIsSeenAgainIsKnown(t *testing.T) {
	seen := func(from pose, cells stacks) *structure { return &structure{pose: from, cells: cells} }
	p := pose{cam: calibration.Pinhole(1280, 720, 1000), sizes: sizesOf(nil), x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500}}
	beside, off := p, p
	beside.t, off.t = p.space(-1, 0, 0), p.space(0, 0.5, 0)
	first := seen(p, stacks{{}: 1, {Col: 1}: 2})
	for name, c := range map[string]struct {
		again *structure
		same  bool
	}{
		"places counted from elsewhere": {seen(beside, stacks{{Col: 1}: 1, {Col: 2}: 2}), true},
		"a tile more":                   {seen(p, stacks{{}: 1, {Col: 1}: 2, {Row: 1}: 1}), false},
		"a stack lower":                 {seen(p, stacks{{}: 1, {Col: 1}: 1}), false},
		"half a tile off":               {seen(off, stacks{{}: 1, {Col: 1}: 2}), false},
	} {
		if got := c.again.same(first); got != c.same {
			t.Errorf("%s: the same is %v, want %v", name, got, c.same)
		}
	}
}

func TestWhatIsHeldShowsNothingNew(t *testing.T) {
	p := pose{cam: calibration.Pinhole(1280, 720, 1000), sizes: sizesOf(nil), x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500}}
	best := &structure{pose: p, cells: stacks{{}: 1, {Col: 1}: 1, {Col: 2}: 1}}
	for name, c := range map[string]struct {
		cells stacks
		held  int
	}{
		"a part of it":        {stacks{{Col: 1}: 1, {Col: 2}: 1}, 2},
		"it and a tile more":  {stacks{{Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1}, 2},
		"what lies elsewhere": {stacks{{Row: 4}: 1, {Row: 5}: 1}, 0},
	} {
		if got := best.held(&structure{pose: p, cells: c.cells}); got != c.held {
			t.Errorf("%s: %d faces are held, want %d", name, got, c.held)
		}
	}
}
