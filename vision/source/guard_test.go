package source

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// shots are made-up frames: each letter is one, w: white with noise, c: in color, b: black, s: the same picture again, L: a 4K one,
// t: turned.
type shots struct {
	script string
	at     int
	period time.Duration
	mat    gocv.Mat
}

func newShots(script string, period time.Duration) *shots {
	return &shots{script: script, period: period, mat: gocv.NewMat()}
}

func (s *shots) Next(context.Context) (Frame, error) {
	if s.at == len(s.script) {
		return Frame{}, io.EOF
	}
	kind := s.script[s.at]
	w, h, shade := 160, 120, color.RGBA{180, 180, 180, 255}
	switch kind {
	case 'c':
		shade = color.RGBA{180, 60, 60, 255}
	case 'b':
		shade = color.RGBA{4, 5, 4, 255}
	case 'L':
		w, h = 3840, 2160
	case 't':
		w, h = 120, 160
	}
	s.mat.Close()
	s.mat = gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(shade.B), float64(shade.G), float64(shade.R), 0), h, w, gocv.MatTypeCV8UC3)
	if kind != 's' && kind != 'b' {
		s.mat.SetUCharAt(0, 0, uint8(s.at)) // a camera's noise
	}
	frame := Frame{Number: s.at, Time: time.Duration(s.at) * s.period, Mat: s.mat}
	s.at++
	return frame, nil
}

func (s *shots) Close() error { return s.mat.Close() }

// told is what a source says, in short: numbers of frames, and news.
func told(t *testing.T, source Source) string {
	t.Helper()
	var all []string
	for {
		frame, err := source.Next(t.Context())
		var status *Status
		switch {
		case errors.As(err, &status):
			all = append(all, fmt.Sprintf("%s@%d", status.Kind, status.Frame))
		case errors.Is(err, io.EOF):
			return strings.Join(all, " ")
		case err != nil:
			t.Fatal(err)
		default:
			if frame.Mat.Cols() > picture.LiveSide {
				t.Errorf("frame %d is %d pixels wide", frame.Number, frame.Mat.Cols())
			}
			all = append(all, fmt.Sprint(frame.Number))
		}
	}
}

func TestAGuardHoldsBackWhatShowsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		period time.Duration
		live   bool
		want   string
	}{
		"a good camera":                   {"www", time.Second, true, "0 1 2"},
		"a short black spell is left out": {"wbbw", 400 * time.Millisecond, true, "0 3"},
		"a long one is a fault, once":     {"wbbbbw", 500 * time.Millisecond, true, "0 fault@3 recovered@4 5"},
		"a film may be black too":         {"bbbbw", 500 * time.Millisecond, false, "fault@2 recovered@3 4"},
		"black to its end":                {"wbbbb", time.Second, false, "0 fault@2"},
		"a camera that stands still":      {"wsssss", 4 * time.Second, true, "0 1 2 3 4 fault@5"},
		"and moves again":                 {"wsssssw", 4 * time.Second, true, "0 1 2 3 4 fault@5 recovered@5 6"},
		"a film may stand still":          {"wsssss", 4 * time.Second, false, "0 1 2 3 4 5"},
		"black after standing still":      {"wssssbbw", 4 * time.Second, true, "0 1 2 3 4 fault@6 recovered@6 7"},
		"a large picture is reduced":      {"LL", time.Second, true, "0 1"},
		"a turned phone":                  {"wtw", time.Second, true, "0 1 2"},
	} {
		t.Run(name, func(t *testing.T) {
			source := guarded(newShots(c.script, c.period), c.live)
			defer source.Close()
			if got := told(t, source); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestALargePictureKeepsItsShape(t *testing.T) {
	source := guarded(newShots("L", time.Second), true)
	defer source.Close()
	frame, err := source.Next(t.Context())
	if err != nil || frame.Mat.Cols() != 1920 || frame.Mat.Rows() != 1080 {
		t.Errorf("3840x2160 comes as %dx%d, %v", frame.Mat.Cols(), frame.Mat.Rows(), err)
	}
}

func TestPicturesWithoutColorsAreHeldBack(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		period time.Duration
		want   string
	}{
		"a camera in color":               {"ccc", time.Second, "0 1 2"},
		"a short spell of gray":           {"cwwc", 400 * time.Millisecond, "0 3"},
		"a long one is a fault, once":     {"cwwwwc", 500 * time.Millisecond, "0 fault@3 recovered@4 5"},
		"a camera that has no colors":     {"wwww", 500 * time.Millisecond, "fault@2"},
		"gray, then black, then in color": {"cwwwbbbc", 500 * time.Millisecond, "0 fault@3 fault@6 recovered@6 7"},
	} {
		t.Run(name, func(t *testing.T) {
			source := RequireColor(guarded(newShots(c.script, c.period), true))
			defer source.Close()
			if got := told(t, source); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
