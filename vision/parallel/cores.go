package parallel

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do does something for each of n things, several at a time. What panics in a helper would end the program, whoever recovers above:
// it panics here once all have stopped, with the place where it happened.
func Do(n int, do func(i int)) {
	var next atomic.Int64
	var first atomic.Pointer[panicked]
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				b, known := cause.(*panicked) // by a core further in
				if !known {
					b = &panicked{cause, debug.Stack()}
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

// panicked is what panicked on some core, and where: the log tells both, people only the first.
type panicked struct {
	cause any
	stack []byte
}

func (b *panicked) Error() string { return fmt.Sprint(b.cause) }

// LogValue is for the log.
func (b *panicked) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%v\n%s", b.cause, b.stack))
}

// Both does two things at the same time.
func Both(one, other func()) {
	Do(2, func(i int) {
		if i == 0 {
			one()
		} else {
			other()
		}
	})
}
