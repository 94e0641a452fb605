package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// beside is an Aside in this process.
type beside struct {
	mu      sync.Mutex
	streams *Streams
}

func newBeside() Aside { return &beside{streams: NewStreams()} }

func (b *beside) Do(_ context.Context, request []byte) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.streams == nil {
		return nil, errors.New("closed")
	}
	return b.streams.Do(request)
}

func (b *beside) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.streams
	b.streams = nil
	return s.Close()
}

func TestNothingIsReadBeforeACameraIsOpenNorAfter(t *testing.T) {
	s := NewStreams()
	defer s.Close()
	for _, request := range []string{"read", "grab 2", "done", ""} {
		if _, err := s.Do([]byte(request)); err == nil {
			t.Errorf("%q is answered", request)
		}
	}
	if _, err := s.Do([]byte("open " + testStream(t).URL)); err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"grab 1", "read", "grab 2", "read", "done"} {
		reply, err := s.Do([]byte(request))
		if err != nil || request == "read" != bytes.HasPrefix(reply, []byte("BM")) {
			t.Errorf("%q: %d bytes, %v", request, len(reply), err)
		}
	}
	if _, err := s.Do([]byte("read")); err == nil {
		t.Error("a camera that was let go is read")
	}
}

// hung is an Aside whose camera opens, and then says nothing until it is closed.
type hung struct{ closed chan struct{} }

func (h hung) Do(_ context.Context, request []byte) ([]byte, error) {
	if bytes.HasPrefix(request, []byte(askOpen)) {
		return nil, nil
	}
	<-h.closed
	return nil, errors.New("closed")
}

func (h hung) Close() error { close(h.closed); return nil }

// TestACameraThatHangsIsClosedAtOnce would take closeWait, and fail, if the read were not ended.
func TestACameraThatHangsIsClosedAtOnce(t *testing.T) {
	source, err := Open(testStream(t).URL, Options{Aside: func() Aside { return hung{make(chan struct{})} }})
	if err != nil {
		t.Fatal(err)
	}
	if err := source.Close(); err != nil {
		t.Error(err)
	}
}

// streaming is a network camera that sends the picture again and again.
func streaming(t *testing.T, picture []byte) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		for r.Context().Err() == nil {
			if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(picture), picture); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestPicturesOfTooManyPixelsNameTheLimit(t *testing.T) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 8000, 6300)), nil); err != nil {
		t.Fatal(err)
	}
	address := streaming(t, file.Bytes())
	for name, aside := range map[string]func() Aside{"here": nil, "aside": newBeside} {
		if source, err := Open(address, Options{Aside: aside}); err == nil {
			source.Close()
			t.Errorf("%s: it is opened", name)
		} else if !strings.Contains(err.Error(), "8000x6300") || !strings.Contains(err.Error(), "50 megapixels") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestABadAddressShowsNoPassword(t *testing.T) {
	for address, want := range map[string]string{
		"http://ana:12#secret@camera/video": `"http://***@camera/video"`,
		"http://ana:12/secret@camera/video": "%2F for /",
		"rtsp://ana:sec@ret/1@camera/live":  "%40 for @",
		"rtsp://ana:secret@":                "%25 for %",
		"http://":                           `"http://": write it like http://192.168.1.20:8080/video`,
		"http://[fe80::1":                   "write it like",
		"gopher://ana:secret@camera":        "http://, https:// or rtsp://",
	} {
		source, err := Open(address, Options{})
		if err == nil {
			source.Close()
			t.Errorf("%s is opened", address)
		} else if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "cret@") || strings.Contains(err.Error(), "ret/1") {
			t.Errorf("%s: %q, want %q and no password", address, err, want)
		}
	}
}

func TestABlankBesideAnAddressIsNoPartOfIt(t *testing.T) {
	server := testStream(t)
	source, err := Open(" "+server.URL+"/video\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source.Next(t.Context()); err != nil {
		t.Error(err)
	}
	if err := source.Close(); err != nil {
		t.Error(err)
	}
}

func TestAFilmOfOnePictureMayBeAPhoto(t *testing.T) {
	for frames, want := range map[int]string{1: `note: film "film.avi" has a single picture: if it is a photo, use "tilewatch score"`, 2: "EOF"} {
		f, _ := showing(t, frames, Options{})
		for range frames {
			nextOf(t, f)
		}
		if got := nextOf(t, f); !strings.HasPrefix(got, strings.ReplaceAll(want, "film.avi", f.name)) {
			t.Errorf("after %d frames: %s, want %s", frames, got, want)
		}
		if got := nextOf(t, f); got != "EOF" {
			t.Errorf("and then: %s", got)
		}
	}
}
