package disturb

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/source"
)

// plain is a film of one gray picture.
type plain struct {
	mat   gocv.Mat
	frame int
}

func newPlain(t *testing.T) *plain {
	p := &plain{mat: gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 100, 110, 0), 180, 320, gocv.MatTypeCV8UC3)}
	t.Cleanup(func() { p.mat.Close() })
	return p
}

func (p *plain) Next(context.Context) (source.Frame, error) {
	if p.frame++; p.frame > 150 {
		return source.Frame{}, io.EOF
	}
	return source.Frame{Number: p.frame - 1, Time: time.Duration(p.frame-1) * time.Second / 15, Mat: p.mat}, nil
}

func (p *plain) Close() error { return nil }

// differing is how many of a film's frames differ from the plain picture, of how many.
func differing(t *testing.T, kind Kind) (differ, frames int, sum uint64) {
	t.Helper()
	p := newPlain(t)
	before := string(p.mat.ToBytes())
	s := Source(p, kind)
	for {
		f, err := s.Next(t.Context())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		data := f.Mat.ToBytes()
		if frames++; string(data) != before {
			differ++
		}
		for i, v := range data {
			sum += uint64(v) * uint64(i%97+frames)
		}
	}
	if string(p.mat.ToBytes()) != before {
		t.Errorf("%s wrote to the source's picture", kind.Name)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return differ, frames, sum
}

// On a picture without edges nothing shows that moves the camera or blurs.
var unseen = map[string]bool{"refocus": true, "sway": true, "tremble": true, "sink": true, "knock": true, "smear": true, "mains60": true}

func TestEachKindDisturbsAndIsTheSameAtEveryRun(t *testing.T) {
	names := map[string]bool{}
	for _, kind := range Kinds() {
		if names[kind.Name] {
			t.Errorf("two kinds are called %q", kind.Name)
		}
		names[kind.Name] = true
		differ, frames, sum := differing(t, kind)
		if kind.Every > 0 {
			if want := int(10 * time.Second / kind.Every); frames != want || differ != 0 {
				t.Errorf("%s: %d pictures, %d of them drawn on, want %d, none", kind.Name, frames, differ, want)
			}
			continue
		}
		if frames != 150 || differ == 0 && !unseen[kind.Name] {
			t.Errorf("%s: %d of %d pictures differ", kind.Name, differ, frames)
		}
		if _, _, again := differing(t, kind); again != sum {
			t.Errorf("%s is another film at the second run", kind.Name)
		}
	}
}
