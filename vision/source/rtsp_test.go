package source

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image/jpeg"
	"net"
	"net/textproto"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// rtspCamera is a network camera that speaks RTSP: JPEG pictures in RTP packets (RFC 2435) through the same connection.
type rtspCamera struct {
	listener net.Listener
	pictures int // that it sends to each caller before it hangs up
	sent     atomic.Int64
}

func newRTSPCamera(t *testing.T, pictures int) string {
	t.Helper()
	address, _ := rtspCameraThatCounts(t, pictures)
	return address
}

func rtspCameraThatCounts(t *testing.T, pictures int) (string, *rtspCamera) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &rtspCamera{listener: l, pictures: pictures}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go c.serve(conn)
		}
	}()
	t.Cleanup(func() { l.Close() })
	return "rtsp://" + l.Addr().String() + "/live", c
}

const sdp = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=test\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track0\r\n"

// serve answers a caller's questions until it asks to play.
func (c *rtspCamera) serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return
		}
		method, _, _ := strings.Cut(line, " ")
		more, body := "", ""
		switch method {
		case "OPTIONS":
			more = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
		case "DESCRIBE":
			more, body = "Content-Type: application/sdp\r\n", sdp
		case "SETUP":
			more = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
		default:
			more = "Session: 1\r\n"
		}
		fmt.Fprintf(conn, "RTSP/1.0 200 OK\r\nCSeq: %s\r\n%sContent-Length: %d\r\n\r\n%s", header.Get("CSeq"), more, len(body), body)
		if method == "PLAY" {
			c.play(conn)
			return
		}
	}
}

// play sends the pictures at 25 a second.
func (c *rtspCamera) play(conn net.Conn) {
	sequence := uint16(0)
	for n := range c.pictures {
		c.sent.Add(1)
		var file bytes.Buffer
		if jpeg.Encode(&file, testPicture(n), nil) != nil {
			return
		}
		tables, scan := takeApart(file.Bytes())
		for at := 0; at < len(scan); {
			part := scan[at:min(at+1200, len(scan))]
			packet := []byte{0x80, 26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}
			if at+len(part) == len(scan) {
				packet[1] |= 0x80 // the picture's last packet
			}
			binary.BigEndian.PutUint16(packet[2:], sequence)
			binary.BigEndian.PutUint32(packet[4:], uint32(n*3600))
			packet = append(packet, 0, byte(at>>16), byte(at>>8), byte(at), 1, 255, 160/8, 120/8) // 4:2:0, tables in the packet
			if at == 0 {
				packet = append(packet, 0, 0, 0, byte(len(tables)))
				packet = append(packet, tables...)
			}
			packet = append(packet, part...)
			frame := append([]byte{'$', 0, byte(len(packet) >> 8), byte(len(packet))}, packet...)
			if _, err := conn.Write(frame); err != nil {
				return
			}
			at += len(part)
			sequence++
		}
		time.Sleep(40 * time.Millisecond)
	}
}

// takeApart finds a JPEG's two quantization tables, and its scan without the end marker.
func takeApart(file []byte) (tables, scan []byte) {
	for at := 2; at < len(file); {
		size := int(binary.BigEndian.Uint16(file[at+2:]))
		switch file[at+1] {
		case 0xdb:
			for segment := file[at+4 : at+2+size]; len(segment) >= 65; segment = segment[65:] {
				tables = append(tables, segment[1:65]...)
			}
		case 0xda:
			return tables, file[at+2+size : len(file)-2]
		}
		at += 2 + size
	}
	return tables, nil
}

func TestAnRTSPCamera(t *testing.T) {
	source := mustOpen(t, newRTSPCamera(t, endless), Options{})
	defer source.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	last := -1
	for range 10 {
		frame, err := source.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if frame.Mat.Cols() != 160 || frame.Mat.Rows() != 120 || frame.Number <= last {
			t.Fatalf("frame %d of %dx%d after %d", frame.Number, frame.Mat.Cols(), frame.Mat.Rows(), last)
		}
		last = frame.Number
	}
}

// TestAnRTSPCameraIsOpenedByItsFirstPictures has the environment of the process that reads streams.
func TestAnRTSPCameraIsOpenedByItsFirstPictures(t *testing.T) {
	name, options, _ := strings.Cut(StreamEnvironment, "=")
	t.Setenv(name, options)
	address, camera := rtspCameraThatCounts(t, endless)
	grabber, err := addressOf(t, address).capture()
	if err != nil {
		t.Fatal(err)
	}
	defer grabber.Close()
	if sent := camera.sent.Load(); sent > 10 {
		t.Errorf("it is open after %d pictures", sent)
	}
}

// TestAnRTSPCameraThatHangsUpComesBack also stands for a switched off one: the source calls it again.
func TestAnRTSPCameraThatHangsUpComesBack(t *testing.T) {
	source := mustOpen(t, newRTSPCamera(t, 25), Options{})
	defer source.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	var news []string
	for len(news) < 3 {
		_, err := source.Next(ctx)
		var status *Status
		switch {
		case errors.As(err, &status):
			news = append(news, string(status.Kind))
		case err != nil:
			t.Fatalf("after %v: %v", news, err)
		case len(news) == 2:
			news = append(news, "frame")
		}
	}
	if got := strings.Join(news, " "); got != "fault recovered frame" {
		t.Errorf("got %s", got)
	}
}
