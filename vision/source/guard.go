package source

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// How pictures are guarded.
const (
	blackTolerance = time.Second      // of nothing but black: a shorter spell is somebody's sleeve
	frozenAfter    = 10 * time.Second // without the least noise; no camera is that quiet
)

// sieve holds back a source's pictures that show nothing of use, and says so.
type filter struct {
	Source
	// wrong says whether a picture is to be held back, and what the fault is once that is worth telling; "" until then.
	reject  func(*Frame) (fault string, held bool)
	faulty  bool // a fault was told
	pending *Frame
}

// guard stands between a camera and whoever follows it. It holds back pictures that show nothing, says so, and reduces
// those larger than anybody needs.
type guard struct {
	filter
	live        bool     // a camera, whose pictures are never quite the same
	reduced     gocv.Mat // lent to the caller when the source's picture is too large
	black       streak
	frozen      streak
	fingerprint uint64 // of the newest picture
}

// spell is a run of pictures that are all wrong in one way.
type streak struct {
	since time.Duration
	on    bool
}

// lasts says for how long pictures have been so; now is the newest one's time.
func (s *streak) length(wrong bool, now time.Duration) time.Duration {
	if !wrong {
		s.on = false
		return 0
	}
	if !s.on {
		s.on, s.since = true, now
	}
	return now - s.since
}

func guarded(s Source, live bool) Source {
	g := &guard{live: live, reduced: gocv.NewMat()}
	g.filter = filter{Source: s, reject: g.reject}
	return g
}

// Next is the next picture that shows something, or news.
func (g *guard) Next(ctx context.Context) (Frame, error) {
	frame, err := g.filter.Next(ctx)
	if err != nil {
		return frame, err
	}
	return g.fit(frame)
}

// Next is the next picture that is let through, or news.
func (s *filter) Next(ctx context.Context) (Frame, error) {
	if s.pending != nil {
		frame := *s.pending
		s.pending = nil
		return frame, nil
	}
	for {
		frame, err := s.Source.Next(ctx)
		var news *Status
		if errors.As(err, &news) && news.Kind == Recovered && s.faulty {
			continue // it sends again, but still nothing to be seen
		}
		if err != nil {
			return frame, err
		}
		told, held := s.check(&frame)
		if !held && told == nil {
			return frame, nil
		}
		if !held {
			s.pending = &frame
		}
		if told != nil {
			return Frame{}, told
		}
	}
}

// judge says what is to be told of the picture, and whether it is held back.
func (s *filter) check(frame *Frame) (*Status, bool) {
	fault, held := s.reject(frame)
	switch {
	case fault != "":
		return s.faultOnce(fault, frame), true
	case held:
		return nil, true
	case s.faulty:
		s.faulty = false
		return &Status{Kind: Recovered, Message: "the camera shows something again", Frame: frame.Number - 1, Time: frame.Time}, false
	}
	return nil, false
}

// wrong is the guard's judgment. Black pictures are held back from the first on, or the table would seem to have changed; a picture
// that stands still is shown until it surely is no camera's.
func (g *guard) reject(frame *Frame) (fault string, held bool) {
	mean, bright, print := sample(&frame.Mat)
	black := g.black.length(mean < picture.DarkMean && bright < picture.DarkRange, frame.Time)
	still := g.frozen.length(g.live && print == g.fingerprint && !g.black.on, frame.Time)
	g.fingerprint = print
	switch {
	case g.black.on && black < blackTolerance:
		return "", true
	case g.black.on:
		return "the camera's picture is black: take off what covers the lens, or put on a light", true
	case still >= frozenAfter:
		return fmt.Sprintf("the camera's picture has stood still for %v: unplug it and plug it in again, or start its program again", frozenAfter), true
	}
	return "", false
}

// fault is told once; until the picture is good again there is no more to say.
func (s *filter) faultOnce(message string, frame *Frame) *Status {
	if s.faulty {
		return nil
	}
	s.faulty = true
	return &Status{Kind: Fault, Message: message, Frame: frame.Number, Time: frame.Time}
}

// fit reduces a picture that is too large.
func (g *guard) fit(frame Frame) (Frame, error) {
	w, h := frame.Mat.Cols(), frame.Mat.Rows()
	long := max(w, h)
	if long <= picture.LiveSide {
		return frame, nil
	}
	part := 2 // half the size, if that is enough: the fastest way
	for long > part*picture.LiveSide {
		part++
	}
	err := gocv.Resize(frame.Mat, &g.reduced, image.Pt(w/part, h/part), 0, 0, gocv.InterpolationArea)
	frame.Mat = g.reduced
	return frame, err
}

// Close frees the pictures.
func (g *guard) Close() error {
	err := g.Source.Close()
	if closed := g.reduced.Close(); err == nil {
		err = closed
	}
	return err
}

// sample looks at some thousand pixels: their mean and nearly brightest value, 0 to 255, and a number that any change of
// them changes.
func sample(mat *gocv.Mat) (mean float64, bright int, print uint64) {
	pixels, err := mat.DataPtrUint8()
	if err != nil || len(pixels) == 0 {
		return 255, 255, 0 // in pieces: nothing to say against it
	}
	const prime = 1099511628211 // of the FNV hash
	step := max(1, len(pixels)/6000) | 1
	var count [256]int
	sum, n := 0, 0
	print = 14695981039346656037
	for i := 0; i < len(pixels); i += step {
		v := pixels[i]
		count[v]++
		sum += int(v)
		n++
		print = (print ^ uint64(v)) * prime
	}
	bright = 255
	for left := n / 200; bright > 0 && left >= count[bright]; bright-- {
		left -= count[bright]
	}
	return float64(sum) / float64(n), bright, print
}
