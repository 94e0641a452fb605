// Package door bounds the connections that a server has open, so that the computer's limit of open files leaves it what it needs itself:
// the file of games, its cameras, and connections of the computer's own browser. Whoever opens connections and leaves them idle loses the
// oldest ones first.
package door

import (
	"container/list"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

// Of the open files that the system allows a program, these are no strangers' connections.
const (
	ownFiles = 64 // the games and their copies, cameras, children, the log
	ownHost  = 16 // connections from this computer
	requests = 32 // connections that are no streams
)

// mostIdle is how many connections may wait for a next request.
const mostIdle = 512

// unlimited is the number of connections where the system names no limit.
const unlimited = 1 << 20

// Room is how many connections strangers may have open.
func Room() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > unlimited {
		return unlimited
	}
	return max(requests, int(limit.Cur)-ownFiles-ownHost)
}

// Streams is how many of them may be streams, which stay open for hours.
func Streams() int { return max(requests, Room()-requests) }

// door is a listener that lets so many in.
type door struct {
	net.Listener
	room int
	note func(string)

	mu    sync.Mutex
	open  int
	idle  list.List // of *conn, idle longest first
	noted time.Time // when note was called last
}

// Listen takes over a listener: room connections of strangers may be open at a time. note takes a sentence when there were more, once a
// minute.
func Listen(below net.Listener, room int, note func(string)) net.Listener {
	return &door{Listener: below, room: room, note: note}
}

// conn is a connection that was let in.
type conn struct {
	net.Conn
	door *door
	at   *list.Element // in idle; nil: it is busy
	once sync.Once
}

// NetConn is the connection below, as tls.Conn has it.
func (c *conn) NetConn() net.Conn { return c.Conn }

// Close implements net.Conn.
func (c *conn) Close() error {
	c.once.Do(func() {
		c.door.mu.Lock()
		defer c.door.mu.Unlock()
		c.door.open--
		c.busy()
	})
	return c.Conn.Close()
}

func (c *conn) busy() {
	if c.at != nil {
		c.door.idle.Remove(c.at)
		c.at = nil
	}
}

// Accept implements net.Listener.
func (d *door) Accept() (net.Conn, error) {
	for {
		below, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := d.enter(below); c != nil {
			return c, nil
		}
		_ = below.Close()
	}
}

// enter lets a connection in; nil: there is no room.
func (d *door) enter(below net.Conn) net.Conn {
	d.mu.Lock()
	full := d.open >= d.room
	oldest := d.oldest()
	if full && oldest == nil && (d.open >= d.room+ownHost || !isHere(below)) {
		tell := time.Since(d.noted) > time.Minute
		if tell {
			d.noted = time.Now()
		}
		d.mu.Unlock()
		if tell {
			d.note(fmt.Sprintf("%d connections are open, as many as this program's limit of open files leaves room for: others are refused until some end, or start it after \"ulimit -n\" with a larger number", d.room))
		}
		return nil
	}
	d.open++
	d.mu.Unlock()
	if full && oldest != nil {
		_ = oldest.Close()
	}
	return &conn{Conn: below, door: d}
}

// oldest is the connection that is idle for the longest time; nil: none is.
func (d *door) oldest() *conn {
	if first := d.idle.Front(); first != nil {
		return first.Value.(*conn)
	}
	return nil
}

// isHere reports whether the connection comes from this computer: both ends have one address.
func isHere(c net.Conn) bool {
	from, _ := c.RemoteAddr().(*net.TCPAddr)
	to, _ := c.LocalAddr().(*net.TCPAddr)
	return from != nil && to != nil && from.IP.Equal(to.IP)
}

// State is for http.Server.ConnState: what the server does with a connection.
func State(of net.Conn, now http.ConnState) {
	c := let(of)
	if c == nil {
		return
	}
	c.door.mu.Lock()
	c.busy()
	var spare *conn
	if now == http.StateIdle {
		c.at = c.door.idle.PushBack(c)
		if c.door.idle.Len() > mostIdle {
			spare = c.door.oldest()
		}
	}
	c.door.mu.Unlock()
	if spare != nil {
		_ = spare.Close()
	}
}

// let is the door's own connection below others; nil: it came another way.
func let(of net.Conn) *conn {
	for {
		switch c := of.(type) {
		case *conn:
			return c
		case interface{ NetConn() net.Conn }:
			of = c.NetConn()
		default:
			return nil
		}
	}
}
