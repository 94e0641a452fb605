package nabit

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games/nabit/film"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/source"
)

const filmPath = "../../../../testdata/nabit/live/oblique"

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

// profile is what the film was made with, but for the colors.
func profile(t *testing.T) (in game.Inputs) {
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
	if in.Camera, err = calibration.ParseCamera(truth.Camera); err != nil {
		t.Fatal(err)
	}
	in.Tileset = &calibration.Tileset{SideMM: truth.Set.Side, ThicknessMM: truth.Set.Thickness, PitchMM: truth.Set.Pitch}
	return in
}

// tapped is a desk whose events a test hears once they are taken.
type tapped struct {
	*table.Desk
	tap func(pipeline.Event)
}

func (o tapped) Report(event pipeline.Event) error {
	err := o.Desk.Report(event)
	o.tap(event)
	return err
}

// TestAFilmIsReportedAsItIsPlayed also sees to it that what is reported is kept.
func TestAFilmIsReportedAsItIsPlayed(t *testing.T) {
	t.Parallel()
	var lines, status []string
	d, _, j := seat(t, engine.Purple, engine.Red, engine.Green, engine.Yellow)
	tap := func(event pipeline.Event) {
		switch e := event.(type) {
		case pipeline.Turned:
			status = append(status, e.Status.String())
		case pipeline.Camera:
			t.Errorf("told %v", e)
		case pipeline.Lines:
			for _, line := range e {
				l := line.JSON.(follow.Line)
				if l.Type != follow.Played {
					lines = append(lines, string(l.Type))
					continue
				}
				if !isKept(t, j, l) {
					t.Errorf("told and not kept: %v by %s", l.Placements, l.Player)
				}
				lines = append(lines, l.Player.String()+" "+strings.Join(l.Words, " "))
			}
		}
	}
	src, err := source.Open(filmPath+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	watch, err := film.Open(profile(t), &beginning{src, 117}, func() *follow.Follower { return d.live.follower }, d.take)
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	if err := watch.Run(t.Context(), tapped{d.Desk, tap}, pipeline.Reports{}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(lines, ", "), "purple PA, red APE, summary"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	if got := strings.Join(status, " "); !strings.HasSuffix(got, "hand reading settled") {
		t.Errorf("status went %q", got)
	}
}
