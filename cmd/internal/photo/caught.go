package photo

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	"tilewatch/vision/picture"
)

// Panicked is the error of a photo that a mistake of ours has cost.
type Panicked struct{ Of *picture.Error }

func (p *Panicked) Error() string { return p.Of.Error() }

// Unwrap is the error as of any photo.
func (p *Panicked) Unwrap() error { return p.Of }

// Caught makes a panic the error of the photo that is being read: it must not take the others with it. Defer it.
func Caught(err *error) {
	if cause := recover(); cause != nil {
		slog.Error("reading a photo failed", "panic", cause, "stack", string(debug.Stack()))
		*err = &Panicked{&picture.Error{Code: picture.Unreadable, Message: fmt.Sprintf("reading it failed (%v): this is our mistake, please report it with the photo", cause)}}
	}
}
