package source

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/hdr"
	"tilewatch/vision/picture"
)

// Limits of the guard, hand-set.
const (
	blackTolerance = time.Second      // a shorter streak of black pictures is someone's sleeve
	frozenAfter    = 10 * time.Second // identical pictures for so long: every camera has noise
)

// filter holds back a source's useless pictures and reports a fault.
type filter struct {
	Source
	// reject says whether to hold a picture back, and the fault once it is worth a report; "" until then.
	reject  func(*Frame) (fault string, held bool)
	faulty  bool // a fault was reported
	pending *Frame
}

// guard stands between a camera and its reader. It holds back black and frozen pictures and reduces large ones.
type guard struct {
	filter
	live        bool     // a camera: no two of its pictures are equal
	reduced     gocv.Mat // the reduced picture, lent to the caller
	tone        *hdr.Tone
	black       streak
	frozen      streak
	fingerprint uint64 // of the newest picture
}

// streak is a run of pictures with the same flaw.
type streak struct {
	since time.Duration
	on    bool
}

// length is how long the streak lasts at time now, which is the newest picture's.
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
	if f, ok := s.(*film); ok {
		g.tone = hdr.NewTone(f.facts.Transfer)
	}
	g.filter = filter{Source: s, reject: g.reject}
	return g
}

// Next is the next useful picture, at most LiveSide on a side, or news.
func (g *guard) Next(ctx context.Context) (Frame, error) {
	frame, err := g.filter.Next(ctx)
	if err != nil {
		return frame, err
	}
	return g.fit(frame)
}

// Next is the next picture that passes, or news.
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
			continue // it sends again, but still useless pictures
		}
		if err != nil {
			return frame, err
		}
		status, held := s.check(&frame)
		if !held && status == nil {
			return frame, nil
		}
		if !held {
			s.pending = &frame
		}
		if status != nil {
			return Frame{}, status
		}
	}
}

// check is the news to report about the picture, and whether to hold it back.
func (s *filter) check(frame *Frame) (*Status, bool) {
	fault, held := s.reject(frame)
	switch {
	case fault != "":
		return s.faultOnce(fault, frame), true
	case held:
		return nil, true
	case s.faulty:
		s.faulty = false
		return &Status{Kind: Recovered, Message: "the camera shows a picture again", Frame: frame.Number - 1, Time: frame.Time}, false
	}
	return nil, false
}

// reject holds black pictures back from the first on, because the table would seem to change. It lets identical
// pictures pass until they last frozenAfter. A photo is no streak: it is judged by itself.
func (g *guard) reject(frame *Frame) (fault string, held bool) {
	mean, bright, print := sample(&frame.Mat)
	black := g.black.length(mean < picture.DarkMean && bright < picture.DarkRange, frame.Time)
	still := g.frozen.length(g.live && print == g.fingerprint && !g.black.on && !frame.Photo, frame.Time)
	g.fingerprint = print
	switch {
	case g.black.on && black < blackTolerance && !frame.Photo:
		return "", true
	case g.black.on:
		return "the camera's picture is black: take off what covers the lens, or put on a light", true
	case still >= frozenAfter:
		return fmt.Sprintf("the camera's picture has stood still for %v: unplug it and plug it in again, or start its program again", frozenAfter), true
	}
	return "", false
}

// faultOnce reports a fault only once until a good picture comes.
func (s *filter) faultOnce(message string, frame *Frame) *Status {
	if s.faulty {
		return nil
	}
	s.faulty = true
	return &Status{Kind: Fault, Message: message, Frame: frame.Number, Time: frame.Time}
}

// fit reduces a picture that is larger than LiveSide by a whole factor, and shows it as pictures of the usual range are.
func (g *guard) fit(frame Frame) (Frame, error) {
	var err error
	if frame.Mat, err = fit(frame.Mat, &g.reduced); err == nil && g.tone != nil {
		frame.Mat, err = g.tone.Show(frame.Mat)
	}
	return frame, err
}

// fit is the picture, or, if it is larger than LiveSide, one reduced into the other Mat.
func fit(mat gocv.Mat, reduced *gocv.Mat) (gocv.Mat, error) {
	w, h := mat.Cols(), mat.Rows()
	long := max(w, h)
	if long <= picture.LiveSide {
		return mat, nil
	}
	part := 2 // half the size is the fastest reduction
	for long > part*picture.LiveSide {
		part++
	}
	err := gocv.Resize(mat, reduced, image.Pt(w/part, h/part), 0, 0, gocv.InterpolationArea)
	return *reduced, err
}

// Close closes the source and frees the Mat.
func (g *guard) Close() error {
	return errors.Join(g.Source.Close(), g.reduced.Close(), g.tone.Close())
}

// sample is the mean and the nearly brightest value (0 to 255; the brightest half percent left out) of some
// thousand bytes, and their FNV-1a hash.
func sample(mat *gocv.Mat) (mean float64, bright int, print uint64) {
	pixels, err := mat.DataPtrUint8()
	if err != nil || len(pixels) == 0 {
		return 255, 255, 0 // not contiguous: no judgment
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
