package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
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
		"hardly any":                    {always(12), "overloaded 92"},
		"one in a second":               {always(15), "overloaded 93"},
		"a burst of work at the start":  {until(5, 12, 1), ""},
		"it is over":                    {until(17, 12, 1), "overloaded 92, 0"},
		"a little better is not over":   {until(17, 12, 6), "overloaded 92"},
		"a little slow is not reported": {always(6), ""},
		"again":                         {func(second int) int { return 1 + 11*(second/12%2) }, "overloaded 92, 0"},
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
					if h.Reason == pipeline.Overloaded != strings.Contains(h.Message, fmt.Sprintf("too slow for its camera: %d %% of pictures are skipped", h.Percent)) {
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
