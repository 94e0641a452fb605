package live

import (
	"context"
	"image"
	"image/color"
	"io"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/engine/follow"
	"tilewatch/vision"
)

// shot is a part of a film as another camera would have shown it.
type shot struct {
	from, to int     // frames of the film, the last included
	every    int     // of which one is shown; 0: all
	step     float64 // seconds from one to the next; 0: the film's fifteenth
	// corners are where the film's picture is seen in the new one, clockwise from the top left; nil: as it was.
	corners []gocv.Point2f
}

// staged shows shots, one after the other, as one film. It reads the film's frames as it needs them.
type staged struct {
	t      *testing.T
	shots  []shot
	path   string
	film   vision.Source
	next   int // of the film
	at     int // of the shot
	number int
	time   float64
	last   vision.Frame
	kept   gocv.Mat // the film's frame shown last
	shown  gocv.Mat
}

func newStaged(t *testing.T, path string, shots ...shot) *staged {
	t.Helper()
	s := &staged{t: t, shots: shots, path: path, kept: gocv.NewMat(), shown: gocv.NewMat()}
	t.Cleanup(func() {
		for _, c := range []io.Closer{&s.kept, &s.shown} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	s.rewind()
	return s
}

func (s *staged) Name() string { return "staged" }

func (s *staged) Close() error { return s.film.Close() }

func (s *staged) rewind() {
	if s.film != nil {
		if err := s.film.Close(); err != nil {
			s.t.Error(err)
		}
	}
	var err error
	if s.film, err = vision.OpenSource(s.path+".mp4", vision.SourceOptions{}); err != nil {
		s.t.Fatal(err)
	}
	s.next = 0
}

// frame is the film's frame of that number.
func (s *staged) frame(ctx context.Context, n int) error {
	if n < s.next-1 {
		s.rewind()
	}
	for s.next <= n {
		f, err := s.film.Next(ctx)
		if err != nil {
			return err
		}
		if s.next++; s.next == n+1 {
			return f.Mat.CopyTo(&s.kept)
		}
	}
	return nil
}

func (s *staged) Next(ctx context.Context) (vision.Frame, error) {
	for len(s.shots) > 0 && s.shots[0].from+s.at*max(1, s.shots[0].every) > s.shots[0].to {
		s.shots, s.at = s.shots[1:], 0
	}
	if len(s.shots) == 0 {
		return vision.Frame{}, io.EOF
	}
	now := s.shots[0]
	if err := s.frame(ctx, now.from+s.at*max(1, now.every)); err != nil {
		return vision.Frame{}, err
	}
	s.at++
	step := now.step
	if step == 0 {
		step = 1.0 / 15
	}
	s.time += step
	f := vision.Frame{Number: s.number, Time: time.Duration(s.time * float64(time.Second)), Mat: s.kept}
	s.number++
	if now.corners != nil {
		if err := s.warp(now.corners); err != nil {
			return vision.Frame{}, err
		}
		f.Mat = s.shown
	}
	return f, nil
}

// warp shows the frame as a camera that was moved sees it; beyond its edges the table goes on.
func (s *staged) warp(corners []gocv.Point2f) error {
	w, h := float32(s.kept.Cols()), float32(s.kept.Rows())
	from := gocv.NewPoint2fVectorFromPoints([]gocv.Point2f{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}})
	defer from.Close()
	to := gocv.NewPoint2fVectorFromPoints(corners)
	defer to.Close()
	m := gocv.GetPerspectiveTransform2f(from, to)
	defer m.Close()
	return gocv.WarpPerspectiveWithParams(s.kept, &s.shown, m, image.Pt(s.kept.Cols(), s.kept.Rows()), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
}

// moved is the whole picture shifted, in pixels.
func moved(x, y float32) []gocv.Point2f {
	return []gocv.Point2f{{X: x, Y: y}, {X: 1280 + x, Y: y}, {X: 1280 + x, Y: 720 + y}, {X: x, Y: 720 + y}}
}

// bumped is what the camera sees once it was pushed: a little lower, to one side, and turned by some degrees.
var bumped = []gocv.Point2f{{X: -95, Y: 15}, {X: 1190, Y: -70}, {X: 1270, Y: 690}, {X: -20, Y: 770}}

// tells runs the shots and answers what was told, in short.
func tells(t *testing.T, shots ...shot) string {
	t.Helper()
	w := watched(t, 1)
	film := newStaged(t, filmPath, shots...)
	defer film.Close()
	w.Source = film
	var told []string
	w.Tell = func(line any) error {
		switch l := line.(type) {
		case News:
			told = append(told, string(l.Type))
			if l.Type == vision.Fault && !strings.Contains(l.Message, "show me the table") {
				t.Errorf("fault: %s", l.Message)
			}
		case follow.Line:
			what := string(l.Type)
			if l.Type == follow.Played {
				what = l.Player.String() + " " + strings.Join(l.Words, " ")
			}
			told = append(told, what)
		}
		return nil
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return strings.Join(told, ", ")
}

// A camera that is pushed shakes for some frames and stands elsewhere then, in the middle of a turn.
func TestABumpedCameraFindsTheBoardAgain(t *testing.T) {
	rest := shot{from: 177, to: 191, corners: bumped}
	got := tells(t, shot{to: 158}, shot{from: 159, to: 161, corners: moved(-60, 40)}, shot{from: 162, to: 176, corners: bumped}, rest, rest, rest)
	plays := strings.ReplaceAll(got, "moved, ", "")
	if !strings.HasPrefix(plays, "purple PA, red APE, green ") || strings.Count(plays, ",") != 3 {
		t.Errorf("told %q", got)
	}
}

func TestABoardOutOfSightIsToldAndFoundAgain(t *testing.T) {
	away := shot{from: 112, to: 112, step: 1.0 / 5, corners: moved(3000, 0)}
	shots := []shot{{to: 112}}
	for range 50 {
		shots = append(shots, away)
	}
	got := tells(t, append(shots, shot{from: 112, to: 118, step: 1.0 / 5}, shot{from: 112, to: 118, step: 1.0 / 5})...)
	if want := "purple PA, red APE, fault, recovered, summary"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestFiveFramesASecondAreEnough(t *testing.T) {
	got := tells(t, shot{to: 204, every: 3, step: 0.2})
	if !strings.HasPrefix(got, "purple PA, red APE, green ") {
		t.Errorf("told %q", got)
	}
}
