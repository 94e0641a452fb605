package stream

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"
)

// line leads to one phone. One goroutine at a time sends; close may be called meanwhile.
type line interface {
	// try sends as much as leaves without waiting: nothing, where that cannot be known.
	try(data []byte) (sent int, err error)
	// send sends all of it, within writeLimit.
	send(data []byte) error
	// hungUp reports whether the phone is known to have left.
	hungUp() bool
	// close ends the answer; whole says that everything sent so far was sent whole. What has been sent still arrives.
	close(whole bool)
}

// writeLimit is how long one event may take to leave; a phone out of reach holds no goroutine for longer.
const writeLimit = 10 * time.Second

// wire is a connection hijacked from net/http, whose goroutines and buffers would cost each phone 25 kB.
type wire struct {
	conn net.Conn
	raw  syscall.RawConn // nil: only conn can send, as with TLS
	end  []byte          // says that everything was sent
	// silent says that the other end says nothing until it leaves.
	silent bool
}

// chunkEnd ends an answer in chunks.
const chunkEnd = "0\r\n\r\n"

// hijack takes the connection from net/http, and returns it with the head of the answer. nil: it cannot be taken, as with HTTP/2.
func hijack(c echo.Context) (*wire, []byte) {
	if r := c.Request(); r.ProtoMajor != 1 || r.ProtoMinor < 1 {
		return nil, nil
	}
	conn, _, err := http.NewResponseController(c.Response()).Hijack()
	if err != nil {
		return nil, nil
	}
	c.Response().Committed = true
	return newWire(c, conn), head(c.Response().Header())
}

// newWire sends over a connection that was taken from net/http.
func newWire(c echo.Context, conn net.Conn) *wire {
	w := &wire{conn: conn, end: []byte(chunkEnd)}
	if tcp, ok := Lowest(conn).(*net.TCPConn); ok && sendsAtOnce && c.Request().TLS == nil {
		w.raw, _ = tcp.SyscallConn() // works without
	}
	return w
}

// head is what begins an answer in chunks.
func head(h http.Header) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "HTTP/1.1 200 OK\r\nDate: %s\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n", time.Now().UTC().Format(http.TimeFormat))
	_ = h.Write(&text) // a buffer takes everything
	text.WriteString("\r\n")
	return text.Bytes()
}

// inChunk appends what add appends, as a chunk.
func inChunk(to []byte, add func([]byte) []byte) []byte {
	const size = "00000000"
	at := len(to)
	to = append(to, size+"\r\n"...)
	begin := len(to)
	to = add(to)
	for n, i := len(to)-begin, at+len(size)-1; n > 0; n, i = n>>4, i-1 {
		to[i] = "0123456789abcdef"[n&15]
	}
	return append(to, "\r\n"...)
}

// attempt is one system call on a connection. A pool keeps attempts, so that ten thousand phones make no garbage.
type attempt struct {
	data []byte
	sent int
	err  error
	do   func(fd uintptr) bool
}

func (a *attempt) run(fd uintptr) bool {
	a.sent, a.err = sendNow(int(fd), a.data)
	return true // done in any case: no caller waits
}

var attempts = sync.Pool{New: func() any {
	a := &attempt{}
	a.do = a.run
	return a
}}

func (w *wire) try(data []byte) (int, error) {
	if w.raw == nil {
		return 0, nil
	}
	a := attempts.Get().(*attempt)
	defer attempts.Put(a)
	a.data = data
	if err := w.raw.Write(a.do); err != nil {
		return 0, err
	}
	a.data = nil
	return a.sent, a.err
}

func (w *wire) send(data []byte) error {
	if err := w.conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	if _, err := w.conn.Write(data); err != nil {
		return err
	}
	return w.conn.SetWriteDeadline(time.Time{})
}

func (w *wire) hungUp() (left bool) {
	if w.raw == nil {
		return false
	}
	err := w.raw.Read(func(fd uintptr) bool {
		left = hasLeft(int(fd), w.silent)
		return true
	})
	return left || err != nil
}

func (w *wire) close(whole bool) {
	if w.raw != nil {
		if whole {
			_, _ = w.try(w.end) // who does not get it sees the connection end
		}
		_ = w.conn.Close() // it may be broken already
		return
	}
	go func() { // TLS says goodbye, and waits for that
		if whole {
			_ = w.send(w.end)
		}
		_ = w.conn.Close()
	}()
}

// handled is an answer that net/http sends. Its handler waits until the stream is over, and so notices when the phone hangs up.
type handled struct {
	w *http.ResponseController
	http.ResponseWriter
}

func newHandled(c echo.Context) *handled {
	r := &handled{http.NewResponseController(c.Response()), c.Response()}
	_ = r.w.SetReadDeadline(time.Time{}) // the limits of ordinary answers; not every writer has deadlines
	return r
}

func (r *handled) try([]byte) (int, error) { return 0, nil }

func (r *handled) send(data []byte) error {
	_ = r.w.SetWriteDeadline(time.Now().Add(writeLimit)) // as for reading, above
	if _, err := r.Write(data); err != nil {
		return err
	}
	return r.w.Flush()
}

func (r *handled) hungUp() bool { return false }

func (r *handled) close(bool) {}

var (
	_ line = (*wire)(nil)
	_ line = (*handled)(nil)
)

// Lowest is the connection below its wrappers, like TLS or what detects TLS.
func Lowest(c net.Conn) net.Conn {
	for {
		over, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return c
		}
		c = over.NetConn()
	}
}
