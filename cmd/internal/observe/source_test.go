package observe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/vision/source"
)

// stuttering is a camera of whose pictures some were dropped, and that is gone for a while.
type stuttering struct {
	dropped []int // so far, with each picture; -1: news instead of a picture
}

func (s *stuttering) Next(context.Context) (source.Frame, error) {
	if len(s.dropped) == 0 {
		return source.Frame{}, io.EOF
	}
	so := s.dropped[0]
	if s.dropped = s.dropped[1:]; so < 0 {
		return source.Frame{}, &source.Status{Kind: source.Fault, Message: "unplugged"}
	}
	return source.Frame{Dropped: so}, nil
}

func (s *stuttering) Close() error { return nil }

func TestWhatIsDroppedAndACamerasNewsAreCounted(t *testing.T) {
	var log bytes.Buffer
	m := New(logged(&log), nil)
	source := m.Source(&stuttering{[]int{0, 2, -1, 2, 7}})
	for {
		if _, err := source.Next(t.Context()); errors.Is(err, io.EOF) {
			break
		}
	}
	text := figures(t, site(t, m))
	for _, want := range []string{`tilewatch_frames_total{what="taken"} 4`, `tilewatch_frames_total{what="dropped"} 7`, `tilewatch_camera_news_total{kind="fault"} 1`} {
		if !strings.Contains(text, want) {
			t.Errorf("the figures lack %s", want)
		}
	}
	if !strings.Contains(log.String(), "unplugged") {
		t.Error("the log says nothing of the camera")
	}
}

type deaf struct{ pipeline.Table }

func (deaf) Report(pipeline.Event) error { return nil }

func TestAComputerThatIsTooSlowIsToldToOperators(t *testing.T) {
	var log bytes.Buffer
	m := New(logged(&log), nil)
	place, table := site(t, m), m.Table(deaf{})
	for _, c := range []struct {
		event pipeline.Held
		ready bool // it is at /readyz
		log   bool
	}{
		{pipeline.Held{Type: "held", Reason: pipeline.Covered, Message: "covered"}, false, false},
		{pipeline.Held{Type: "slow", Reason: pipeline.Overloaded, Reads: 9, Of: 15, Percent: 40, Message: "too slow"}, true, true},
		{pipeline.Held{Type: "released", Message: "goes on"}, true, false},
		{pipeline.Held{Type: "slow", Message: "keeps up"}, false, true},
	} {
		if err := table.Report(c.event); err != nil {
			t.Fatal(err)
		}
		if got := get(t, place, "/readyz"); strings.Contains(got, `"reads":9,"of":15,"skipped_percent":40`) != c.ready {
			t.Errorf("after %q: %s", c.event.Message, got)
		}
		if got := get(t, place, "/metrics"); strings.Contains(got, "tilewatch_skipped_ratio 0.4") != c.ready {
			t.Errorf("after %q: %s", c.event.Message, got)
		}
		if strings.Contains(log.String(), c.event.Message) != c.log {
			t.Errorf("after %q the log says %s", c.event.Message, &log)
		}
	}
}
