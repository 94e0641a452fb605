package nabit

import (
	"strings"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games/nabit/film"
	"tilewatch/cmd/internal/games/nabit/film/filmtest"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/source"
)

const filmPath = "../../../../testdata/nabit/live/oblique"

// profile is what the film was made with, but for the colors.
func profile(t *testing.T) (in game.Inputs) {
	t.Helper()
	in.Camera, in.Tileset = filmtest.Profile(t, filmPath)
	in.Tileset.Colors = nil
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
	watch, err := film.Open(profile(t), &filmtest.Beginning{Source: src, Left: 117}, func() *follow.Follower { return d.live.follower }, d.take)
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
