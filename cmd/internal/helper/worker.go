package helper

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// Start makes the command of a child, which ends with the context. Its input and outputs must be free.
type Start func(context.Context) *exec.Cmd

// Worker has a child do the work, one picture at a time. It may be used by several goroutines; whoever made it closes it.
type Worker struct {
	start    Start
	patience time.Duration
	idle     time.Duration
	log      *slog.Logger
	// Tripped, if set, is called when the work has panicked on a picture; set it before use.
	Tripped func()

	life   context.Context // the children's
	end    context.CancelFunc
	closed sync.Once
	starts atomic.Int64
	deaths atomic.Int64

	turn  chan struct{} // held by who uses what follows
	child *child
	bored *time.Timer
}

// The errors of a Worker that are no fault of the picture's sender alone.
var (
	// ErrBroken says that the work broke off twice: the picture may be made for it.
	ErrBroken = errors.New("reading the picture broke off: save it as a JPEG and try again")
	// ErrSlow says that the work took too long.
	ErrSlow = errors.New("reading the picture took too long: save it smaller and try again")
	// ErrClosed says that the worker has been closed.
	ErrClosed = errors.New("the reader of pictures is closed")
)

// Refused is the child's own word that the picture cannot be worked on.
type Refused struct {
	Reason   string
	Panicked bool // the work made a mistake
}

func (r *Refused) Error() string { return r.Reason }

// Limits of children. A slow machine needs some seconds for a start, and as much for the largest picture.
const (
	startWithin = 60 * time.Second
	idleAfter   = 5 * time.Minute
)

// NewWorker makes a worker whose children are started by that command, which must Serve; one picture may take as long as
// patience.
func NewWorker(start Start, patience time.Duration) *Worker {
	w := &Worker{start: start, patience: patience, idle: idleAfter, log: slog.Default(), turn: make(chan struct{}, 1)}
	w.life, w.end = context.WithCancel(context.Background())
	return w
}

// Do answers what the child makes of the picture. A child that dies on it is replaced, and the picture is tried again: it
// may have died of something else.
func (w *Worker) Do(ctx context.Context, picture []byte) ([]byte, error) {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return nil, ctx.Err() // who asked is gone
	case <-w.life.Done():
		return nil, ErrClosed
	}
	for range 2 {
		answer, err := w.once(picture)
		var refused *Refused
		switch {
		case err == nil, errors.As(err, &refused), errors.Is(err, ErrSlow):
			return answer, err
		case w.life.Err() != nil:
			return nil, ErrClosed
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
	}
	return nil, ErrBroken
}

// once asks the child that runs, or a new one. After a failure none runs.
func (w *Worker) once(picture []byte) ([]byte, error) {
	if w.bored != nil {
		w.bored.Stop()
	}
	if w.child == nil {
		var err error
		if w.child, err = w.begin(); err != nil {
			w.log.Error("the reader of pictures does not start", "error", err)
			return nil, err
		}
	}
	answer, err := w.child.ask(picture, w.patience)
	var refused *Refused
	if err != nil && !errors.As(err, &refused) {
		w.bury(err)
		return nil, err
	}
	if refused != nil && refused.Panicked {
		w.log.Error("a picture tripped its reader", "said", w.child.said.String())
		if w.Tripped != nil {
			w.Tripped()
		}
	}
	w.bored = time.AfterFunc(w.idle, w.rest)
	return answer, err
}

// begin starts a child and waits until it is ready.
func (w *Worker) begin() (*child, error) {
	w.starts.Add(1)
	c, err := startChild(w.start(w.life))
	if err != nil {
		return nil, err
	}
	if err := c.within(startWithin, func() error { _, err := c.receive(ready); return err }); err != nil {
		w.deaths.Add(1)
		return nil, c.end(err)
	}
	return c, nil
}

// bury ends the child that failed, and notes what it said last.
func (w *Worker) bury(why error) {
	w.deaths.Add(1)
	err := w.child.end(why)
	w.child = nil
	if w.life.Err() == nil {
		w.log.Warn("the reader of pictures is started again", "error", err)
	}
}

// rest ends a child that has nothing to do: it holds memory.
func (w *Worker) rest() {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	default:
		return // it has
	}
	if w.child != nil {
		_ = w.child.end(nil)
		w.child = nil
	}
}

// Starts counts the children that were started.
func (w *Worker) Starts() int64 { return w.starts.Load() }

// Deaths counts the children that died, or had to be ended.
func (w *Worker) Deaths() int64 { return w.deaths.Load() }

// Close ends the child, also in the midst of work, whose answer is then ErrClosed.
func (w *Worker) Close() error {
	w.closed.Do(func() {
		w.end()
		w.turn <- struct{}{} // forever: the worker is closed
		if w.bored != nil {
			w.bored.Stop()
		}
		if w.child != nil {
			_ = w.child.end(nil) // it was killed
		}
	})
	return nil
}

// child is a running process.
type child struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	said    *opening
}

func startChild(command *exec.Cmd) (*child, error) {
	c := &child{command: command, said: &opening{}}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if c.in, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	c.out = bufio.NewReaderSize(out, 1<<20)
	command.Stderr, command.WaitDelay = c.said, time.Second
	if err := command.Start(); err != nil {
		return nil, err
	}
	return c, nil
}

// ask sends the picture and waits for the answer.
func (c *child) ask(picture []byte, patience time.Duration) (answer []byte, err error) {
	err = c.within(patience, func() error {
		if err := send(c.in, 0, picture); err != nil {
			return err
		}
		answer, err = c.receive(done)
		return err
	})
	return answer, err
}

// receive is the next message, which must have the mark.
func (c *child) receive(want byte) ([]byte, error) {
	mark, data, err := receive(c.out)
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	case mark == failed:
		return nil, &Refused{Reason: string(data)}
	case mark == tripped:
		return nil, &Refused{string(data), true}
	case mark != want:
		return nil, fmt.Errorf("it says %q where %q is expected", mark, want)
	}
	return data, nil
}

// within does it, and kills the child when it takes too long, which ends it.
func (c *child) within(limit time.Duration, do func() error) error {
	var late atomic.Bool
	timer := time.AfterFunc(limit, func() { late.Store(true); _ = c.command.Process.Kill() })
	err := do()
	timer.Stop()
	if err != nil && late.Load() {
		return ErrSlow
	}
	return err
}

// end closes the child's input, which ends it, or kills it after a moment in which a crash says what it is. It waits for the
// death, and adds how it came to why; without a reason it is nil.
func (c *child) end(why error) error {
	_ = c.in.Close()
	timer := time.AfterFunc(time.Second, func() { _ = c.command.Process.Kill() })
	defer timer.Stop()
	died := c.command.Wait()
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w (%v; it said %q)", why, died, c.said)
}

// opening keeps the beginning of what a child says and forgets the rest: a crash begins with its reason.
type opening struct {
	mu   sync.Mutex
	text []byte
}

// maxSaid is in bytes.
const maxSaid = 2000

func (o *opening) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p[:min(len(p), maxSaid-len(o.text))]...)
	return len(p), nil
}

func (o *opening) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}
