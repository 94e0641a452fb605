package source

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/filmfile"
	"tilewatch/vision/picture"
)

// film reads a video file from front to back.
type film struct {
	name    string
	options Options
	clock   clock
	capture *gocv.VideoCapture
	mat     gocv.Mat // lent to the caller
	fps     float64
	expect  int // frames by the file's header; 0: unknown
	facts   filmfile.Facts

	inShowing     int           // frames read in this showing
	number        int           // frames read in all
	dropped       int           // frames read and not returned
	showingAt     time.Duration // when this showing began
	at            time.Duration // of the newest frame
	shown         time.Duration // of the frame returned last
	began         time.Time     // clock at the first frame, for pacing
	reportedShort bool          // the early end was reported
}

var _ Source = (*film)(nil)

// frameRate is assumed for a film without a rate in its header, frames a second.
const frameRate = 15

func openFilm(name string, options Options) (Source, error) {
	f := &film{name: name, options: options, clock: systemClock{}, mat: gocv.NewMat()}
	if err := f.open(); err != nil {
		f.mat.Close()
		return nil, err
	}
	return f, nil
}

// open starts a showing. It makes the path absolute, because FFmpeg takes a file named "a:b.mp4" for an address.
func (f *film) open() error {
	path, err := filepath.Abs(f.name)
	if err != nil {
		return fmt.Errorf("cannot open %q: %w", f.name, err)
	}
	if f.facts = filmfile.Read(path); f.facts.Photo {
		return fmt.Errorf("%q is a photo, not a film: use \"tilewatch score\"", f.name)
	}
	f.capture, err = gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureFFmpeg)
	if err != nil {
		f.capture.Close()
		f.capture = nil
		if f.facts.NoIndex {
			return fmt.Errorf("film %q is not complete, it lacks its index: copy it again, or wait until it is written; a film that is read meanwhile must be an MKV", f.name)
		}
		return fmt.Errorf("cannot read film %q: use MP4, WebM, MKV, MOV or AVI; copy it again if it is incomplete", f.name)
	}
	w, h := f.capture.Get(gocv.VideoCaptureFrameWidth), f.capture.Get(gocv.VideoCaptureFrameHeight)
	if w < picture.MinSide || h < picture.MinSide || w*h > picture.MaxPixels {
		f.capture.Close()
		f.capture = nil
		return fmt.Errorf("film %q has %.0fx%.0f pixels: use 640x480 to 3840x2160", f.name, w, h)
	}
	f.fps = f.capture.Get(gocv.VideoCaptureFPS)
	if !(f.fps >= 1 && f.fps <= 1000) {
		f.fps = frameRate
	}
	f.expect = max(0, int(f.capture.Get(gocv.VideoCaptureFrameCount)))
	f.inShowing, f.showingAt = 0, f.at
	if f.number > 0 {
		f.showingAt += f.period()
	}
	return nil
}

func (f *film) period() time.Duration { return time.Duration(float64(time.Second) / f.fps) }

// mostSkipped is how much of a paced film may be missing between two frames, at most: motion shows in frames that are closer
// (slowGap of the motion gate). A film can wait for its caller; what a camera shows meanwhile is gone.
const mostSkipped = 200 * time.Millisecond

// Next reads the film's next frame. Paced, it waits for the frame's time. A caller that is late misses some frames until it has caught up, but
// never so many that something could happen between two: then the film runs slower.
func (f *film) Next(ctx context.Context) (Frame, error) {
	for {
		if err := ctx.Err(); err != nil {
			return Frame{}, err
		}
		if err := f.read(); err != nil {
			return Frame{}, err
		}
		if !f.options.Paced {
			break
		}
		if f.number == 1 {
			f.began = f.clock.Now()
		}
		wait := f.at - f.clock.Now().Sub(f.began)
		if wait < -f.period() && f.at+f.period()-f.shown <= mostSkipped { // a newer frame is due already
			f.dropped++
			continue
		}
		if err := f.clock.Sleep(ctx, wait); err != nil {
			return Frame{}, err
		}
		break
	}
	f.shown = f.at
	return Frame{Number: f.number - 1, Time: f.at, Mat: f.mat, Dropped: f.dropped}, nil
}

// read reads the next frame from the file, or with Loop the first one of the next showing.
func (f *film) read() error {
	if f.capture == nil {
		if !f.options.Loop || f.number == 0 {
			return io.EOF
		}
		if err := f.open(); err != nil {
			return err
		}
	}
	if !f.capture.Read(&f.mat) || !picture.Usable(&f.mat) {
		return f.ended()
	}
	f.at = f.showingAt + f.position()
	f.inShowing++
	f.number++
	return nil
}

// position is the time stamp of the frame just read, from the start of the showing: phones film at an uneven
// pace. Where the stamp goes backwards it adds one period.
func (f *film) position() time.Duration {
	if f.inShowing == 0 {
		return 0
	}
	stamp := time.Duration(f.capture.Get(gocv.VideoCapturePosMsec) * float64(time.Millisecond))
	if before := f.at - f.showingAt; stamp <= before {
		return before + f.period()
	}
	return stamp
}

// ended says what follows the last frame: io.EOF, a Status for an early end, or nil with the first frame of the
// next showing.
func (f *film) ended() error {
	read := f.inShowing
	f.capture.Close()
	f.capture = nil
	if read == 0 {
		return fmt.Errorf("cannot read any frame of film %q: copy or convert it again", f.name)
	}
	if read == 1 && f.number == 1 {
		return &Status{Kind: Note, Frame: 0, Time: f.at, Message: fmt.Sprintf("film %q has a single picture: if it is a photo, use \"tilewatch score\"", f.name)}
	}
	if why := f.facts.Short(read, f.expect); why != "" && !f.reportedShort {
		f.reportedShort = true
		return &Status{Kind: Note, Frame: f.number - 1, Time: f.at, Message: fmt.Sprintf("film %q %s", f.name, why)}
	}
	return f.read()
}

// Close closes the file.
func (f *film) Close() error {
	if f.capture != nil {
		f.capture.Close()
		f.capture = nil
	}
	return f.mat.Close()
}
