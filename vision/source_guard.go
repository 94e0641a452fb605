package vision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"gocv.io/x/gocv"
)

// How pictures are guarded.
const (
	blackAfter = time.Second      // of nothing but black: a shorter spell is somebody's sleeve
	frozenIn   = 10 * time.Second // without the least noise; no camera is that quiet
	// liveSide is the longest side of pictures that are followed. More costs time and shows no letter better: a
	// table a meter wide has 50 pixels for a tile then.
	liveSide = 2048
)

// guard stands between a camera and whoever follows it. It holds back pictures that show nothing, says so, and reduces
// those larger than anybody needs.
type guard struct {
	Source
	live  bool     // a camera, whose pictures are never quite the same
	small gocv.Mat // lent to the caller when the source's picture is too large
	dark  spell
	same  spell
	print uint64 // of the newest picture
	down  bool   // a fault was told
	ready *Frame
}

// spell is a run of pictures that are all wrong in one way.
type spell struct {
	since time.Duration
	on    bool
}

// lasts says for how long pictures have been so; now is the newest one's time.
func (s *spell) lasts(wrong bool, now time.Duration) time.Duration {
	if !wrong {
		s.on = false
		return 0
	}
	if !s.on {
		s.on, s.since = true, now
	}
	return now - s.since
}

func guarded(s Source, live bool) Source { return &guard{Source: s, live: live, small: gocv.NewMat()} }

// Next is the next picture that shows something, or news.
func (g *guard) Next(ctx context.Context) (Frame, error) {
	if g.ready != nil {
		frame := *g.ready
		g.ready = nil
		return frame, nil
	}
	for {
		frame, err := g.Source.Next(ctx)
		var news *Status
		if errors.As(err, &news) && news.Kind == Recovered && g.down {
			continue // it sends again, but still nothing to be seen
		}
		if err != nil {
			return frame, err
		}
		told, held := g.judge(&frame)
		switch {
		case told != nil && !held:
			kept, err := g.fit(frame)
			g.ready = &kept
			if err != nil {
				return Frame{}, err
			}
			return Frame{}, told
		case told != nil:
			return Frame{}, told
		case !held:
			return g.fit(frame)
		}
	}
}

// judge says what is to be told of the picture, and whether it is held back. Black pictures are held back from the first on, or
// the table would seem to have changed; a picture that stands still is shown until it surely is no camera's.
func (g *guard) judge(frame *Frame) (*Status, bool) {
	mean, bright, print := sample(&frame.Mat)
	black := g.dark.lasts(mean < darkMean && bright < darkRange, frame.Time)
	still := g.same.lasts(g.live && print == g.print && !g.dark.on, frame.Time)
	g.print = print
	switch {
	case g.dark.on && black < blackAfter:
		return nil, true
	case g.dark.on:
		return g.fault("the camera's picture is black: take off what covers the lens, or put on a light", frame), true
	case still >= frozenIn:
		return g.fault(fmt.Sprintf("the camera's picture has stood still for %v: unplug it and plug it in again, or start its program again", frozenIn), frame), true
	case g.down:
		g.down = false
		return &Status{Kind: Recovered, Message: "the camera shows something again", Frame: frame.Number - 1, Time: frame.Time}, false
	}
	return nil, false
}

// fault is told once; until the picture is good again there is no more to say.
func (g *guard) fault(message string, frame *Frame) *Status {
	if g.down {
		return nil
	}
	g.down = true
	return &Status{Kind: Fault, Message: message, Frame: frame.Number, Time: frame.Time}
}

// fit reduces a picture that is too large.
func (g *guard) fit(frame Frame) (Frame, error) {
	w, h := frame.Mat.Cols(), frame.Mat.Rows()
	long := max(w, h)
	if long <= liveSide {
		return frame, nil
	}
	part := 2 // half the size, if that is enough: the fastest way
	for long > part*liveSide {
		part++
	}
	err := gocv.Resize(frame.Mat, &g.small, image.Pt(w/part, h/part), 0, 0, gocv.InterpolationArea)
	frame.Mat = g.small
	return frame, err
}

// Close frees the pictures.
func (g *guard) Close() error {
	err := g.Source.Close()
	if closed := g.small.Close(); err == nil {
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

// decodeLive decodes a picture file for following; one of more than twice the needed size in half of it, at once.
func decodeLive(file []byte, into *gocv.Mat) error {
	flags := gocv.IMReadColor
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err == nil && max(config.Width, config.Height) >= 2*liveSide {
		flags = gocv.IMReadReducedColor2
	}
	if err := gocv.IMDecodeIntoMat(file, flags, into); err != nil || !usable(into) {
		return &Error{Unreadable, "the picture is damaged or cut off"}
	}
	return nil
}
