package disturb

import (
	"context"
	"math/rand/v2"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/source"
)

// Kind is one disturbance. The zero Kind is none.
type Kind struct {
	Name string
	// Every is the time between two pictures of a slow camera; 0: every frame comes.
	Every time.Duration
	// Covers says when something lies on the board; nil: never.
	Covers func(time.Duration) bool

	draw func(*canvas)
}

// disturbed is a source seen in a room with a disturbance.
type disturbed struct {
	source.Source
	kind Kind
	due  time.Duration // of the next picture of a slow camera
	next int           // its number
	mat  gocv.Mat      // the frame that was given last
	work gocv.Mat      // scratch
}

// Source is the source in a room with that disturbance. It owns the source.
func Source(s source.Source, kind Kind) source.Source {
	return &disturbed{Source: s, kind: kind, mat: gocv.NewMat(), work: gocv.NewMat()}
}

// Next implements source.Source.
func (d *disturbed) Next(ctx context.Context) (source.Frame, error) {
	for {
		frame, err := d.Source.Next(ctx)
		if err != nil {
			return frame, err
		}
		if frame.Time < d.due {
			continue
		}
		if d.kind.Every > 0 {
			d.due = frame.Time - frame.Time%d.kind.Every + d.kind.Every
			frame.Number = d.next
			d.next++
		}
		if d.kind.draw == nil {
			return frame, nil
		}
		return d.draw(frame)
	}
}

func (d *disturbed) draw(frame source.Frame) (source.Frame, error) {
	if err := frame.Mat.CopyTo(&d.mat); err != nil {
		return frame, err
	}
	c := &canvas{mat: &d.mat, work: &d.work, w: d.mat.Cols(), h: d.mat.Rows(), t: frame.Time.Seconds(), rng: rand.New(rand.NewPCG(uint64(frame.Number), 7))}
	c.px, c.err = d.mat.DataPtrUint8()
	if c.err == nil {
		d.kind.draw(c)
	}
	frame.Mat = d.mat
	return frame, c.err
}

// Close implements source.Source.
func (d *disturbed) Close() error {
	err := d.Source.Close()
	d.mat.Close()
	d.work.Close()
	return err
}
