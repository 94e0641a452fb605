package vision

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// onAllCores does something for each of n things, several at a time. What panics in a helper would end the program, whoever recovers above:
// it panics here once all have stopped, with the place where it happened.
func onAllCores(n int, do func(i int)) {
	var next atomic.Int64
	var first atomic.Pointer[broken]
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				b, known := cause.(*broken) // by a core further in
				if !known {
					b = &broken{cause, debug.Stack()}
				}
				first.CompareAndSwap(nil, b)
				next.Store(int64(n)) // nothing more is begun
			}
		}()
		for i := int(next.Add(1)); i <= n; i = int(next.Add(1)) {
			do(i - 1)
		}
	}
	var helpers sync.WaitGroup
	for range min(n, runtime.NumCPU()) - 1 {
		helpers.Go(work)
	}
	work()
	helpers.Wait()
	if b := first.Load(); b != nil {
		panic(b)
	}
}

// broken is what panicked on some core, and where: the log tells both, people only the first.
type broken struct {
	cause any
	stack []byte
}

func (b *broken) Error() string { return fmt.Sprint(b.cause) }

// LogValue is for the log.
func (b *broken) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%v\n%s", b.cause, b.stack))
}

// bothAtOnce does two things at the same time.
func bothAtOnce(one, other func()) {
	onAllCores(2, func(i int) {
		if i == 0 {
			one()
		} else {
			other()
		}
	})
}
