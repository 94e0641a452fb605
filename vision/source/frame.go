package source

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"
)

// Frame is one picture of a film or a camera.
type Frame struct {
	// Number counts the source's pictures from 0, dropped and skipped ones included.
	Number int
	// Time since the source's first picture: by the film's time stamps, or by the clock for a camera.
	Time time.Duration
	// Mat is 8-bit BGR. The source lends it until the next call of its Next or Close: do not close it, do not write
	// to it, clone it to keep it.
	Mat gocv.Mat
	// Dropped counts the pictures that the source has thrown away because a newer one came before the caller was ready. Those that an idle
	// source skips by choice are not among them.
	Dropped int
	// Live says that the next picture comes whether or not anybody is ready for it, as a camera's does.
	Live bool
	// Photo says that somebody took the picture of a table at rest, and that the next one may be minutes away.
	Photo bool
}

// Kept keeps one frame for longer than its loan. The zero value keeps none; who uses it closes it.
type Kept struct{ mat *gocv.Mat }

// Keep copies the frame. The copy is lent until the next call of Keep or Close.
func (k *Kept) Keep(f Frame) (Frame, error) {
	if k.mat == nil {
		mat := gocv.NewMat()
		k.mat = &mat
	}
	err := f.Mat.CopyTo(k.mat)
	f.Mat = *k.mat
	return f, err
}

// Close frees the copy.
func (k *Kept) Close() error {
	if k.mat == nil {
		return nil
	}
	return k.mat.Close()
}

// StatusKind is the kind of a Status. Its text is the contract's name for the line that "tilewatch watch"
// writes.
type StatusKind string

// The kinds of news a source has.
const (
	// Fault: the camera gives no usable pictures; the source keeps trying.
	Fault StatusKind = "fault"
	// Recovered: the camera is back; the next call of Next returns its picture.
	Recovered StatusKind = "recovered"
	// Note: something a person should know, like a film that ends early; what was read so far is right.
	Note StatusKind = "note"
)

// Status is news from a source between two frames. Next returns it as an error, so that nobody takes it for a
// frame. The source lives on: call Next again.
type Status struct {
	Kind    StatusKind
	Message string        // what happened and what to do
	Frame   int           // the newest frame read before; -1: none
	Time    time.Duration // since the source's first picture
}

func (s *Status) Error() string { return fmt.Sprintf("%s: %s", s.Kind, s.Message) }

// errGone says why a camera is lost.
var errGone = errors.New("no more pictures come from it")
