package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/draw"
	"image/jpeg"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tilewatch/vision/source"
)

// shownParts are the frames of the film that tests show, first and last: the empty table, and what lies there after each of the first turns.
var shownParts = [][2]int{{5, 20}, {54, 66}, {96, 108}, {177, 189}, {218, 222}, {302, 306}}

// shownFrames are they as JPEG files, by their numbers. The film is read once for all tests.
var shownFrames = sync.OnceValues(func() (files map[int][]byte, err error) {
	film, err := source.Open(gameFilm+".mp4", source.Options{})
	if err != nil {
		return nil, err
	}
	defer film.Close()
	files = map[int][]byte{}
	for _, part := range shownParts {
		for {
			frame, err := film.Next(context.Background())
			if err != nil {
				return nil, err
			}
			if frame.Number < part[0] {
				continue
			}
			if files[frame.Number], err = frame.JPEG(85); err != nil {
				return nil, err
			}
			if frame.Number == part[1] {
				break
			}
		}
	}
	return files, nil
})

// filmPictures are some of the shown frames, as a phone would send them.
func filmPictures(t *testing.T, from, to int) (files [][]byte) {
	t.Helper()
	shown, err := shownFrames()
	if err != nil {
		t.Fatal(err)
	}
	for n := from; n <= to; n++ {
		if shown[n] == nil {
			t.Fatalf("frame %d is not among the shown ones", n)
		}
		files = append(files, shown[n])
	}
	return files
}

// redrawn is a picture painted again.
func redrawn(t *testing.T, file []byte, paint func(image.Image) image.Image) []byte {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, paint(img), &jpeg.Options{Quality: 80}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func black(img image.Image) image.Image {
	return image.NewGray(img.Bounds())
}

// withoutColor is the picture of a camera at night.
func withoutColor(img image.Image) image.Image {
	out := image.NewGray(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}

// upright is the picture of a phone that was turned.
func upright(img image.Image) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
	flat := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Rect, img, b.Min, draw.Src)
	for y := range b.Dy() {
		for x := range b.Dx() {
			copy(out.Pix[out.PixOffset(b.Dy()-1-y, x):][:4], flat.Pix[flat.PixOffset(x, y):])
		}
	}
	return out
}

// large is the picture as a 4K camera gives it.
func large(img image.Image) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, 3*b.Dx(), 3*b.Dy()))
	small := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(small, small.Rect, img, b.Min, draw.Src)
	for y := range out.Rect.Dy() {
		row := out.Pix[y*out.Stride:]
		for x := range out.Rect.Dx() {
			copy(row[4*x:4*x+4], small.Pix[y/3*small.Stride+x/3*4:])
		}
	}
	return out
}

// badPhone is a phone that sends whatever the test wants.
type badPhone struct {
	t            *testing.T
	address, key string
	conn         *websocket.Conn
}

// dials offers the camera.
func (p *badPhone) dials() {
	p.t.Helper()
	header := http.Header{"Authorization": {"Bearer " + p.key}}
	conn, _, err := websocket.Dial(p.t.Context(), p.address+"/camera/socket", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		p.t.Fatal(err)
	}
	p.conn = conn
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	if err := conn.Write(p.t.Context(), websocket.MessageText, []byte(`{"name":"bad phone","take":true}`)); err != nil {
		p.t.Fatal(err)
	}
	go func() { // what it gets is of no interest
		for {
			if _, _, err := conn.Read(p.t.Context()); err != nil {
				return
			}
		}
	}()
}

// until sends all pictures, one after the other, and again until the table is as wanted.
func (p *badPhone) until(what string, pictures [][]byte, wanted func(status string, board []boardCell) bool) {
	p.t.Helper()
	limit := time.Now().Add(patience)
	for n := 0; ; n++ {
		if err := p.conn.Write(p.t.Context(), websocket.MessageBinary, pictures[n%len(pictures)]); err != nil {
			p.t.Fatalf("%s: %v", what, err)
		}
		time.Sleep(100 * time.Millisecond)
		_, board, _, status := tableNow(p.t, p.address)
		if n+1 >= len(pictures) && wanted(status, board) {
			p.t.Logf("%s: after %d pictures", what, n+1)
			return
		}
		if time.Now().After(limit) {
			p.t.Fatalf("%s: the table is %q with %v", what, status, board)
		}
	}
}

// TestABadCameraLosesNothing plays a phone that does everything wrong in the middle of a game.
func TestABadCameraLosesNothing(t *testing.T) {
	t.Parallel() // it waits most of the time
	address, link, _ := linkedServer(t, "--data", t.TempDir(), "--players", "purple,red,green,yellow")
	link, _, _ = strings.Cut(link, "?")
	p := &badPhone{t: t, address: address, key: link[strings.LastIndex(link, "/")+1:]}
	empty, good := filmPictures(t, 5, 20), filmPictures(t, 54, 66)
	var board []boardCell
	live := func(status string, now []boardCell) bool {
		return status == "live" && len(now) > 0 && sameBoard(now, board)
	}
	lost := func(status string, now []boardCell) bool { return status == "lost" && sameBoard(now, board) }

	each := func(n int, paint func(image.Image) image.Image) (all [][]byte) {
		for _, file := range good[:n] {
			all = append(all, redrawn(t, file, paint))
		}
		return all
	}
	dark, night, huge, turned := each(3, black), each(3, withoutColor), each(2, large), each(3, upright) // now: a phone that is silent for long is hung up on
	p.dials()
	p.until("an empty table", empty, func(status string, _ []boardCell) bool { return status == "live" })
	p.until("the first play", good, func(status string, now []boardCell) bool {
		board = now
		return status == "live" && len(now) == 2
	})
	p.until("a hand on the lens", dark, lost)
	p.until("the hand has gone", good, live)
	p.until("no colors at night", night, lost)
	p.until("a light is put on", good, live)
	p.until("garbage among the pictures", [][]byte{good[0], []byte("\xff\xd8 no picture"), good[1], good[2], {}, good[3]}, live)
	damaged := [][]byte{good[0][:len(good[0])/2]}
	for range 4 {
		p.until("half a picture", damaged, func(_ string, now []boardCell) bool { return sameBoard(now, board) })
	}
	p.until("4K", huge, live)
	for range 8 {
		p.until("a turned phone", turned, func(_ string, now []boardCell) bool { return sameBoard(now, board) })
	}
	p.until("turned back", good, live)

	_ = p.conn.Write(t.Context(), websocket.MessageBinary, make([]byte, 9<<20)) // it is hung up on
	wait(t, "a huge message", func() bool { _, now, _, status := tableNow(t, address); return lost(status, now) })
	p.dials()
	p.until("back again", good, live)
	_ = p.conn.CloseNow()
	wait(t, "out of reach", func() bool { _, now, _, status := tableNow(t, address); return lost(status, now) })
	p.dials()
	p.until("and back", good, live)
	var health struct{ Status string }
	if err := json.Unmarshal(get(t, address+"/healthz"), &health); err != nil || health.Status != "ok" {
		t.Errorf("health %+v, %v", health, err)
	}
}

// wait waits for something to come about.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for !is() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: it never came about", what)
		case <-time.After(100 * time.Millisecond):
		}
	}
}
