package source

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"gocv.io/x/gocv"

	"tilewatch/vision/netcam"
	"tilewatch/vision/picture"
)

// Aside is another process, whose Streams decode a network camera's pictures for this one: what the camera sends may be made to crash a
// decoder, or to fill the memory. Close ends the process, also in the midst of a request.
type Aside interface {
	Do(ctx context.Context, request []byte) (reply []byte, err error)
	Close() error
}

// The requests of an Aside.
const (
	askOpen = "open" // with the address, before which insecurely may stand
	askGrab = "grab" // with the number of pictures to wait for
	askRead = "read" // replied with the last of them, as a BMP file
	askDone = "done" // with this camera

	insecurely = "insecure "
)

// Streams are the other side of an Aside. They serve one goroutine, which has one camera open at a time.
type Streams struct {
	open         grabber // nil: none is
	mat, smaller gocv.Mat
}

// NewStreams are streams without a camera. The caller closes them.
func NewStreams() *Streams { return &Streams{mat: gocv.NewMat(), smaller: gocv.NewMat()} }

// Do answers a request of the other process.
func (s *Streams) Do(request []byte) ([]byte, error) {
	what, about, _ := strings.Cut(string(request), " ")
	switch {
	case what == askOpen:
		return nil, s.connect(about)
	case s.open == nil:
		return nil, errors.New("its decoder broke off and was started again")
	case what == askRead:
		return s.read()
	case what == askGrab:
		pictures, err := strconv.Atoi(about)
		if err == nil && s.open.Grab(pictures) != nil {
			err = errGone
		}
		return nil, err
	}
	return nil, s.done()
}

func (s *Streams) connect(name string) (err error) {
	name, insecure := strings.CutPrefix(name, insecurely)
	address, err := url.Parse(name)
	if err == nil {
		err = s.done()
	}
	if err == nil {
		s.open, err = stream{address, insecure}.capture()
	}
	return err
}

func (s *Streams) read() ([]byte, error) {
	if !s.open.Retrieve(&s.mat) || !picture.Usable(&s.mat) {
		return nil, errGone
	}
	if err := tooLarge(s.mat.Cols(), s.mat.Rows()); err != nil {
		return nil, err
	}
	mat, err := fit(s.mat, &s.smaller)
	if err != nil {
		return nil, err
	}
	return picture.Plain(mat)
}

func (s *Streams) done() error {
	if s.open == nil {
		return nil
	}
	open := s.open
	s.open = nil
	return open.Close()
}

// Close frees what the streams hold.
func (s *Streams) Close() error { return errors.Join(s.done(), s.mat.Close(), s.smaller.Close()) }

// remote is a network camera that another process reads.
type remote struct {
	stream
	aside Aside
	life  context.Context
	end   context.CancelFunc
}

func newRemote(s stream, aside Aside) *remote {
	r := &remote{stream: s, aside: aside}
	r.life, r.end = context.WithCancel(context.Background())
	return r
}

func (r *remote) connect() (grabber, error) {
	if err := netcam.Answers(r.life, r.address); err != nil {
		return nil, err
	}
	name := r.address.String()
	if r.insecure {
		name = insecurely + name
	}
	_, err := r.ask(askOpen + " " + name)
	switch {
	case err == nil:
		return &remoteGrabber{remote: r}, nil
	case strings.HasPrefix(err.Error(), "camera "): // the other process says what is wrong
		return nil, err
	}
	return nil, fmt.Errorf("camera %q answers, but its video breaks the decoder off (%w): choose another format in its settings, such as MJPEG", r, err)
}

func (r *remote) ask(request string) ([]byte, error) { return r.aside.Do(r.life, []byte(request)) }

// Close ends the other process, and what waits for it.
func (r *remote) Close() error {
	r.end()
	return r.aside.Close()
}

// remoteGrabber is the connected camera.
type remoteGrabber struct {
	*remote
	failed error // of the newest request
}

// Retrieve implements grabber.
func (g *remoteGrabber) Retrieve(mat *gocv.Mat) bool {
	var file []byte
	if file, g.failed = g.ask(askRead); g.failed == nil {
		g.failed = picture.DecodeLive(file, mat)
	}
	return g.failed == nil
}

// Grab implements grabber.
func (g *remoteGrabber) Grab(pictures int) error {
	_, g.failed = g.ask(fmt.Sprintf("%s %d", askGrab, pictures))
	return g.failed
}

// Close implements grabber.
func (g *remoteGrabber) Close() error {
	_, err := g.ask(askDone)
	return err
}
