package film

import (
	"slices"
	"testing"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/filmtest"
)

// The game ends after a bank; once the record has lost it before.
func TestTheLastPictureIsCountedByItself(t *testing.T) {
	t.Parallel()
	for _, lost := range []bool{false, true} {
		camera, set := filmProfile(t)
		w := watched(t, 1)
		eyes, err := sight.OpenEyes(sight.Both)
		if err != nil {
			t.Fatal(err)
		}
		defer eyes.Close()
		w.Eyes = eyes.Watch(camera, set)
		end := filmtest.Shot{From: 305, To: 317}
		film := filmtest.New(t, filmPath+".mp4", filmtest.Shot{From: 216, To: 236}, filmtest.Shot{From: 290, To: 317}, end, end, end)
		defer film.Close()
		w.Source = film
		enter := func(e nabit.Event) {
			if a := w.Follower.Enter(e); !a.OK {
				t.Error(a.Violations)
			}
		}
		var totals []follow.Total
		w.Report = func(line any) error {
			l, _ := line.(follow.Line)
			totals = append(totals, l.Totals...)
			if l.Type == follow.Banked {
				if lost {
					enter(nabit.Event{Type: nabit.Caught, Player: engine.Purple})
				}
				enter(nabit.Event{Type: nabit.Finished})
			}
			return nil
		}
		if err := w.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		var want []follow.Total
		if lost {
			want = []follow.Total{{Player: engine.Purple, Seen: 4, Recorded: 3}}
		}
		if !slices.Equal(totals, want) {
			t.Errorf("a bank that the record has lost (%v): %v, want %v", lost, totals, want)
		}
	}
}
