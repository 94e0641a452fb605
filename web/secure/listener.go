package secure

import (
	"bufio"
	"container/list"
	"context"
	"crypto/tls"
	"net"
	"sync"
	"time"
)

// hello is the first byte of every secure connection: TLS's handshake record.
const hello = 0x16

// decideIn is how long who connects may take to say the first byte.
const decideIn = 10 * time.Second

// maxUndecided bounds the connections that have said nothing yet. One more and the oldest is hung up on: who means to say something does so
// at once, and nobody must keep others out by saying nothing.
const maxUndecided = 256

// listener takes secure and plain connections at one port.
type listener struct {
	net.Listener
	config  *tls.Config
	decided chan net.Conn
	failed  chan error
	ctx     context.Context
	stop    context.CancelFunc
	once    sync.Once

	mu      sync.Mutex
	waiting list.List // of net.Conn that have said nothing yet, the oldest first
}

// Listen takes over a listener: connections that begin with TLS come as *tls.Conn, others as they are. net/http serves
// both. Closing it closes the listener below.
func Listen(below net.Listener, c tls.Certificate) net.Listener {
	ctx, stop := context.WithCancel(context.Background())
	return &listener{
		Listener: below, decided: make(chan net.Conn), failed: make(chan error), ctx: ctx, stop: stop,
		// With HTTP/2 all pages of a browser share one connection. For a WebSocket a browser opens another one, with HTTP/1.1.
		config: &tls.Config{Certificates: []tls.Certificate{c}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}},
	}
}

// Accept waits for the next connection whose first byte has come.
func (l *listener) Accept() (net.Conn, error) {
	l.once.Do(func() { go l.accept() })
	select {
	case conn := <-l.decided:
		return conn, nil
	case err := <-l.failed:
		return nil, err
	case <-l.ctx.Done():
		return nil, net.ErrClosed
	}
}

// accept goes on after an error, which net/http judges: it waits while the program may open no more connections, say.
func (l *listener) accept() {
	for {
		conn, err := l.Listener.Accept()
		if err == nil {
			go l.decide(conn, l.enter(conn))
			continue
		}
		select {
		case l.failed <- err:
		case <-l.ctx.Done():
			return
		}
	}
}

// enter lets a connection wait for its first byte. leave answers false if it waited too long: it is closed then.
func (l *listener) enter(conn net.Conn) (leave func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if oldest := l.waiting.Front(); l.waiting.Len() >= maxUndecided {
		_ = l.waiting.Remove(oldest).(net.Conn).Close()
	}
	at := l.waiting.PushBack(conn)
	return func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		before := l.waiting.Len()
		l.waiting.Remove(at)
		return l.waiting.Len() < before
	}
}

// decide looks at the first byte and passes the connection on.
func (l *listener) decide(conn net.Conn, leave func() bool) {
	peeked := &peekedConn{Conn: conn, buffer: bufio.NewReaderSize(conn, 64)}
	_ = conn.SetReadDeadline(time.Now().Add(decideIn))
	first, err := peeked.buffer.Peek(1)
	if waited := leave(); !waited || err != nil || conn.SetReadDeadline(time.Time{}) != nil {
		_ = conn.Close()
		return
	}
	var passed net.Conn = peeked
	if first[0] == hello {
		passed = tls.Server(peeked, l.config)
	}
	select {
	case l.decided <- passed:
	case <-l.ctx.Done():
		_ = conn.Close()
	}
}

// Close ends the listening; connections that were passed on live on.
func (l *listener) Close() error {
	l.stop()
	return l.Listener.Close()
}

// peekedConn is a connection with a few bytes in a buffer already.
type peekedConn struct {
	net.Conn
	buffer *bufio.Reader
}

func (c *peekedConn) Read(p []byte) (int, error) { return c.buffer.Read(p) }

// NetConn is the connection below. To read from it loses what lies in the buffer; to write to it, or to ask whether it lives, is safe
// where the connection is plain.
func (c *peekedConn) NetConn() net.Conn { return c.Conn }
