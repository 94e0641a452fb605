package source

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// showing is a film of so many frames of growing gray levels, ten a second, in a fake time.
func showing(t *testing.T, frames int, options Options) (*film, *movingClock) {
	t.Helper()
	levels := make([]int, frames)
	for i := range levels {
		levels[i] = 40 + 20*i
	}
	name := shadedFilm(t, filepath.Join(t.TempDir(), "film.avi"), 10, 80, 80, levels...)
	source, err := openFilm(name, options)
	if err != nil {
		t.Fatal(err)
	}
	f, now := source.(*film), &movingClock{at: time.Unix(1000, 0)}
	f.clock = now
	t.Cleanup(func() { f.Close() })
	return f, now
}

// nextOf is a source's next frame: its number, gray level and time.
func nextOf(t *testing.T, s Source) string {
	t.Helper()
	frame, err := s.Next(t.Context())
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d:%d@%v", frame.Number, levelOf(frame), frame.Time.Round(time.Millisecond))
}

func TestAFilmShowsItsFramesInOrderAndThenEnds(t *testing.T) {
	f, now := showing(t, 3, Options{})
	for _, want := range []string{"0:40@0s", "1:60@100ms", "2:80@200ms", "EOF", "EOF"} {
		if got := nextOf(t, f); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if len(now.slept) > 0 {
		t.Errorf("a film that is not paced waited for %v", now.slept)
	}
}

func TestALoopedFilmGoesOnInNumberAndTime(t *testing.T) {
	f, _ := showing(t, 3, Options{Loop: true})
	for _, want := range []string{"0:40@0s", "1:60@100ms", "2:80@200ms", "3:40@300ms", "4:60@400ms", "5:80@500ms", "6:40@600ms"} {
		if got := nextOf(t, f); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestAPacedFilmWaitsForEachFramesTime(t *testing.T) {
	f, now := showing(t, 4, Options{Paced: true})
	for i := range 4 {
		if got, want := nextOf(t, f), fmt.Sprintf("%d:%d@%v", i, 40+20*i, time.Duration(i)*100*time.Millisecond); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		now.at = now.at.Add(30 * time.Millisecond) // the caller's work
	}
	if got, want := fmt.Sprint(now.slept), "[70ms 70ms 70ms]"; got != want {
		t.Errorf("waited for %s, want %s", got, want)
	}
}

func TestAPacedFilmSkipsToTheFrameThatIsDueByLittleSteps(t *testing.T) {
	f, now := showing(t, 9, Options{Paced: true})
	nextOf(t, f)
	now.at = now.at.Add(450 * time.Millisecond)
	// Frames 1 to 3 are over, but 2 is shown: what happened must be seen. Frame 4 is late by less than a period.
	for _, want := range []struct{ number, dropped int }{{2, 1}, {4, 2}} {
		frame, err := f.Next(t.Context())
		if err != nil || frame.Number != want.number || frame.Dropped != want.dropped || levelOf(frame) != 40+20*want.number {
			t.Errorf("frame %d with %d dropped, %v; want %d with %d", frame.Number, frame.Dropped, err, want.number, want.dropped)
		}
	}
	now.at = now.at.Add(50 * time.Millisecond) // it has caught up
	if got := nextOf(t, f); got != "5:140@500ms" || len(now.slept) > 0 {
		t.Errorf("then it shows %s after %v", got, now.slept)
	}
	now.at = now.at.Add(time.Hour)
	if got := nextOf(t, f) + " " + nextOf(t, f); got != "7:180@700ms EOF" {
		t.Errorf("after an hour it shows %s", got)
	}
}

// TestNoTurnOfAPacedFilmIsLost has callers of all kinds of slowness: however slow they are, no two frames are so far apart that a hand could
// come and go between them, and who is quick again catches up.
func TestNoTurnOfAPacedFilmIsLost(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, slowest := range []time.Duration{10 * time.Millisecond, 150 * time.Millisecond, time.Second, time.Minute} {
		f, now := showing(t, 9, Options{Paced: true, Loop: true})
		var last Frame
		for range 60 {
			frame, err := f.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if gap := frame.Time - last.Time; gap > mostSkipped {
				t.Fatalf("a caller who takes %v at most: %v between two frames", slowest, gap)
			}
			last = frame
			now.at = now.at.Add(time.Duration(random.Int64N(int64(slowest))))
		}
		if slowest < 100*time.Millisecond && last.Dropped > 0 || slowest >= time.Second && last.Dropped == 0 {
			t.Errorf("a caller who takes %v at most: %d dropped", slowest, last.Dropped)
		}
		late := now.at.Sub(f.began) - last.Time
		for range int(max(0, late)/mostSkipped) + 2 {
			nextOf(t, f)
		}
		if late = now.at.Sub(f.began) - f.shown; late > 100*time.Millisecond && slowest <= time.Second {
			t.Errorf("a caller who takes %v at most, and is quick then, is %v late", slowest, late)
		}
	}
}

func TestAFilmWhoseContextEndedLosesNoFrame(t *testing.T) {
	f, _ := showing(t, 2, Options{})
	ended, stop := context.WithCancel(t.Context())
	stop()
	for range 5 {
		if _, err := f.Next(ended); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want the context's error", err)
		}
	}
	if got := nextOf(t, f); got != "0:40@0s" {
		t.Errorf("then it shows %s, want its first frame", got)
	}
}

func TestAFilmIsRefusedForItsSize(t *testing.T) {
	for name, c := range map[string]struct {
		w, h int
		want string
	}{"too narrow": {48, 80, "has 48x80 pixels: use 640x480 to 3840x2160"}, "too low": {80, 62, "has 80x62 pixels"}, "just enough": {64, 64, ""}} {
		t.Run(name, func(t *testing.T) {
			film, err := openFilm(shadedFilm(t, filepath.Join(t.TempDir(), "film.avi"), 10, c.w, c.h, 50, 60), Options{})
			if err == nil {
				film.Close()
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestAFilmsNameIsNeverTakenForAnAddress(t *testing.T) {
	dir := t.TempDir()
	film := shadedFilm(t, filepath.Join(dir, "film.avi"), 10, 80, 80, 50, 60)
	t.Chdir(dir)
	for _, name := range []string{"concat:b.avi", "a:b.avi", "-i.avi", "100%d.avi", "ünïcode film.avi"} {
		if err := os.Link(film, name); err != nil {
			t.Fatal(err)
		}
		source, err := Open(name, Options{})
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if got := nextOf(t, source); got != "0:50@0s" {
			t.Errorf("%q shows %s, want its first frame", name, got)
		}
		source.Close()
	}
}

func TestALoopedFilmThatIsTakenAwayEndsWithAnError(t *testing.T) {
	f, _ := showing(t, 2, Options{Loop: true})
	nextOf(t, f)
	nextOf(t, f)
	if err := os.Remove(f.name); err != nil {
		t.Fatal(err)
	}
	if got := nextOf(t, f); !strings.Contains(got, "cannot read film") {
		t.Errorf("got %s, want the news that the film is gone", got)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestAFilmsEarlyEndIsReportedOnceHoweverOftenItRuns(t *testing.T) {
	f, _ := showing(t, 3, Options{Loop: true})
	f.expect = 30
	notes, frames := 0, 0
	for range 9 {
		_, err := f.Next(t.Context())
		var news *Status
		switch {
		case errors.As(err, &news) && news.Kind == Note && news.Frame == 2:
			notes++
			f.expect = 30
		case err != nil:
			t.Fatal(err)
		default:
			frames++
		}
	}
	if notes != 1 || frames != 8 {
		t.Errorf("%d notes and %d frames of nine answers, want one note", notes, frames)
	}
}

func TestAClosedFilmHoldsNeitherFileNorPicture(t *testing.T) {
	f, _ := showing(t, 2, Options{})
	nextOf(t, f)
	if err := f.Close(); err != nil || f.capture != nil || !f.mat.Closed() {
		t.Errorf("closed: %v; file held: %v, picture closed: %v", err, f.capture != nil, f.mat.Closed())
	}
}

func TestAPhonesPhotoIsNoFilm(t *testing.T) {
	for _, name := range []string{"plain.heic", "plain.avif"} {
		if f, err := Open("../heif/testdata/"+name, Options{}); err == nil {
			f.Close()
			t.Errorf("%s is opened", name)
		} else if !strings.Contains(err.Error(), `use "tilewatch score"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
