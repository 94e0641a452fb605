package camera

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/coder/websocket"

	"tilewatch/web/stream"
	"tilewatch/web/text"
)

// Limits on what a phone may send.
const (
	maxPicture = 8 << 20               // bytes; a 4K JPEG has 2 to 4 MB
	maxPixels  = 50e6                  // of a picture
	minSide    = 64                    // pixels
	maxBad     = 5                     // messages in a row that are no picture, before it is hung up on
	silence    = 10 * time.Second      // without a message
	shortest   = 20 * time.Millisecond // between pictures: who sends faster waits
	patience   = 5 * time.Second       // for a phone that does not take its answers
	parting    = 2 * time.Second       // for a phone that is hung up on to hang up, too
	maxName    = 40                    // letters of a phone's name
	wantEvery  = 1000 / 15 * time.Millisecond
	askEvery   = 15 // pictures, until it is asked again why nothing is read
)

// greeting is a phone's first message; the second of its kind may ask to take over.
type greeting struct {
	Name string `json:"name"`
	Take bool   `json:"take"`
}

// answer is what the server sends to a phone.
type answer struct {
	Type    string `json:"type"` // ready, busy, ack, bad, replaced
	Name    string `json:"name,omitempty"`
	Picture int    `json:"picture,omitempty"`  // ack: how many this phone has sent
	EveryMS int64  `json:"every_ms,omitempty"` // ready: do not send more often
	Message string `json:"message,omitempty"`
	Read    string `json:"read,omitempty"` // ack of a photo: what it shows, for people; of a live picture: why nothing is read
	Turn    int    `json:"turn,omitempty"` // ack of a photo: the turn it shows, if it is a new one
	Play    string `json:"play,omitempty"` // ack of a photo: where that can be corrected
}

// call is one phone's WebSocket.
type call struct {
	hub   *Hub
	conn  *websocket.Conn
	offer *offer
	held  func() string // why nothing is read
	why   string        // as asked last
	sent  int
	bad   int
	stop  context.CancelFunc
}

// socket answers GET /camera/socket?lang=...
func (h *Hub) socket(w http.ResponseWriter, r *http.Request, of func() (*stream.Event, error)) {
	t := text.For(r.URL.Query().Get("lang"))
	door := &holding{ResponseWriter: w}
	conn, err := websocket.Accept(door, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	conn.SetReadLimit(maxPicture)
	c := &call{hub: h, conn: conn, held: func() string { return held(snapshot(of), t) }}
	code, why := c.serve(r.Context())
	if c.offer != nil {
		c.offer.release()
	}
	if code == gone {
		_ = conn.CloseNow() // of what was wrong with a frame the library has told it
		return
	}
	_ = door.conn.SetDeadline(time.Now().Add(parting))
	_ = conn.Close(code, why) // it may be gone
}

// holding keeps hold of the connection that a WebSocket takes over: a Close waits for the rest of a message, however long that is.
type holding struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (h *holding) Hijack() (conn net.Conn, buffers *bufio.ReadWriter, err error) {
	h.conn, buffers, err = http.NewResponseController(h.ResponseWriter).Hijack()
	return h.conn, buffers, err
}

// gone says that there is nobody to say goodbye to.
const gone websocket.StatusCode = -1

// serve takes messages until the phone hangs up or is hung up on, and says why.
func (c *call) serve(ctx context.Context) (websocket.StatusCode, string) {
	ctx, c.stop = context.WithCancel(ctx)
	defer c.stop()
	for last := time.Now(); ; {
		kind, message, err := c.read(ctx)
		switch {
		case err != nil:
			return gone, ""
		case kind == websocket.MessageText:
			err = c.greet(ctx, message)
		default:
			time.Sleep(time.Until(last.Add(shortest)))
			last = time.Now()
			err = c.picture(ctx, message)
		}
		switch {
		case errors.Is(err, errReplaced):
			return websocket.StatusPolicyViolation, "another phone is the camera now"
		case errors.Is(err, errClosed):
			return websocket.StatusGoingAway, "the server is ending"
		case err != nil:
			return websocket.StatusUnsupportedData, "that was no picture"
		}
	}
}

// read waits for the next message, but not longer than a phone that is there would take.
func (c *call) read(ctx context.Context) (websocket.MessageType, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.hub.silence)
	defer cancel()
	return c.conn.Read(ctx)
}

// hold makes the offer the call's, and ends the call when another phone takes over.
func (c *call) hold(ctx context.Context, o *offer) {
	c.offer = o
	context.AfterFunc(o.held, func() {
		_ = c.send(ctx, answer{Type: "replaced", Message: errReplaced.Error()}) // it may be gone
		c.stop()
	})
}

// greet makes the phone the camera, if nobody else is.
func (c *call) greet(ctx context.Context, message []byte) error {
	var g greeting
	if json.Unmarshal(message, &g) != nil {
		return c.refuse(ctx, "a greeting is expected, like {\"name\":\"Ana's phone\"}")
	}
	if c.offer != nil { // it is, or was replaced and is about to get the news
		return c.send(ctx, answer{Type: "ready", EveryMS: wantEvery.Milliseconds()})
	}
	offer, err := c.hub.claim(cleanName(g.Name), "", g.Take)
	var busy *busyError
	switch {
	case errors.As(err, &busy):
		return c.send(ctx, answer{Type: "busy", Name: busy.name, Message: err.Error()})
	case err != nil:
		return err
	}
	c.hold(ctx, offer)
	return c.send(ctx, answer{Type: "ready", EveryMS: wantEvery.Milliseconds()})
}

// picture hands a picture to the hub and acknowledges it.
func (c *call) picture(ctx context.Context, file []byte) error {
	if err := check(file); err != nil {
		return c.refuse(ctx, err.Error())
	}
	if c.offer == nil {
		return c.refuse(ctx, "a greeting comes first, like {\"name\":\"Ana's phone\"}")
	}
	if err := c.offer.put(file); err != nil {
		return err
	}
	if c.bad = 0; c.sent%askEvery == 0 {
		c.why = c.held()
	}
	c.sent++
	return c.send(ctx, answer{Type: "ack", Picture: c.sent, Read: c.why})
}

// refuse says what was wrong; at last it fails.
func (c *call) refuse(ctx context.Context, why string) error {
	if c.bad++; c.bad >= maxBad {
		return errors.New(why)
	}
	return c.send(ctx, answer{Type: "bad", Message: why})
}

func (c *call) send(ctx context.Context, a answer) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, text)
}

// check looks at a JPEG's header: its decoder must not need gigabytes.
func check(file []byte) error {
	config, err := jpeg.DecodeConfig(bytes.NewReader(file))
	switch {
	case err != nil:
		return errors.New("not a JPEG picture")
	case float64(config.Width)*float64(config.Height) > maxPixels || min(config.Width, config.Height) < minSide:
		return fmt.Errorf("a picture of %dx%d is out of range: send 640x480 to 3840x2160", config.Width, config.Height)
	case !whole(file):
		return errors.New("the JPEG picture is cut off: send all of it")
	}
	return nil
}

// whole says whether a JPEG has its end. Segments before the pixels have lengths, and may hold a small picture with an end of its own; among
// the pixels no other 0xff is followed by 0xd9 (ITU-T T.81, B.1.1).
func whole(file []byte) bool {
	const startOfScan, end = 0xda, "\xff\xd9"
	for at := 2; at+4 <= len(file) && file[at] == 0xff; {
		switch file[at+1] {
		case 0xff: // filled up
			at++
		case startOfScan:
			return bytes.Contains(file[at:], []byte(end))
		default:
			at += 2 + int(binary.BigEndian.Uint16(file[at+2:]))
		}
	}
	return false
}

// cleanName is a name that can be shown anywhere.
func cleanName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name))
	if letters := []rune(name); len(letters) > maxName {
		name = string(letters[:maxName])
	}
	if name == "" {
		return "phone"
	}
	return name
}
