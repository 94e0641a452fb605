package main

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/web/browsertest"
)

// wifi carries connections to a server. While it is out no byte passes, and neither end hears of it: connections stay open, as where a
// phone leaves the room. Those that were open then carry nothing afterwards either.
type wifi struct {
	to       string
	listener net.Listener

	mu  sync.Mutex
	now *atomic.Bool // whether connections opened by now carry anything
}

func newWifi(t *testing.T, to string) *wifi {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wifi{to: to, listener: l}
	w.back()
	t.Cleanup(func() { _ = l.Close() })
	go w.accept()
	return w
}

// goes takes the connection away, back gives new ones.
func (w *wifi) goes() { w.lasting().Store(false) }

func (w *wifi) back() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = &atomic.Bool{}
	w.now.Store(true)
}

func (w *wifi) lasting() *atomic.Bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *wifi) accept() {
	for {
		phone, err := w.listener.Accept()
		if err != nil { // the test has ended
			return
		}
		server, err := net.Dial("tcp", w.to)
		if err != nil {
			_ = phone.Close()
			continue
		}
		carries := w.lasting()
		go carry(server, phone, carries)
		go carry(phone, server, carries)
	}
}

// carry copies until an end closes. What no longer carries is read and dropped.
func carry(to, from net.Conn, carries *atomic.Bool) {
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		switch {
		case !carries.Load() && err != nil:
			return
		case !carries.Load():
			continue
		}
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			_, _ = to.Close(), from.Close()
			return
		}
	}
}

// TestAPhoneWithoutWifi loses its packets for a while, without a closed connection: it says so, and is back soon after packets pass again.
// How soon is measured; only what must never happen fails the test.
func TestAPhoneWithoutWifi(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	w := newWifi(t, strings.TrimPrefix(address, "http://"))
	b := browsertest.New(t)
	b.Dress(390, 664, 1, "light")
	link := hostLink(t, folder)
	b.Open("http://" + w.listener.Addr().String() + link)
	b.Until("the stream opens", shownLive)
	for i, outage := range []time.Duration{8 * time.Second, 20 * time.Second} {
		w.goes()
		began := time.Now()
		b.Until("the phone says that it is cut off", `document.body.classList.contains('stale') && !document.getElementById('link').hidden && /reconnecting/.test(document.getElementById('say').textContent)`)
		said := time.Since(began)
		command(t, address, link, fmt.Sprintf(`{"type":"name","player":"red","name":"Ana %d"}`, i))
		time.Sleep(time.Until(began.Add(outage))) // what is measured is how soon the phone is back
		w.back()
		began = time.Now()
		b.Until("it is back", `!document.body.classList.contains('stale') && document.getElementById('link').hidden`)
		t.Logf("out for %v: said so after %v, back after %v", outage, said.Round(10*time.Millisecond), time.Since(began).Round(10*time.Millisecond))
	}
	b.Look("wifi-back")
	if status := command(t, address, link, `{"type":"start","players":["red","green"],"names":{"red":"Ana"}}`); status != 200 {
		t.Fatalf("status %d", status)
	}
	b.Until("what happens now is shown", `/Ana/.test(document.querySelector('.players')?.textContent)`)
}
