package main

import (
	"math"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// TestWhatIsToldIsTheTruthOrSpoiled writes what the program is told, and reads it as the program does.
func TestWhatIsToldIsTheTruthOrSpoiled(t *testing.T) {
	all, err := waysOf("all")
	if err != nil {
		t.Fatal(err)
	}
	scenes, err := find([]string{"../../testdata/nabit/live"}, ".mp4")
	if err != nil || len(scenes) == 0 {
		t.Fatalf("%d films, %v", len(scenes), err)
	}
	truth := scenes[0].truth
	for _, w := range all {
		flags, err := w.flags(truth, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]string{}
		for i := 0; i < len(flags); i += 2 {
			told[flags[i]] = flags[i+1]
		}
		if told["--players"] != "" != w.players || told["--camera"] != "" != w.camera || told["--tileset"] != "" != w.tiles {
			t.Errorf("%s: %v", w.name, flags)
		}
		if w.camera {
			c, err := calibration.LoadCamera(told["--camera"])
			if factor := c.K[0][0] / truth.Camera.K[0][0]; err != nil || w.focal == 0 && factor != 1 || w.focal > 0 && math.Abs(factor-w.focal) > 1e-9 {
				t.Errorf("%s: the focal length %v times as long, %v", w.name, factor, err)
			}
		}
		if w.tiles {
			s, err := calibration.LoadTileset(told["--tileset"])
			if factor := s.ThicknessMM / truth.Set.Thickness; err != nil || w.thickness == 0 && factor != 1 || w.thickness > 0 && math.Abs(factor-w.thickness) > 1e-9 {
				t.Errorf("%s: %v times as thick, %v", w.name, factor, err)
			}
			plastics, err := truth.plastics()
			if red, told := plastics[engine.Red], s.Colors[engine.Purple]; err != nil || (red == told) != w.swapped {
				t.Errorf("%s: purple is told as %v, red is %v, %v", w.name, told, red, err)
			}
		}
	}
	some, err := waysOf("nothing,focal*.8")
	if err != nil || len(some) != 2 || some[0].name != "nothing" || some[1].focal != 0.8 {
		t.Errorf("%v, %v", some, err)
	}
	if _, err := waysOf("nothing,everybody"); err == nil || !strings.Contains(err.Error(), "everybody") {
		t.Errorf("everybody: %v", err)
	}
}

func TestAFilmIsSilentlyWrongWhereNothingIsAskedOrOdd(t *testing.T) {
	for name, c := range map[string]struct {
		film   film
		silent int
	}{
		"all plays":                                   {film{events: 3, exact: 3}, 0},
		"a play is missing":                           {film{events: 3, exact: 2}, 1},
		"a play too many":                             {film{events: 3, exact: 3, spurious: 1}, 1},
		"a play is missing, and asked for":            {film{events: 3, exact: 2, unclear: 1}, 0},
		"a play is missing, and the tiles are others": {film{events: 3, exact: 2, odd: 1}, 0},
		"a play is wrong, and told as not settled":    {film{events: 3, exact: 2, spurious: 1, unsettled: 1}, 0},
	} {
		var s filmSum
		s.add(c.film)
		if s.silent != c.silent {
			t.Errorf("%s: %v", name, s)
		}
	}
}
