package live

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/motion"
	"tilewatch/vision/source"
)

const filmPath = "../../../testdata/nabit/live/oblique"

// beginning is a source's first frames.
type beginning struct {
	source.Source
	left int
}

func (b *beginning) Next(ctx context.Context) (source.Frame, error) {
	if b.left--; b.left < 0 {
		return source.Frame{}, io.EOF
	}
	return b.Source.Next(ctx)
}

// filmProfile is what the film was made with.
func filmProfile(t *testing.T) (*calibration.Camera, *calibration.Tileset) {
	t.Helper()
	data, err := os.ReadFile(filmPath + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Camera json.RawMessage
		Set    struct{ Side, Thickness, Pitch float64 }
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	camera, err := calibration.ParseCamera(truth.Camera)
	if err != nil {
		t.Fatal(err)
	}
	return camera, &calibration.Tileset{SideMM: truth.Set.Side, ThicknessMM: truth.Set.Thickness, PitchMM: truth.Set.Pitch}
}

// watched opens the film's first frames and all that reads them; the test closes them at its end.
func watched(t *testing.T, frames int) *Watch {
	t.Helper()
	source, err := source.OpenSource(filmPath+".mp4", source.SourceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	eyes, err := photo.OpenEyes(photo.Both)
	if err != nil {
		t.Fatal(err)
	}
	gate := motion.NewGate()
	t.Cleanup(func() {
		for _, c := range []io.Closer{source, gate, eyes} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	players := []engine.Color{engine.Purple, engine.Red, engine.Green, engine.Yellow}
	return &Watch{
		Source: &beginning{source, frames}, Gate: gate, Eyes: eyes.Watch(filmProfile(t)),
		Follower: follow.New(players, lexicon.Default(), follow.Options{Gap: Unwatched}),
	}
}

// TestAFilmIsToldAsItIsPlayed also sees to it that a play is kept before it is told.
func TestAFilmIsToldAsItIsPlayed(t *testing.T) {
	var told, status []string
	w := watched(t, 117)
	j := journal.NewMemory()
	keeper := record.NewKeeper(j, nil)
	w.Keep = func(r follow.Record) {
		if err := keeper.Keep(t.Context(), r.Events, r.Another); err != nil {
			t.Error(err)
		}
	}
	w.Tell = func(line any) error {
		if l := line.(follow.Line); l.Type == follow.Played {
			if !isKept(t, j, l) {
				t.Errorf("told before it was kept: %v by %s", l.Placements, l.Player)
			}
			told = append(told, l.Player.String()+" "+strings.Join(l.Words, " "))
		} else {
			told = append(told, string(l.Type))
		}
		return nil
	}
	w.Turned = func(s Status) {
		status = append(status, map[Status]string{Waiting: "waiting", HandOver: "hand", Reading: "reading", Settled: "settled"}[s])
	}
	if err := w.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told, ", "), "purple PA, red APE, summary"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	if got := strings.Join(status, " "); !strings.HasSuffix(got, "hand reading settled") {
		t.Errorf("status went %q", got)
	}
}
