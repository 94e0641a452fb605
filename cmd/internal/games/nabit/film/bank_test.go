package film

import (
	"fmt"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/filmtest"
)

// Purple nabs CLUB and banks a tile; red, who has nabbed nothing, challenges nobody. Banks are counted by what changes, so neither the
// camera nor the tiles need to be known.
func TestABankedTileIsSeen(t *testing.T) {
	t.Parallel()
	camera, set := filmProfile(t)
	for _, c := range []struct {
		name   string
		camera *calibration.Camera
		set    *calibration.Tileset
	}{
		{"with a profile", camera, set},
		{"of a camera and tiles that nobody measured", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := watched(t, 1)
			eyes, err := sight.OpenEyes(sight.Both)
			if err != nil {
				t.Fatal(err)
			}
			defer eyes.Close()
			w.Eyes = eyes.Watch(c.camera, c.set)
			// The table is looked at a while longer before the next hand.
			film := filmtest.New(t, filmPath+".mp4", filmtest.Shot{From: 216, To: 236}, filmtest.Shot{From: 290, To: 317}, filmtest.Shot{From: 305, To: 317})
			defer film.Close()
			w.Source = film
			var banks []string
			w.Report = func(line any) error {
				if l, ok := line.(follow.Line); ok && l.Type == follow.Banked {
					banks = append(banks, fmt.Sprintf("%v %d", l.Player, l.Tiles))
				}
				return nil
			}
			if err := w.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if want := []string{"purple 1"}; !slices.Equal(banks, want) {
				t.Errorf("banked: %q, want %q", banks, want)
			}
			for _, s := range w.Follower.State().Scores {
				if got := s.Color.String(); (s.Banked == 1) != (got == "purple") {
					t.Errorf("%s has banked %d", got, s.Banked)
				}
			}
		})
	}
}
