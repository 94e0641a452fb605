package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tilewatch/web/browsertest"
	"tilewatch/web/games/nabit/nabittest"
	"tilewatch/web/stream"
	"tilewatch/web/webtest"
)

// asServer makes the test binary a server of its own, so that its memory and time are apart from the phones'.
const asServer = "TILEWATCH_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		if err := serveLoad(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(browsertest.Main(m))
}

// serveLoad serves a table until its input ends, and publishes an event for each line that comes, as many bytes heavier than usual as the line
// says; its number and time it prints.
func serveLoad() error {
	states, err := nabittest.States()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s, err := New(Options{Games: webtest.Games, Log: slog.New(slog.DiscardHandler), PhonesPerAddress: stream.SubscriberLimit})
	if err != nil {
		return err
	}
	table, err := s.Open("kitchen")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	fmt.Println(l.Addr())
	published := 0
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); published++ {
		next := states[published%len(states)]
		weight, err := strconv.Atoi(lines.Text())
		if err != nil {
			return err
		}
		next.StatusText = fmt.Sprint(published) + noise(weight) // never equal to the one before
		accepted := time.Now().UnixNano()
		seq, err := table.Publish(next)
		if err != nil {
			return err
		}
		fmt.Println(seq, accepted)
	}
	cancel()
	return <-ended
}

// noise is text of so many bytes that cannot be compressed by much.
func noise(weight int) string {
	random := make([]byte, weight/2)
	_, _ = rand.Read(random) // it never fails
	return fmt.Sprintf("%x", random)
}

// burden is a server under load and what is known of it.
type burden struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	address string
}

func newBurden(t *testing.T) *burden {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &burden{t: t, command: exec.Command(self)}
	b.command.Env = append(os.Environ(), asServer+"=1")
	b.command.Stderr = os.Stderr
	out, err := b.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if b.in, err = b.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := b.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.command.Process.Kill() }) // it may have ended
	b.out = bufio.NewScanner(out)
	b.address = b.line()
	return b
}

func (b *burden) line() string {
	b.t.Helper()
	if !b.out.Scan() {
		b.t.Fatalf("the server ended: %v", b.out.Err())
	}
	return b.out.Text()
}

// publish has the server publish an event, as many bytes heavier than usual, and answers its number and when it was accepted.
func (b *burden) publish(weight int) (seq uint64, accepted time.Time) {
	b.t.Helper()
	if _, err := fmt.Fprintln(b.in, weight); err != nil {
		b.t.Fatal(err)
	}
	var nanos int64
	if _, err := fmt.Sscan(b.line(), &seq, &nanos); err != nil {
		b.t.Fatal(err)
	}
	return seq, time.Unix(0, nanos)
}

// resident is the server's memory in bytes, and ticks the hundredths of a second that it has computed.
func (b *burden) resident() (memory float64, ticks int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.command.Process.Pid))
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, _ := strconv.Atoi(strings.Fields(rest + " 0")[0])
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", b.command.Process.Pid))
	_, rest, _ = strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest + strings.Repeat(" 0", 13))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return float64(kilobytes) * 1024, user + system
}

// loaded is one phone: a page's stream, as little of it as a program can have. It does not inflate what comes, and has no buffer of its
// own: phones have processors and memory for themselves.
type loaded struct {
	conn net.Conn
	raw  syscall.RawConn
	left int    // bytes of the chunk that is coming
	line []byte // of the size of the next one, as far as it came
	size int    // of the chunk that is coming
}

// follows opens a stream.
func follows(address, page string) (*loaded, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(conn, "GET /api/tables/kitchen/events%s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n", page, address); err != nil {
		return nil, err
	}
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		return nil, err
	}
	p := &loaded{conn: conn, raw: raw}
	return p, p.head()
}

// head passes over what comes before the first chunk.
func (p *loaded) head() error {
	var one [1]byte
	for last := ""; !strings.HasSuffix(last, "\r\n\r\n"); last += string(one[:]) {
		if _, err := p.conn.Read(one[:]); err != nil {
			return err
		}
	}
	return nil
}

// leastEvent is in bytes; what is shorter only says that the stream is alive.
const leastEvent = 100

// readers are buffers that all phones share: one is in use only while there is something to be read.
var readers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// listen calls came with the size of each event once all of it is here, and answers why the stream ended.
func (p *loaded) listen(came func(size int)) error {
	var failed error
	err := p.raw.Read(func(fd uintptr) bool {
		into := readers.Get().(*[64 << 10]byte)
		defer readers.Put(into)
		for failed == nil { // until the system says that there is no more: a short read may leave the end, which is reported once
			n, err := syscall.Read(int(fd), into[:])
			switch {
			case err == syscall.EAGAIN:
				return false
			case err == syscall.EINTR:
			case err != nil, n == 0:
				failed = cmp.Or(err, io.EOF)
			default:
				failed = p.take(into[:n], came)
			}
		}
		return true
	})
	return cmp.Or(failed, err)
}

// take passes over what has come. Each event leaves in one piece, which is one chunk of the answer.
func (p *loaded) take(data []byte, came func(size int)) error {
	for len(data) > 0 {
		if p.left > 0 {
			n := min(p.left, len(data))
			data = data[n:]
			if p.left -= n; p.left == 0 && p.size > leastEvent {
				came(p.size)
			}
			continue
		}
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		p.line, data = append(p.line, line...), rest
		if !whole {
			return nil
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(p.line)), 16, 32)
		if err != nil || size == 0 {
			return errors.Join(err, io.EOF)
		}
		p.size, p.left, p.line = int(size), int(size)+len("\r\n"), p.line[:0]
	}
	return nil
}

// crowd are phones that note when each event came.
type crowd struct {
	phones []*loaded
	shown  atomic.Int64   // phones that have their snapshot
	times  []atomic.Int64 // when the newest event came to each, Unix nanoseconds
	came   atomic.Int64   // events, at all phones together
	due    int64          // how many are due
	broken atomic.Int64
	bytes  atomic.Int64
	all    sync.WaitGroup
}

// gather connects so many phones, a few at a time.
func gather(t *testing.T, address, page string, n int) *crowd {
	t.Helper()
	c := &crowd{times: make([]atomic.Int64, n)}
	places := make(chan struct{}, 64)
	for i := range n {
		p, err := follows(address, page)
		if err != nil {
			t.Fatalf("phone %d: %v", len(c.phones)+1, err)
		}
		c.phones = append(c.phones, p)
		places <- struct{}{}
		c.all.Go(func() { c.listen(p, &c.times[i], func() { <-places }) })
	}
	webtest.WaitFor(t, fmt.Sprintf("%d phones to see the table", n), func() bool { return c.shown.Load() == int64(n) || c.broken.Load() > 0 })
	return c
}

// listen notes what comes to one phone.
func (c *crowd) listen(p *loaded, at *atomic.Int64, shown func()) {
	first := true
	_ = p.listen(func(size int) { // it ends when somebody hangs up
		if first {
			first = false
			shown()
			c.shown.Add(1)
			return
		}
		at.Store(time.Now().UnixNano())
		c.bytes.Add(int64(size))
		c.came.Add(1)
	})
	if first {
		shown()
	}
	c.broken.Add(1)
}

// leave hangs up.
func (c *crowd) leave() {
	for _, p := range c.phones {
		_ = p.conn.Close()
	}
	c.all.Wait()
}

// delays waits until all phones have the event, and answers how long each took.
func (c *crowd) delays(t *testing.T, accepted time.Time) (all []time.Duration) {
	t.Helper()
	c.due += int64(len(c.phones))
	webtest.WaitFor(t, fmt.Sprintf("an event to come to %d phones", len(c.phones)), func() bool { return c.came.Load() >= c.due || c.broken.Load() > 0 })
	for i := range c.times {
		all = append(all, time.Unix(0, c.times[i].Load()).Sub(accepted))
	}
	return all
}

// What 10,000 phones may cost on two cores that they share with the server.
const (
	latest    = 250 * time.Millisecond // p99 from an event's acceptance to its end at a phone
	perPhone  = 35e3                   // bytes of the server
	eventsDue = time.Second
)

// number is that of the environment's variable, or a usual one.
func number(t *testing.T, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q: give a number", name, text)
	}
	return n
}

// TestManyPhones has PHONES phones at one table. Figures decide only where TIMING is set: see strict.
func TestManyPhones(t *testing.T) {
	phones, events := number(t, "PHONES", 300), 3
	if strict() {
		events = 15
	}
	for name, page := range map[string]string{"pages": "?page=watch", "programs": ""} {
		t.Run(name, func(t *testing.T) {
			b := newBurden(t)
			b.publish(0)
			before, _ := b.resident()
			c := gather(t, b.address, page, phones)
			defer c.leave()
			var all []time.Duration
			_, worked := b.resident()
			began := time.Now()
			for n := range events {
				time.Sleep(time.Until(began.Add(time.Duration(n) * eventsDue)))
				_, accepted := b.publish(0)
				all = append(all, c.delays(t, accepted)...)
			}
			after, work := b.resident()
			late, memory := quantile(all, 0.99), (after-before)/float64(phones)
			t.Logf("%d %s, %d events of %.1f kB: p50 %v, p99 %v, last %v; %.1f kB of memory each; %.2f s of the server's time an event",
				phones, name, events, float64(c.bytes.Load())/float64(len(all))/1e3, quantile(all, 0.5).Round(time.Millisecond), late.Round(time.Millisecond),
				quantile(all, 1).Round(time.Millisecond), memory/1e3, float64(work-worked)/100/float64(events))
			if c.broken.Load() > 0 {
				t.Errorf("%d phones were cut off", c.broken.Load())
			}
			if strict() && late > latest {
				t.Errorf("p99 is %v, not %v", late, latest)
			}
			if strict() && memory > perPhone {
				t.Errorf("a phone costs %.0f bytes, not %.0f", memory, perPhone)
			}
		})
	}
}

// mostKept is how many events a phone that reads nothing may be sent before it is dropped. What the system keeps for it and what waits are 155 to 171.
const mostKept = 400

// TestSlowPhonesHarmNobody has some of many phones stop reading. They are disconnected, nobody else is, and back again they
// see the newest state.
func TestSlowPhonesHarmNobody(t *testing.T) {
	const page = "?page=watch"
	phones := number(t, "PHONES", 300)
	b := newBurden(t)
	b.publish(0)
	c := gather(t, b.address, page, phones)
	defer c.leave()
	var slow []*loaded
	for range max(3, phones/500) {
		p, err := follows(b.address, page)
		if err != nil {
			t.Fatal(err)
		}
		defer p.conn.Close()
		slow = append(slow, p) // it reads nothing
	}
	var newest uint64
	events := 0
	for dropped := 0; dropped < len(slow); dropped = b.dropped() {
		if events == mostKept {
			t.Fatalf("after %d events %d of %d phones that read nothing are dropped", events, dropped, len(slow))
		}
		seq, accepted := b.publish(8 << 10) // what the system keeps for who does not read is soon full
		c.delays(t, accepted)               // nobody else waits
		newest, events = seq, events+1
	}
	t.Logf("who reads nothing is dropped within %d events of %.1f kB", events, float64(c.bytes.Load())/float64(c.came.Load())/1e3)
	if got := b.dropped(); got != len(slow) || c.broken.Load() > 0 {
		t.Errorf("%d phones were dropped, of %d slow ones; of the others %d", got, len(slow), c.broken.Load())
	}
	var gone sync.WaitGroup
	for _, p := range slow {
		gone.Go(func() {
			_ = p.listen(func(int) {}) // until it is disconnected, as it should be
		})
	}
	gone.Wait()
	for range slow {
		if back := listen(t, "http://"+b.address+"/api/tables/kitchen/events", "").state(); back.Seq != newest {
			t.Errorf("back again it is shown %d, not %d", back.Seq, newest)
		}
	}
}

// dropped is how many phones the server has disconnected.
func (b *burden) dropped() int {
	b.t.Helper()
	answer, err := http.Get("http://" + b.address + "/healthz")
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	var health struct{ Dropped int }
	if err := json.NewDecoder(answer.Body).Decode(&health); err != nil {
		b.t.Fatal(err)
	}
	return health.Dropped
}
