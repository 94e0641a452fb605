package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tilewatch/vision/netcam"
	"tilewatch/vision/v4l"
)

// Source gives the pictures of a film or a camera, one after the other. It serves one goroutine. Only Close may
// come from another one, and then nobody may call Next again.
type Source interface {
	// Next waits for the next picture, whose Mat is on loan (see Frame). Errors: io.EOF when the film is over; a
	// *Status for news between frames, after which Next goes on; ctx's error; any other error is final.
	Next(ctx context.Context) (Frame, error)
	// Close closes the camera or file. Call it once, after the last use of a frame's Mat.
	Close() error
}

// Options say how a source is read. The zero value suits "tilewatch watch".
type Options struct {
	// Paced plays a film at its own speed, like a webcam; for a caller who is late it drops frames, then plays slower. Cameras always set
	// their own pace.
	Paced bool
	// Loop restarts a film at its end; frame numbers and times go on.
	Loop bool
	// Width and Height are requested from a camera device, which may answer with a near size; zero: 1920 x 1080.
	Width, Height int
	// FPS is the rate of a folder of pictures; zero: 15 a second.
	FPS float64
	// Insecure believes the certificate of an https:// camera that no authority vouches for.
	Insecure bool
	// Aside makes the process that decodes a network camera's pictures; the source closes it. nil: this process decodes them.
	Aside func() Aside
}

// Open opens a camera by its index ("0") or device path, a film file, a folder of pictures (in the order of
// their names), an MJPEG stream (http:// or https://) or an rtsp:// stream. It connects to a camera at once and
// fails if it cannot; later losses come from Next as *Status while the source reconnects.
//
// Black pictures, and identical ones of a camera, are held back and reported as a fault. Pictures larger than
// picture.LiveSide come reduced.
func Open(name string, options Options) (Source, error) {
	source, live, err := open(name, options)
	if err != nil {
		return nil, err
	}
	return guarded(source, live), nil
}

// open opens the source without its guard, and says whether it is a camera.
func open(name string, options Options) (source Source, live bool, err error) {
	if scheme, _, ok := strings.Cut(strings.TrimSpace(name), "://"); ok { // addresses are pasted, with blanks
		source, err = openStream(strings.TrimSpace(name), scheme, options)
		return source, true, err
	}
	if index, err := strconv.Atoi(name); err == nil {
		source, err = openDevice(name, filepath.Join("/dev", "video"+strconv.Itoa(index)), options)
		return source, true, err
	}
	info, err := os.Stat(name)
	switch {
	case strings.HasPrefix(name, "/dev/"):
		source, err = openDevice(name, name, options)
		return source, true, err
	case errors.Is(err, fs.ErrNotExist) || name == "":
		return nil, false, fmt.Errorf("no film or camera %q: use a video file, a camera's number like 0, or an address like http://camera/video", name)
	case err != nil:
		return nil, false, fmt.Errorf("cannot open %q: %w", name, err)
	case info.IsDir():
		source, err = openFolder(name, options)
		return source, false, err
	}
	source, err = openFilm(name, options)
	return source, false, err
}

func openStream(name, scheme string, options Options) (Source, error) {
	address, err := netcam.Parse(name)
	switch {
	case err != nil:
		return nil, err
	case scheme != "http" && scheme != "https" && scheme != "rtsp" && scheme != "rtsps":
		return nil, fmt.Errorf("cameras do not use %q: use an http://, https:// or rtsp:// address", scheme+"://")
	}
	if options.Aside == nil {
		return newLive(stream{address, options.Insecure}, systemClock{})
	}
	camera := newRemote(stream{address, options.Insecure}, options.Aside())
	source, err := newLive(camera, systemClock{})
	if err != nil {
		return nil, errors.Join(err, camera.Close())
	}
	return source, nil
}

func openDevice(name, path string, options Options) (Source, error) {
	if options.Width <= 0 || options.Height <= 0 {
		options.Width, options.Height = 1920, 1080
	}
	d := &device{Camera: v4l.Camera{Host: v4l.This(), Name: name, Path: path}, width: options.Width, height: options.Height}
	l, err := newLive(d, systemClock{})
	if err == nil && d.gives != "" {
		l.tell(d.gives)
	}
	return l, err
}
