package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Hub is the door between the phones that offer a camera and the one who watches. All methods may be called from any
// goroutine, but only one may wait in Next.
type Hub struct {
	now     func() time.Time
	silence time.Duration // after which a phone that sends no message is hung up on
	wake    chan struct{} // holds one token when there is something new for Next

	mu      sync.Mutex
	holder  *offer // the phone that is the camera; nil: none
	newest  []byte
	fresh   bool // newest was not handed out yet
	taken   int  // pictures that came
	dropped int  // of these, replaced before they were handed out
	news    string
	last    time.Time     // when the newest picture came
	pace    time.Duration // between pictures, a running mean
	photo   *shown        // the newest picture is one, and was not handed out yet
	lent    *shown        // the picture handed out last was one, and is being read
	closed  bool
}

// New makes a hub that nobody offers a camera to yet.
func New() *Hub { return &Hub{now: time.Now, silence: silence, wake: make(chan struct{}, 1)} }

// Status says what the hub is about, for pages and for "doctor".
type Status struct {
	Camera   string  `json:"camera"` // the phone's name; empty: there is none
	Pictures int     `json:"pictures"`
	Dropped  int     `json:"dropped"`
	FPS      float64 `json:"fps"`
	AgeS     float64 `json:"age_s"` // of the newest picture; -1: there is none
}

// Status is as of now.
func (h *Hub) Status() Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := Status{Pictures: h.taken, Dropped: h.dropped, AgeS: -1}
	if h.taken > 0 {
		s.AgeS = h.now().Sub(h.last).Seconds()
	}
	if h.holder != nil {
		s.Camera = h.holder.name
		if h.pace > 0 {
			s.FPS = 1 / h.pace.Seconds()
		}
	}
	return s
}

// offer is one phone's being the camera.
type offer struct {
	hub  *Hub
	name string
	id   string          // of a phone that posts its pictures
	held context.Context // ends when another phone takes over, or the hub is closed
	end  context.CancelFunc
}

// busyError says that another phone is the camera.
type busyError struct{ name string }

func (e *busyError) Error() string {
	return fmt.Sprintf("%q is the camera already: take over, or leave it to it", e.name)
}

var (
	errReplaced = errors.New("another phone is the camera now")
	errClosed   = errors.New("the server is shutting down: start it again")
)

// claim makes a phone the camera. If another one is, take says whether to take its place; else it is a *busyError.
func (h *Hub) claim(name, id string, take bool) (*offer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, errClosed
	case h.holder != nil && id != "" && h.holder.id == id:
		return h.holder, nil
	case h.holder != nil && !take && !h.silent():
		return nil, &busyError{h.holder.name}
	case h.holder != nil:
		h.holder.end()
	}
	h.holder = &offer{hub: h, name: name, id: id}
	h.holder.held, h.holder.end = context.WithCancel(context.Background())
	return h.holder, nil
}

// silentAfter is how long a phone may be the camera without sending a picture before another one may simply take its place.
const silentAfter = 15 * time.Second

// silent is for the holder of mu.
func (h *Hub) silent() bool { return h.now().Sub(h.last) > silentAfter && h.taken > 0 }

// put takes a picture. It replaces one that nobody has taken.
func (o *offer) put(file []byte) error {
	h := o.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return errClosed
	case h.holder != o:
		return errReplaced
	}
	h.store(file)
	return nil
}

// store is for the holder of mu.
func (h *Hub) store(file []byte) {
	now := h.now()
	if gap := now.Sub(h.last); h.taken > 0 && gap < time.Second {
		h.pace += (gap - h.pace) / 8
	} else {
		h.pace = 0
	}
	if h.fresh {
		h.dropped++
	}
	h.newest, h.fresh, h.last = file, true, now
	h.taken++
	h.leave(&h.photo)
	h.ring()
}

// release ends a phone's being the camera.
func (o *offer) release() {
	h := o.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holder != o {
		return
	}
	h.holder = nil
	h.news = o.name + " sends no more pictures. Open its camera page again, or use another phone."
	h.ring()
}

// shown is a single photo on its way to the one who watches.
type shown struct{ read chan struct{} } // closed when it has been read, or never will be

// Photo takes a single photo of the table at rest in a camera's place. read is closed when whoever watches is done with it. It is a
// *busyError while a phone sends a live picture.
func (h *Hub) Photo(file []byte) (read <-chan struct{}, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, errClosed
	case h.holder != nil && !h.silent():
		return nil, &busyError{h.holder.name}
	}
	h.store(file)
	h.photo = &shown{make(chan struct{})}
	return h.photo.read, nil
}

// leave ends the wait for a photo. It is for the holder of mu.
func (h *Hub) leave(s **shown) {
	if *s != nil {
		close((*s).read)
		*s = nil
	}
}

func (h *Hub) ring() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// Next waits for a picture newer than those handed out; taken counts all that came, and photo says that it is a single photo. Errors:
// io.EOF after Close; ctx's; any other one says once that the camera has left. Whoever calls it is done with the picture before.
func (h *Hub) Next(ctx context.Context) (file []byte, taken int, photo bool, err error) {
	h.mu.Lock()
	h.leave(&h.lent)
	h.mu.Unlock()
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, false, err
		}
		if file, taken, photo, err = h.take(); file != nil || err != nil {
			return file, taken, photo, err
		}
		select {
		case <-ctx.Done():
		case <-h.wake:
		}
	}
}

// take is what there is: a picture, news, or nothing.
func (h *Hub) take() (file []byte, taken int, photo bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, 0, false, io.EOF
	case h.fresh:
		h.fresh, h.lent, h.photo = false, h.photo, nil
		return h.newest, h.taken, h.lent != nil, nil
	case h.news != "":
		err, h.news = errors.New(h.news), ""
	}
	return nil, 0, false, err
}

// String names the camera.
func (h *Hub) String() string {
	if name := h.Status().Camera; name != "" {
		return name
	}
	return "phone"
}

// Newest is the newest picture, if there is one, however old; the bytes must not be changed.
func (h *Hub) Newest() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.newest
}

// Close ends all waiting. It may be called again.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	h.leave(&h.photo)
	h.leave(&h.lent)
	if h.holder != nil {
		h.holder.end()
		h.holder = nil
	}
	h.ring()
}
