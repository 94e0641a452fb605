package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// shadedMat is a picture of one color: blue, green, red. It is closed at the test's end.
func shadedMat(t *testing.T, w, h int, color [3]float64) gocv.Mat {
	t.Helper()
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(color[0], color[1], color[2], 0), h, w, gocv.MatTypeCV8UC3)
	t.Cleanup(func() { mat.Close() })
	return mat
}

// shadedFile is a picture file of one gray level, in the format of its name.
func shadedFile(t *testing.T, name string, w, h int, level float64) {
	t.Helper()
	file, err := gocv.IMEncode(gocv.FileExt(strings.ToLower(filepath.Ext(name))), shadedMat(t, w, h, [3]float64{level, level, level}))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := os.WriteFile(name, file.GetBytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// shadedFilm is an AVI whose frames are of these gray levels, so many a second.
func shadedFilm(t *testing.T, name string, fps float64, w, h int, levels ...int) string {
	t.Helper()
	out, err := gocv.VideoWriterFile(name, "MJPG", fps, w, h, true)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for _, level := range levels {
		l := float64(level)
		if err := out.Write(shadedMat(t, w, h, [3]float64{l, l, l})); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// levelOf is the gray level of a frame's middle, rounded to tens: files are compressed.
func levelOf(f Frame) int {
	return (int(f.Mat.GetVecbAt(f.Mat.Rows()/2, f.Mat.Cols()/2)[1]) + 5) / 10 * 10
}

// saying is a source with these answers, each a Frame or an error, and then io.EOF.
type saying struct {
	answers []any
	asked   int
	closed  int
	fails   error // of Close
}

func (s *saying) Next(ctx context.Context) (Frame, error) {
	if s.asked++; ctx.Err() != nil {
		return Frame{}, ctx.Err()
	}
	if len(s.answers) == 0 {
		return Frame{}, io.EOF
	}
	next := s.answers[0]
	s.answers = s.answers[1:]
	if err, is := next.(error); is {
		return Frame{}, err
	}
	return next.(Frame), nil
}

func (s *saying) Close() error {
	s.closed++
	return s.fails
}

// heard is what a source says until it is over: each frame's number and time, and news with their frame and time.
func heard(t *testing.T, s Source) string {
	t.Helper()
	var all []string
	for {
		frame, err := s.Next(t.Context())
		var news *Status
		switch {
		case err == nil:
			all = append(all, fmt.Sprintf("%d@%v", frame.Number, frame.Time))
		case errors.As(err, &news):
			all = append(all, fmt.Sprintf("%s(%d@%v)", news.Kind, news.Frame, news.Time))
		case errors.Is(err, io.EOF):
			return strings.Join(all, " ")
		default:
			return strings.Join(append(all, err.Error()), " ")
		}
	}
}

func TestOnlyCamerasAreLive(t *testing.T) {
	dir := t.TempDir()
	shadedFile(t, filepath.Join(dir, "1.png"), 80, 80, 100)
	film := shadedFilm(t, filepath.Join(t.TempDir(), "film.avi"), 10, 80, 80, 50, 100)
	for name, live := range map[string]bool{
		dir: false, film: false, "no such film": false,
		"97": true, "/dev/video98": true, "ftp://camera/video": true, "http://": true,
	} {
		source, got, err := open(name, Options{})
		if got != live {
			t.Errorf("%q is a camera: %v, want %v (%v)", name, got, live, err)
		}
		if err == nil {
			if err := source.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAnAddressThatIsNoneIsRefusedBeforeAnythingIsCalled(t *testing.T) {
	for name, want := range map[string]string{
		"http://":                   "write it like http://",
		"http:///video":             "write it like http://",
		"http://camera:port/video":  "write it like http://",
		"http://[::1/video":         "write it like http://",
		"file:///home/ana/film.mp4": "write it like http://",
		"ftp://camera/video":        `"ftp://": use an http://, https:// or rtsp:// address`,
		"HTTP//camera":              "use a video file",
	} {
		if _, err := Open(name, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", name, err, want)
		}
	}
}

func TestTheSystemsClockSleepsNoLongerThanItsContext(t *testing.T) {
	ended, stop := context.WithCancel(t.Context())
	stop()
	for name, c := range map[string]struct {
		ctx  context.Context
		d    time.Duration
		want error
	}{
		"no time at all":           {t.Context(), 0, nil},
		"a time that is over":      {t.Context(), -time.Hour, nil},
		"a moment":                 {t.Context(), time.Nanosecond, nil},
		"ended before":             {ended, time.Hour, context.Canceled},
		"ended, and no time":       {ended, 0, context.Canceled},
		"ended, and the time over": {ended, -time.Hour, context.Canceled},
	} {
		if err := (systemClock{}).Sleep(c.ctx, c.d); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestOnlyColorPicturesOfEightBitsAreUsable(t *testing.T) {
	for kind, want := range map[gocv.MatType]bool{
		gocv.MatTypeCV8UC3: true, gocv.MatTypeCV8UC1: false, gocv.MatTypeCV8UC4: false, gocv.MatTypeCV16UC3: false, gocv.MatTypeCV32FC3: false,
	} {
		mat := gocv.NewMatWithSize(70, 70, kind)
		if got := picture.Usable(&mat); got != want {
			t.Errorf("a picture of type %v is usable: %v, want %v", kind, got, want)
		}
		if err := mat.Close(); err != nil {
			t.Error(err)
		}
	}
	empty := gocv.NewMat()
	defer empty.Close()
	if picture.Usable(&empty) {
		t.Error("an empty picture is usable")
	}
}
