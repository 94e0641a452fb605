package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/vision/motion"
	"tilewatch/vision/source"
)

// hurried is a camera that shows the same table for 40 seconds, 15 pictures a second, to a reader who has time for one in so many, as at says
// for each second.
type hurried struct {
	source.Source
	shown source.Frame
	at    func(second int) int
}

func (h *hurried) Next(context.Context) (source.Frame, error) {
	f := &h.shown
	skip := h.at(f.Number/15) - 1
	f.Dropped += skip
	f.Number += 1 + skip
	f.Time = time.Duration(f.Number) * time.Second / 15
	if f.Number > 600 {
		return source.Frame{}, io.EOF
	}
	return *f, nil
}

// TestAComputerTooSlowForItsCameraIsReported has 15 pictures a second, of which the computer looks at some.
func TestAComputerTooSlowForItsCameraIsReported(t *testing.T) {
	always := func(n int) func(int) int { return func(int) int { return n } }
	until := func(end, n, then int) func(int) int {
		return func(second int) int {
			if second < end {
				return n
			}
			return then
		}
	}
	for name, c := range map[string]struct {
		at   func(second int) int
		want string
	}{
		"all are seen":                  {always(1), ""},
		"five a second are enough":      {always(3), ""},
		"hardly any":                    {always(12), "overloaded 91"},
		"one in a second":               {always(15), "overloaded 93"},
		"a burst of work at the start":  {until(5, 12, 1), ""},
		"it is over":                    {until(17, 12, 1), "overloaded 91, 0"},
		"a little better is not over":   {until(17, 12, 6), "overloaded 91"},
		"a little slow is not reported": {always(6), ""},
		"again":                         {func(second int) int { return 1 + 11*(second/12%2) }, "overloaded 91, 0"},
	} {
		t.Run(name, func(t *testing.T) {
			var told []string
			table, s := pictures(t, 1), &spot{}
			shown, err := table.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			w := pipeline.Watch[int, int]{Source: &hurried{Source: table, shown: shown, at: c.at}, Gate: motion.NewGate(), Eyes: s, Follower: s, Pace: pipeline.Pace{Often: time.Second, Rarely: time.Second}}
			err = w.Run(t.Context(), pipeline.Alone(func(event pipeline.Event) error {
				if h, ok := event.(pipeline.Held); ok && h.Type == "slow" {
					told = append(told, strings.TrimSpace(fmt.Sprintf("%s %d", h.Reason, h.Percent)))
					if h.Reason == pipeline.Overloaded != strings.Contains(h.Message, fmt.Sprintf("too slow for its camera: it reads %v of 15 pictures a second", h.Reads)) {
						t.Errorf("the message is %q", h.Message)
					}
				}
				return nil
			}), pipeline.Reports{})
			if got := strings.Join(told, ", "); errors.Join(err, w.Gate.Close()) != nil || got != c.want {
				t.Errorf("told %q, want %q: %v", got, c.want, err)
			}
		})
	}
}

// streamed are a film's pictures as a camera gives them, 15 a second by the test's own clock: who comes late misses some.
type streamed struct {
	source.Source
	began time.Time
	next  int
}

func (s *streamed) Next(ctx context.Context) (source.Frame, error) {
	const period = time.Second / 15
	if s.began.IsZero() {
		s.began = time.Now()
	}
	for {
		frame, err := s.Source.Next(ctx)
		if err != nil {
			return frame, err
		}
		s.next++
		due := time.Until(s.began.Add(time.Duration(s.next) * period))
		if due < -period {
			continue
		}
		select {
		case <-time.After(due):
		case <-ctx.Done(): // this picture is missed
			return frame, ctx.Err()
		}
		frame.Live, frame.Dropped = true, 0
		return frame, nil
	}
}

// slowly reads as a computer does that takes seconds for each picture.
type slowly struct {
	*spot
	takes time.Duration
}

func (s slowly) Look(frame source.Frame, hint int) (int, error) {
	time.Sleep(s.takes)
	return s.spot.Look(frame, hint)
}

// TestWhoMovesWhileAPictureIsReadIsSeen has the spot lie elsewhere for half a second, and then where it lay: the pictures that a slow computer
// reads before and after that are the same.
func TestWhoMovesWhileAPictureIsReadIsSeen(t *testing.T) {
	places := make([]int, 300)
	for i := 20; i < 28; i++ {
		places[i] = 1
	}
	for name, c := range map[string]struct {
		takes time.Duration
		told  string
	}{
		"a quick computer":               {time.Millisecond, ""},
		"a computer that takes 2 s each": {2 * time.Second, "slow overloaded 0.5 of 15"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filmed(t, places)
			synctest.Test(t, func(t *testing.T) {
				s, told := &spot{}, ""
				w := pipeline.Watch[int, int]{Source: &streamed{Source: folder}, Gate: motion.NewGate(), Eyes: slowly{s, c.takes}, Follower: s, Pace: pipeline.Pace{Often: time.Second, Rarely: time.Second}}
				err := w.Run(t.Context(), pipeline.Alone(func(event pipeline.Event) error {
					if e, is := event.(pipeline.Held); is {
						told += fmt.Sprintf("%s %s %v of %v", e.Type, e.Reason, e.Reads, e.Of)
					}
					return nil
				}), pipeline.Reports{})
				if err = errors.Join(err, w.Gate.Close()); err != nil || told != c.told {
					t.Errorf("told %q, want %q: %v", told, c.told, err)
				}
				if !slices.ContainsFunc(s.stirred, func(look int) bool { return look > 20 }) {
					t.Errorf("looks %v are after a motion", s.stirred)
				}
			})
		})
	}
}

// TestAPanicWhileAPictureOfACameraIsReadCostsThatAlone is of a camera, whose pictures are read beside the watch.
func TestAPanicWhileAPictureOfACameraIsReadCostsThatAlone(t *testing.T) {
	folder := pictures(t, 120, 60)
	synctest.Test(t, func(t *testing.T) {
		s := &spot{trips: 3}
		events, err := eventsOf(t, s, &streamed{Source: folder}, nil)
		if got := strings.Join(events, ", "); err != nil || strings.Count(got, "a spot") != 2 || s.tripped != 3 {
			t.Errorf("told %s, %d panics: %v", got, s.tripped, err)
		}
	})
}
