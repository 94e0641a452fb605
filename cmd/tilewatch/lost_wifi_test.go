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

// wanderer is a phone that leaves the room and comes back.
type wanderer struct {
	*browsertest.Browser
	t    *testing.T
	wifi *wifi
	left time.Time
	said time.Duration // how long after that the page said that it is cut off
}

func newWanderer(t *testing.T, address, link string) *wanderer {
	t.Helper()
	p := &wanderer{Browser: browsertest.New(t), t: t, wifi: newWifi(t, strings.TrimPrefix(address, "http://"))}
	p.Dress(390, 664, 1, "light")
	p.Open("http://" + p.wifi.listener.Addr().String() + link)
	p.Until("the stream opens", shownLive)
	return p
}

func (p *wanderer) leaves() {
	p.wifi.goes()
	p.left = time.Now()
}

func (p *wanderer) saysSo() {
	p.t.Helper()
	p.Until("the phone says that it is cut off", `document.body.classList.contains('stale') && !document.getElementById('link').hidden && /reconnecting/.test(document.getElementById('say').textContent)`)
	p.said = time.Since(p.left)
}

// returns brings the phone back so long after it left.
func (p *wanderer) returns(after time.Duration) {
	p.t.Helper()
	time.Sleep(time.Until(p.left.Add(after))) // what is measured is how soon the phone is back
	p.wifi.back()
	began := time.Now()
	p.Until("it is back", `!document.body.classList.contains('stale') && document.getElementById('link').hidden`)
	p.t.Logf("out for %v: said so after %v, back after %v", after, p.said.Round(10*time.Millisecond), time.Since(began).Round(10*time.Millisecond))
}

// TestAPhoneWithoutWifi loses the packets of two phones for a while, without a closed connection: they say so, and are back soon after packets
// pass again. One is away twice, the other meanwhile for so long that it knocks in vain several times.
// How soon is measured; only what must never happen fails the test.
func TestAPhoneWithoutWifi(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	link := hostLink(t, folder)
	near, far := newWanderer(t, address, link), newWanderer(t, address, link)
	far.leaves()
	for i := range 2 {
		near.leaves()
		if i == 0 {
			far.saysSo()
		}
		near.saysSo()
		command(t, address, link, fmt.Sprintf(`{"type":"name","player":"red","name":"Ana %d"}`, i))
		near.returns(8 * time.Second)
	}
	far.returns(20 * time.Second)
	far.Look("wifi-back")
	if status := command(t, address, link, `{"type":"start","players":["red","green"],"names":{"red":"Ana"}}`); status != 200 {
		t.Fatalf("status %d", status)
	}
	for _, p := range []*wanderer{near, far} {
		p.Until("what happens now is shown", `/Ana/.test(document.querySelector('.players')?.textContent)`)
	}
}
