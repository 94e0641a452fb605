package film

import (
	"strings"
	"testing"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/filmtest"
	"tilewatch/vision/source"
)

// reports runs the shots and returns the lines, in short.
func reports(t *testing.T, shots ...filmtest.Shot) string {
	t.Helper()
	w := watched(t, 1)
	film := filmtest.New(t, filmPath+".mp4", shots...)
	defer film.Close()
	w.Source = film
	var lines []string
	w.Report = func(line any) error {
		switch l := line.(type) {
		case pipeline.Camera:
			lines = append(lines, string(l.Type))
			if l.Type == source.Fault && !strings.Contains(l.Message, "show the table again") {
				t.Errorf("fault: %s", l.Message)
			}
		case follow.Line:
			what := string(l.Type)
			if l.Type == follow.Played {
				what = l.Player.String() + " " + strings.Join(l.Words, " ")
			}
			lines = append(lines, what)
		}
		return nil
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, ", ")
}

// A camera that is pushed shakes for some frames and stands elsewhere then, in the middle of a turn.
func TestABumpedCameraFindsTheBoardAgain(t *testing.T) {
	t.Parallel()
	rest := filmtest.Shot{From: 177, To: 191, Corners: filmtest.Bumped()}
	got := reports(t, filmtest.Shot{From: 94, To: 158}, filmtest.Shot{From: 159, To: 161, Corners: filmtest.Shifted(-60, 40)}, filmtest.Shot{From: 162, To: 176, Corners: filmtest.Bumped()}, rest, rest, rest)
	plays := strings.ReplaceAll(got, "moved, ", "")
	if !strings.HasPrefix(plays, "joined, green ") || strings.Count(plays, ",") != 2 {
		t.Errorf("told %q", got)
	}
}

func TestABoardOutOfSightIsReportedAndFoundAgain(t *testing.T) {
	t.Parallel()
	away := filmtest.Shot{From: 112, To: 112, Step: 1.0 / 5, Corners: filmtest.Shifted(3000, 0)}
	shots := []filmtest.Shot{{From: 94, To: 112}}
	for range 40 {
		shots = append(shots, away)
	}
	got := reports(t, append(shots, filmtest.Shot{From: 112, To: 118, Step: 1.0 / 5}, filmtest.Shot{From: 112, To: 118, Step: 1.0 / 5})...)
	if want := "joined, fault, recovered, summary"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestFiveFramesASecondAreEnough(t *testing.T) {
	t.Parallel()
	got := reports(t, filmtest.Shot{To: 204, Every: 3, Step: 0.2})
	if !strings.HasPrefix(got, "purple PA, red APE, green ") {
		t.Errorf("told %q", got)
	}
}
