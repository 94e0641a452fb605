package pipeline_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/game"
	"tilewatch/vision/motion"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
	"tilewatch/vision/source/disturb"
)

// spot is a game in which a bright spot lies somewhere on a table: a look is the frame's number.
type spot struct {
	hints, looks int
	disturbed    int // calls of Disturbed
	stirred      []int
	settled      bool
	open         bool // it never settles
	playing      bool
	astray       bool
	failing      error // of the eyes
	trips        int   // looks that are to panic
	tripped      int   // of these, reported ones
}

func (s *spot) Look(frame source.Frame, hint int) (int, error) {
	if hint != s.hints {
		return 0, fmt.Errorf("the eyes have hint %d, not the newest, %d", hint, s.hints)
	}
	if s.looks++; s.looks <= s.trips {
		panic("on purpose")
	}
	return frame.Number, s.failing
}

func (s *spot) Hint() int { s.hints++; return s.hints }

func (s *spot) Disturbed() { s.disturbed++ }

func (s *spot) See(at game.Moment, look int, changed func() motion.Region) []pipeline.Line {
	if at.Stirred {
		s.stirred = append(s.stirred, look)
	}
	if s.settled = !s.open; changed().Empty() {
		return nil
	}
	return []pipeline.Line{{JSON: map[string]any{"type": "spot", "frame": look}, TimeS: at.Time.Seconds(), Text: "a spot"}}
}

func (s *spot) Settled() bool { return s.settled }

func (s *spot) Finish(at game.Moment) []pipeline.Line {
	return []pipeline.Line{{JSON: map[string]any{"type": "summary", "frame": at.Frame}, TimeS: at.Time.Seconds(), Text: "summary"}}
}

func (s *spot) Playing() bool { return s.playing }
func (s *spot) Astray() bool  { return s.astray }
func (s *spot) Parted() int   { return 0 }

// film is a folder of pictures as a camera that is lost and found: news come before the frame of their number.
type film struct {
	source.Source
	news map[int][]*source.Status
	next int
}

func (f *film) Next(ctx context.Context) (source.Frame, error) {
	if waiting := f.news[f.next]; len(waiting) > 0 {
		f.news[f.next] = waiting[1:]
		return source.Frame{}, waiting[0]
	}
	f.next++
	return f.Source.Next(ctx)
}

// pictures is a film of a table at rest, on which the spot lies elsewhere from each of the frames on.
func pictures(t *testing.T, frames int, moves ...int) *film {
	t.Helper()
	at, places := 0, make([]int, frames)
	for i := range places {
		if slices.Contains(moves, i) {
			at++
		}
		places[i] = at
	}
	return filmed(t, places)
}

// filmed is a film of a table on which the spot lies at that place in each picture.
func filmed(t *testing.T, places []int) *film {
	t.Helper()
	folder, drawn := t.TempDir(), map[int][]byte{}
	for i, at := range places {
		if drawn[at] == nil {
			drawn[at] = tableWithSpot(t, at)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.jpg", i)), drawn[at], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	src, err := source.Open(folder, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	})
	return &film{Source: src, news: map[int][]*source.Status{}}
}

func TestWhatMovesInPlaceIsIgnoredAndReportedOnce(t *testing.T) {
	kinds := disturb.Kinds()
	flicker := kinds[slices.IndexFunc(kinds, func(k disturb.Kind) bool { return k.Name == "flicker" })]
	src := disturb.Source(pictures(t, 150, 90), flicker)
	events, err := eventsOf(t, &spot{}, src, nil)
	got := strings.Join(events, ", ")
	if err != nil || strings.Count(got, "ignored") != 1 || strings.Count(got, "ignored near 2,0") != 1 || strings.Count(got, "a spot") != 2 {
		t.Errorf("told %s: %v", got, err)
	}
}

// tableWithSpot is the JPEG of a table on which the spot lies at that place, of three; from the third on the table lies elsewhere, too.
func tableWithSpot(t *testing.T, at int) []byte {
	t.Helper()
	table := image.NewGray(image.Rect(0, 0, 160, 120))
	for k := range table.Pix {
		table.Pix[k] = uint8(40 + k%31) // a table is never of one gray
		if at > 2 && (k/8+k/160/8+3*at)%5 < 2 {
			table.Pix[k] += 120
		}
	}
	draw.Draw(table, image.Rect(20+50*(at%3), 50, 45+50*(at%3), 75), image.NewUniform(color.White), image.Point{}, draw.Src)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, table, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// eventsOf runs a watch of the game, and returns its events in short.
func eventsOf(t *testing.T, s *spot, src source.Source, change func(*pipeline.Watch[int, int])) (events []string, err error) {
	t.Helper()
	w := pipeline.Watch[int, int]{Source: src, Gate: motion.NewGate(), Eyes: s, Follower: s, Pace: pipeline.Pace{Often: time.Second, Rarely: time.Second}}
	if change != nil {
		change(&w)
	}
	err = w.Run(t.Context(), pipeline.Alone(func(event pipeline.Event) error {
		switch e := event.(type) {
		case pipeline.Camera:
			events = append(events, string(e.Type))
		case pipeline.Turned:
			events = append(events, e.Status.String())
		case pipeline.Held:
			events = append(events, strings.TrimSpace(e.Type+" "+string(e.Reason)))
		case pipeline.Ignored:
			events = append(events, fmt.Sprintf("%s near %d,%d", e.Type, e.Region[0]/50, e.Region[1]/50))
		case pipeline.Lines:
			for _, l := range e {
				events = append(events, l.Text)
			}
		}
		return nil
	}), pipeline.Reports{Tripped: func() { s.tripped++ }})
	if closed := w.Gate.Close(); closed != nil {
		t.Error(closed)
	}
	return events, err
}

func TestATableAtRestIsLookedAtAndMovesAreReported(t *testing.T) {
	s := &spot{}
	events, err := eventsOf(t, s, pictures(t, 60, 30), nil)
	got := strings.Join(events, ", ")
	if err != nil || strings.Count(got, "a spot") != 2 || !strings.HasSuffix(got, "summary") || !slices.Contains(events, "settled") {
		t.Errorf("told %s: %v", got, err)
	}
	if s.disturbed == 0 || s.looks > 20 {
		t.Errorf("disturbed %d times, looked %d times", s.disturbed, s.looks)
	}
}

// TestALostCameraDisturbsAnyGame has the camera gone while nothing moves before it: nobody knows what was done meanwhile.
func TestALostCameraDisturbsAnyGame(t *testing.T) {
	const lost = 40
	quiet, gone := &spot{}, &spot{}
	if _, err := eventsOf(t, quiet, pictures(t, 70), nil); err != nil {
		t.Fatal(err)
	}
	src := pictures(t, 70)
	src.news[lost] = []*source.Status{{Kind: source.Note, Message: "no news"}, {Kind: source.Fault, Message: "plug it in", Frame: lost - 1}, {Kind: source.Recovered, Frame: lost - 1}}
	events, err := eventsOf(t, gone, src, nil)
	if err != nil {
		t.Fatal(err)
	}
	if gone.disturbed != quiet.disturbed+2 || len(gone.stirred) != len(quiet.stirred)+1 || gone.stirred[len(gone.stirred)-1] < lost {
		t.Errorf("disturbed %d times, %d without news; looks after something moved: %v and %v", gone.disturbed, quiet.disturbed, gone.stirred, quiet.stirred)
	}
	i := slices.Index(events, "fault")
	if i < 0 || i+2 >= len(events) || events[i+1] != "recovered" || events[i+2] != "settled" {
		t.Errorf("told %v: the status is not reported again once the camera is back", events)
	}
}

func TestABoardOutOfSightIsReportedOnce(t *testing.T) {
	s := &spot{astray: true, playing: true}
	events, err := eventsOf(t, s, pictures(t, 60, 30), func(w *pipeline.Watch[int, int]) { w.Board = s })
	if got := strings.Join(events, ", "); err != nil || strings.Count(got, "fault") != 1 || strings.Contains(got, "settled") {
		t.Errorf("told %s: %v", got, err)
	}
}

func TestUnreadableFramesAreNoEndAndAFaultAfterAWhile(t *testing.T) {
	s := &spot{failing: &picture.Error{Code: picture.Unreadable, Message: "too dark"}, playing: true}
	events, err := eventsOf(t, s, pictures(t, 120), func(w *pipeline.Watch[int, int]) { w.Board = s })
	if got := strings.Join(events, ", "); err != nil || strings.Count(got, "fault") != 1 {
		t.Errorf("told %s: %v", got, err)
	}
	events, err = eventsOf(t, &spot{failing: &picture.Error{Code: picture.NoTiles}}, pictures(t, 30), func(w *pipeline.Watch[int, int]) { w.Empty = new(int) })
	if got := strings.Join(events, ", "); err != nil || !strings.Contains(got, "settled") {
		t.Errorf("an empty table: told %s: %v", got, err)
	}
}

// TestSilenceHasAReason has something reach all over the table, then a dark picture, then all well.
func TestSilenceHasAReason(t *testing.T) {
	s := &spot{}
	moves := make([]int, 200)
	for i := range moves {
		moves[i] = 20 + i
	}
	events, err := eventsOf(t, s, pictures(t, 300, moves...), nil)
	if got := strings.Join(events, ", "); err != nil || strings.Count(got, "held covered, ") != 1 || strings.Count(got, "released") != 1 {
		t.Errorf("told %s: %v", got, err)
	}
	moves = nil
	for i := 20; i < 200; i += 4 { // it lies still for a moment now and then
		moves = append(moves, i, i+1)
	}
	s = &spot{open: true}
	events, err = eventsOf(t, s, pictures(t, 300, moves...), nil)
	if got := strings.Join(events, ", "); err != nil || strings.Count(got, "held ") != 1 || strings.Count(got, "released") != 1 {
		t.Errorf("glimpses: told %s: %v", got, err)
	}
	s = &spot{failing: &picture.Error{Code: picture.TooDark}}
	events, err = eventsOf(t, s, pictures(t, 200), nil)
	if got := strings.Join(events, ", "); err != nil || strings.Count(got, "held dark") != 1 || strings.Contains(got, "released") {
		t.Errorf("told %s: %v", got, err)
	}
	events, err = eventsOf(t, &spot{}, pictures(t, 300), nil)
	if got := strings.Join(events, ", "); err != nil || strings.Contains(got, "held") {
		t.Errorf("a table at rest: told %s: %v", got, err)
	}
}

// photographed are a film's pictures as photos, a minute after each other.
type photographed struct{ source.Source }

func (p photographed) Next(ctx context.Context) (source.Frame, error) {
	frame, err := p.Source.Next(ctx)
	frame.Photo, frame.Time = true, time.Duration(frame.Number)*time.Minute
	return frame, err
}

// TestEachPhotoIsReadAndNothingIsAmissBetweenThem has six photos, on the third of which the spot lies elsewhere.
func TestEachPhotoIsReadAndNothingIsAmissBetweenThem(t *testing.T) {
	s := &spot{}
	events, err := eventsOf(t, s, photographed{pictures(t, 6, 2)}, nil)
	if got, want := strings.Join(events, ", "), "a spot, photographed, a spot, summary"; err != nil || got != want || s.looks != 6 {
		t.Errorf("told %s in %d looks, want %s: %v", got, s.looks, want, err)
	}
	s = &spot{failing: &picture.Error{Code: picture.TooBlurred}}
	events, err = eventsOf(t, s, photographed{pictures(t, 2)}, nil)
	if got, want := strings.Join(events, ", "), "photographed, held blurred, summary"; err != nil || got != want {
		t.Errorf("blurred photos: told %s, want %s: %v", got, want, err)
	}
}

// TestASlowCameraIsReportedOnceAndStillRead has one picture a second: the spot is seen although no two pictures in a row are equal.
func TestASlowCameraIsReportedOnceAndStillRead(t *testing.T) {
	s := &spot{}
	kinds := disturb.Kinds()
	slow := kinds[slices.IndexFunc(kinds, func(k disturb.Kind) bool { return k.Name == "slow1" })]
	events, err := eventsOf(t, s, disturb.Source(pictures(t, 400, 150, 165), slow), nil)
	got := strings.Join(events, ", ")
	if err != nil || strings.Count(got, "slow too_slow") != 1 || strings.Contains(got, "held") || strings.Count(got, "a spot") != 3 {
		t.Errorf("told %s: %v", got, err)
	}
}

func TestEyesThatBreakEndTheWatch(t *testing.T) {
	broken := errors.New("no eyes")
	if _, err := eventsOf(t, &spot{failing: broken}, pictures(t, 30), nil); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestAPanicCostsItsFrameAlone: the watch goes on, and sees what lies there with the next look.
func TestAPanicCostsItsFrameAlone(t *testing.T) {
	s := &spot{trips: 3}
	events, err := eventsOf(t, s, pictures(t, 120, 60), nil)
	if got := strings.Join(events, ", "); err != nil || strings.Count(got, "a spot") != 2 || s.tripped != 3 {
		t.Errorf("told %s, %d panics: %v", got, s.tripped, err)
	}
}

func TestASettledTableIsThereToLearnFrom(t *testing.T) {
	learned := 0
	s := &spot{}
	_, err := eventsOf(t, s, pictures(t, 60, 30), func(w *pipeline.Watch[int, int]) {
		w.Study = func() func(source.Frame) { return func(source.Frame) { learned++ } }
	})
	if err != nil || learned == 0 || learned > 3 {
		t.Errorf("learned %d times: %v", learned, err)
	}
}
