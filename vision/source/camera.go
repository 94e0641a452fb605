package source

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/netcam"
	"tilewatch/vision/picture"
	"tilewatch/vision/v4l"
)

// device is a webcam at this computer (Video4Linux).
type device struct {
	v4l.Camera
	width, height int    // requested
	gives         string // what it gives instead, for people
}

func (d *device) String() string { return d.Name }

// connect opens the device with the pictures that are nearest to the request.
func (d *device) connect() (grabber, error) {
	path, mode, told, err := d.Choose(d.width, d.height)
	if err != nil {
		return nil, err
	}
	d.gives = told
	capture, err := gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureV4L2)
	if err != nil {
		capture.Close()
		return nil, d.Busy(path)
	}
	capture.Set(gocv.VideoCaptureFOURCC, capture.ToCodec(mode.Format))
	capture.Set(gocv.VideoCaptureFrameWidth, float64(mode.Width))
	capture.Set(gocv.VideoCaptureFrameHeight, float64(mode.Height))
	capture.Set(gocv.VideoCaptureBufferSize, 1)
	return capture, nil
}

// stream is a network camera: MJPEG over HTTP, or RTSP.
type stream struct {
	address  *url.URL
	insecure bool // its certificate is believed
}

func (s stream) String() string { return s.address.Redacted() }

// Time-outs of OpenCV's FFmpeg reader, milliseconds. The properties' numbers are OpenCV's CAP_PROP_OPEN_TIMEOUT_MSEC
// and CAP_PROP_READ_TIMEOUT_MSEC, which gocv does not name.
const (
	openTimeoutProperty = 53
	readTimeoutProperty = 54
	openTimeout         = 20_000 // FFmpeg decodes seven pictures of H.264 before it says what comes: one in two seconds needs as long
	readTimeout         = 4000   // a camera may give one picture in two seconds
)

// connect first opens the camera's port, because FFmpeg does not say why it fails.
func (s stream) connect() (grabber, error) {
	if err := netcam.Answers(context.Background(), s.address); err != nil {
		return nil, err
	}
	return s.capture()
}

// capture opens the stream: JPEG files over HTTP by itself, all else with FFmpeg.
func (s stream) capture() (grabber, error) {
	parts := false
	if s.address.Scheme == "http" || s.address.Scheme == "https" {
		camera, err := netcam.Open(s.address, s.insecure)
		if err == nil {
			if err = tooLarge(camera.Size()); err == nil {
				return camera, nil
			}
			err = errors.Join(err, camera.Close())
		}
		if !errors.Is(err, netcam.ErrOther) {
			return nil, fmt.Errorf("camera %q %w", s, err)
		}
		parts = errors.Is(err, netcam.ErrParts)
	}
	capture, err := s.byFFmpeg()
	if err == nil && parts {
		return netcam.NewInParts(capture), nil
	}
	return capture, err
}

// byFFmpeg opens the stream with FFmpeg. A first picture shows that one comes: what is no video opens, too, if it comes slowly.
func (s stream) byFFmpeg() (*gocv.VideoCapture, error) {
	capture, err := gocv.OpenVideoCaptureWithAPIParams(s.address.String(), gocv.VideoCaptureFFmpeg,
		[]gocv.VideoCaptureProperties{openTimeoutProperty, openTimeout, readTimeoutProperty, readTimeout})
	w, h := capture.Get(gocv.VideoCaptureFrameWidth), capture.Get(gocv.VideoCaptureFrameHeight)
	if err := tooLarge(int(w), int(h)); err != nil {
		return nil, errors.Join(fmt.Errorf("camera %q %w", s, err), capture.Close())
	}
	first := gocv.NewMat()
	defer first.Close()
	if err != nil || !capture.Read(&first) {
		capture.Close()
		if strings.HasPrefix(s.address.Scheme, "rtsp") {
			if err = netcam.Refusal(s.address, s.insecure); err == nil {
				err = errors.New("answers but sends no video: choose H.264 or H.265 in its settings")
			}
			return nil, fmt.Errorf("camera %q %w", s, err)
		}
		return nil, fmt.Errorf("camera %q answers but sends no video: open the address in a browser to check it (MJPEG, snapshots and HLS over HTTP, and RTSP work)", s)
	}
	if strings.HasPrefix(s.address.Scheme, "rtsp") {
		catchUp(capture)
	}
	return capture, nil
}

// While FFmpeg looks what comes, pictures gather: as many as gathered, at most, and they come one atOnce after the other. Hand-set.
const (
	gathered = 100
	atOnce   = 10 * time.Millisecond
)

// catchUp passes over the pictures that were there before the stream was open. They are old, and whoever counts them takes the camera for a
// faster one.
func catchUp(g grabber) {
	for range gathered {
		if began := time.Now(); g.Grab(1) != nil || time.Since(began) > atOnce {
			return
		}
	}
}

// tooLarge says that pictures of that size are not followed.
func tooLarge(w, h int) error {
	if float64(w)*float64(h) <= picture.MaxPixels {
		return nil
	}
	return fmt.Errorf("sends pictures of %dx%d pixels, the limit is %d megapixels: choose a smaller picture in its settings", w, h, int(picture.MaxPixels/1e6))
}
