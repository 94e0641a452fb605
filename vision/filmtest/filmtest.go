// Package filmtest shows a film as another camera would have: pushed, turned away, slow. Tests follow it like any other source.
package filmtest

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// Point is a point of a picture, in pixels.
type Point struct{ X, Y float32 }

// Shot is a part of a film.
type Shot struct {
	From, To int     // frames of the film, the last included
	Every    int     // show every Nth frame; 0: all
	Step     float64 // seconds from one to the next; 0: a fifteenth
	// Corners are where the film's picture is seen in the new one, clockwise from the top left; nil: as it was. Beyond its edges the
	// table goes on.
	Corners *[4]Point
	// Slide is a part of the table that was moved; nil: nothing was.
	Slide *Slide
}

// Film shows shots, one after the other, as one film. It decodes the film's frames as it needs them, and jumps over the others.
type Film struct {
	t      *testing.T
	shots  []Shot
	path   string
	film   *gocv.VideoCapture
	next   int // of the film
	at     int // of the shot
	number int
	time   float64
	kept   gocv.Mat // the film's frame shown last
	shown  gocv.Mat
	bare   gocv.Mat    // the film's first frame, once it is needed
	chroma image.Point // over how many pixels the film's colors repeat, once a frame has shown it
}

var _ source.Source = (*Film)(nil)

// New is a source of the film's shots. Its Close frees it.
func New(t *testing.T, path string, shots ...Shot) *Film {
	t.Helper()
	s := &Film{t: t, shots: shots, path: path, kept: gocv.NewMat(), shown: gocv.NewMat(), bare: gocv.NewMat()}
	var err error
	if s.film, err = gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureFFmpeg); err != nil {
		t.Fatal(err)
	}
	return s
}

// Close gives the film back.
func (s *Film) Close() error {
	for _, c := range []io.Closer{&s.kept, &s.shown, &s.bare} {
		if err := c.Close(); err != nil {
			s.t.Error(err)
		}
	}
	return s.film.Close()
}

// frame is the film's frame of that number.
func (s *Film) frame(n int) error {
	if n == s.next-1 {
		return nil
	}
	const keys = 250 // frames from one that is stored whole to the next: to jump takes as long as to decode what lies between
	if n < s.next || n-s.next > keys/2 {
		s.film.Set(gocv.VideoCapturePosFrames, float64(n))
		s.next = n
	}
	s.film.Grab(n - s.next)
	if !s.film.Read(&s.kept) {
		return fmt.Errorf("%s has no frame %d", s.path, n)
	}
	s.next = n + 1
	return s.smooth(&s.kept)
}

// smooth takes the decoder's steps out of a frame: a camera that sees the table otherwise would not have them in its picture. Frames of one film have the
// same ones, which takes longer to find than to mend.
func (s *Film) smooth(frame *gocv.Mat) error {
	if s.chroma.X*s.chroma.Y < 2 {
		s.chroma = picture.ChromaSubsampling(frame)
	}
	return picture.InterpolateChromaOver(frame, s.chroma)
}

// Next is the next frame of the shots.
func (s *Film) Next(context.Context) (source.Frame, error) {
	for len(s.shots) > 0 && s.shots[0].From+s.at*max(1, s.shots[0].Every) > s.shots[0].To {
		s.shots, s.at = s.shots[1:], 0
	}
	if len(s.shots) == 0 {
		return source.Frame{}, io.EOF
	}
	now := s.shots[0]
	if err := s.frame(now.From + s.at*max(1, now.Every)); err != nil {
		return source.Frame{}, err
	}
	s.at++
	step := now.Step
	if step == 0 {
		step = 1.0 / 15
	}
	s.time += step
	f := source.Frame{Number: s.number, Time: time.Duration(s.time * float64(time.Second)), Mat: s.kept}
	s.number++
	if now.Slide != nil {
		if err := s.slide(now.Slide); err != nil {
			return source.Frame{}, err
		}
		f.Mat = s.shown
	}
	if now.Corners != nil {
		if err := s.warp(now.Corners); err != nil {
			return source.Frame{}, err
		}
		f.Mat = s.shown
	}
	return f, nil
}

// warp shows the frame as a camera that was moved sees it; beyond its edges the table goes on.
func (s *Film) warp(to *[4]Point) error {
	w, h := float32(s.kept.Cols()), float32(s.kept.Rows())
	m := perspective([4]Point{{0, 0}, {w, 0}, {w, h}, {0, h}}, *to)
	defer m.Close()
	return gocv.WarpPerspectiveWithParams(s.kept, &s.shown, m, image.Pt(s.kept.Cols(), s.kept.Rows()), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
}

// Shifted is a whole picture of 1280 x 720 moved aside.
func Shifted(x, y float32) *[4]Point {
	return &[4]Point{{x, y}, {1280 + x, y}, {1280 + x, 720 + y}, {x, 720 + y}}
}

// Bumped is what a camera of 1280 x 720 sees once it was pushed: a little lower, to one side, and turned by some degrees.
func Bumped() *[4]Point { return &[4]Point{{-95, 15}, {1190, -70}, {1270, 690}, {-20, 770}} }
