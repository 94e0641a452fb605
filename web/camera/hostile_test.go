package camera

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// A stranger speaks WebSocket byte by byte, rightly or not.
type stranger struct {
	net.Conn
	t    *testing.T
	left chan uint16 // the code of the server's goodbye, 0 without one, when the connection has ended
}

// strangeSocket opens a WebSocket by hand.
func strangeSocket(t *testing.T, url string) *stranger {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s := &stranger{conn, t, make(chan uint16, 1)}
	s.says([]byte("GET /camera/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"))
	in := bufio.NewReader(conn)
	if a, err := http.ReadResponse(in, nil); err != nil || a.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v, %v", a, err)
	}
	go s.listen(in)
	return s
}

// says sends bytes. The server may have hung up before it has them all.
func (s *stranger) says(data []byte) {
	_ = s.SetWriteDeadline(time.Now().Add(time.Minute))
	if _, err := s.Write(data); errors.Is(err, os.ErrDeadlineExceeded) {
		s.t.Error("the server neither takes more nor hangs up")
	}
}

// listen takes what the server says until it hangs up.
func (s *stranger) listen(in *bufio.Reader) {
	code := uint16(0)
	defer func() { s.left <- code }()
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(in, head); err != nil {
			return
		}
		size := int(head[1])
		if size == 126 {
			long := make([]byte, 2)
			_, _ = io.ReadFull(in, long) // the end shows below
			size = int(binary.BigEndian.Uint16(long))
		}
		message := make([]byte, size)
		if _, err := io.ReadFull(in, message); err != nil {
			return
		}
		if head[0] == 0x88 && size >= 2 {
			code = binary.BigEndian.Uint16(message)
		}
	}
}

// head is the head of a masked frame: its first byte and its length, in eight bytes.
func head(first byte, size uint64) []byte {
	return append(binary.BigEndian.AppendUint64([]byte{first, 0x80 | 127}, size), 0, 0, 0, 0) // a mask of zeros masks nothing
}

func frame(first byte, message []byte) []byte {
	return append(head(first, uint64(len(message))), message...)
}

// short is a frame with its length in the second byte.
func short(first byte, message string) []byte {
	return append([]byte{first, 0x80 | byte(len(message)), 0, 0, 0, 0}, message...)
}

// The first bytes of frames: whole messages, beginnings, what continues them, and control frames.
const (
	wholeText, wholePicture            = 0x81, 0x82
	firstPart, nextPart                = 0x02, 0x00
	goodbye, ping, pong                = 0x88, 0x89, 0x8a
	bit1, bit2, bit3                   = 0x40, 0x20, 0x10
	protocol, tooBig, noPicture        = 1002, 1009, 1003
	anyCode                     uint16 = 1
)

// TestStrangersAtTheSocketHarmNobody has each stranger be the camera, and misbehave: the server hangs up, also on those who then say
// nothing more and never leave, and another phone is the camera afterwards.
func TestStrangersAtTheSocketHarmNobody(t *testing.T) {
	picture, endless := shot(t, 1), uint64(1)<<40
	for name, c := range map[string]struct {
		code uint16 // of the goodbye
		says func(s *stranger)
	}{
		"garbage": {protocol, func(s *stranger) { s.says([]byte(strings.Repeat("\x7f\xff\x00garbage", 4000))) }},
		"another HTTP request": {anyCode, func(s *stranger) {
			s.says([]byte(strings.Repeat("GET /camera/socket HTTP/1.1\r\nHost: here\r\n\r\n", 9)))
		}},
		"a frame without a mask":              {0, func(s *stranger) { s.says([]byte{wholeText, 2, '{', '}'}) }},
		"reserved bit 1":                      {protocol, func(s *stranger) { s.says(frame(wholePicture|bit1, picture)) }},
		"reserved bit 2":                      {protocol, func(s *stranger) { s.says(frame(wholePicture|bit2, picture)) }},
		"reserved bit 3":                      {protocol, func(s *stranger) { s.says(frame(wholePicture|bit3, picture)) }},
		"a kind of frame that does not exist": {protocol, func(s *stranger) { s.says(frame(0x83, picture)) }},
		"a control frame that does not exist": {protocol, func(s *stranger) { s.says(short(0x8b, "")) }},
		"a ping in parts":                     {protocol, func(s *stranger) { s.says(short(ping&^0x80, "half")) }},
		"a ping that is too long":             {protocol, func(s *stranger) { s.says(frame(ping, make([]byte, 126))) }},
		"a part of nothing":                   {protocol, func(s *stranger) { s.says(frame(nextPart|0x80, picture)) }},
		"a message within another":            {protocol, func(s *stranger) { s.says(append(frame(firstPart, picture[:9]), frame(wholePicture, picture)...)) }},
		"half a head":                         {0, func(s *stranger) { s.says([]byte{wholePicture}) }},
		"half a picture": {0, func(s *stranger) {
			s.says(append(head(wholePicture, uint64(len(picture))), picture[:len(picture)/2]...))
		}},
		"half a picture in parts":     {0, func(s *stranger) { s.says(frame(firstPart, picture[:len(picture)/2])) }},
		"a length below zero":         {anyCode, func(s *stranger) { s.says(head(wholePicture, 1<<63)) }},
		"the head of a terabyte":      {0, func(s *stranger) { s.says(head(wholePicture, endless)) }},
		"a picture that is too large": {tooBig, func(s *stranger) { s.says(frame(wholePicture, make([]byte, maxPicture+1))) }},
		"the beginning of a terabyte": {tooBig, func(s *stranger) { s.says(append(head(wholePicture, endless), make([]byte, maxPicture+4096)...)) }},
		"endless parts": {tooBig, func(s *stranger) {
			s.says(frame(firstPart, nil))
			s.repeats(20, frame(nextPart, make([]byte, maxPicture/16)))
		}},
		"endless parts of nothing":              {0, func(s *stranger) { s.says(frame(firstPart, nil)); s.untilTheEnd(frame(nextPart, nil)) }},
		"a picture byte by byte":                {0, func(s *stranger) { s.says(head(wholePicture, maxPicture)); s.untilTheEnd([]byte{0xff}) }},
		"a goodbye of half a code":              {protocol, func(s *stranger) { s.says(short(goodbye, "\x03")) }},
		"a goodbye of no code":                  {protocol, func(s *stranger) { s.says(short(goodbye, "\x03\xed")) }},
		"a goodbye":                             {1000, func(s *stranger) { s.says(short(goodbye, "\x03\xe8bye")) }},
		"what is no picture":                    {noPicture, func(s *stranger) { s.repeats(maxBad, frame(wholePicture, []byte("\xff\xd8\xff\xe0"))) }},
		"a greeting nested deep":                {noPicture, func(s *stranger) { s.repeats(maxBad, frame(wholeText, []byte(strings.Repeat("[", 100_000)))) }},
		"text that is no text":                  {noPicture, func(s *stranger) { s.repeats(maxBad, frame(wholeText, []byte("\xff\xfe{"))) }},
		"no picture, then the head of terabyte": {noPicture, func(s *stranger) { s.repeats(maxBad, frame(wholePicture, nil)); s.says(head(wholePicture, endless)) }},
		"pings alone":                           {0, func(s *stranger) { s.untilTheEnd(short(ping, "there?")) }},
		"pongs alone":                           {0, func(s *stranger) { s.untilTheEnd(short(pong, "there!")) }},
		"nothing":                               {0, func(s *stranger) {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, url := site(t, Options{})
			if c.code == 0 {
				h.silence = time.Second
			}
			s := strangeSocket(t, url)
			s.says(frame(wholeText, []byte(`{"name":"stranger"}`)))
			c.says(s)
			select {
			case code := <-s.left:
				if code != c.code && c.code != anyCode {
					t.Errorf("the server says goodbye with %d, want %d", code, c.code)
				}
			case <-time.After(time.Minute):
				t.Fatal("the server never hangs up")
			}
			status := posted(t, url, picture)
			for begun := time.Now(); status == http.StatusConflict && time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
				status = posted(t, url, picture) // the stranger leaves the place a moment after the connection has ended
			}
			if status != http.StatusOK {
				t.Errorf("another phone's picture is answered %d", status)
			}
		})
	}
}

// posted is the status that answers another phone's picture.
func posted(t *testing.T, url string, picture []byte) int {
	t.Helper()
	a, err := http.Post(url+"/camera/frame?id=1&name=Ben", "image/jpeg", bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	return a.StatusCode
}

// repeats says the same so often.
func (s *stranger) repeats(times int, data []byte) {
	for range times {
		s.says(data)
	}
}

// untilTheEnd says the same every few milliseconds until the server hangs up.
func (s *stranger) untilTheEnd(data []byte) {
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(2 * time.Millisecond) {
		if _, err := s.Write(data); err != nil {
			return
		}
	}
}

// takes has another phone become the camera.
func takes(t *testing.T, url string) {
	t.Helper()
	p := dial(t, url)
	p.offers("Ben's phone", false)
	p.receives("ready")
	p.send(websocket.MessageBinary, shot(t, 1))
	if a := p.receives("ack"); a.Picture != 1 {
		t.Errorf("its picture is answered %+v", a)
	}
}

// TestTenThousandPingsHarmNobody: they are answered, and another phone becomes the camera meanwhile.
func TestTenThousandPingsHarmNobody(t *testing.T) {
	_, url := site(t, Options{})
	flood := dial(t, url)
	ctx := flood.conn.CloseRead(t.Context())
	for range 10_000 {
		if err := flood.conn.Ping(ctx); err != nil {
			t.Fatal(err)
		}
	}
	takes(t, url)
}

// TestPingsOfWhoTakesNoAnswersEnd has a stranger send pings and take none of the answers.
func TestPingsOfWhoTakesNoAnswersEnd(t *testing.T) {
	_, url := site(t, Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	s := &stranger{conn, t, nil}
	s.says([]byte("GET /camera/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"))
	many := []byte(strings.Repeat(string(short(ping, strings.Repeat("x", 125))), 8000))
	for begun := time.Now(); time.Since(begun) < time.Minute; {
		if _, err := conn.Write(many); err != nil {
			takes(t, url)
			return
		}
	}
	t.Error("the server never hangs up")
}

// TestManyStrangersAtOnce has two hundred hold half a picture each, and one be the camera and another take over meanwhile.
func TestManyStrangersAtOnce(t *testing.T) {
	h, url := site(t, Options{})
	for range 200 {
		s := strangeSocket(t, url)
		s.says(append(head(wholePicture, 1<<20), make([]byte, 4096)...))
	}
	first, second := dial(t, url), dial(t, url)
	first.offers("Ana's phone", false)
	first.receives("ready")
	second.offers("Ben's phone", false)
	if a := second.receives("busy"); a.Name != "Ana's phone" {
		t.Errorf("the second is told of %q", a.Name)
	}
	second.offers("Ben's phone", true)
	second.receives("ready")
	first.receives("replaced")
	second.send(websocket.MessageBinary, shot(t, 1))
	second.receives("ack")
	if text, err := json.Marshal(h.Status()); err != nil || !strings.Contains(string(text), "Ben") {
		t.Errorf("the camera is %s, %v", text, err)
	}
}
