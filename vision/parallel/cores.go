package parallel

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls do for each index from 0 to n-1, several at a time. A panic in a worker goroutine would end the
// program, so Do catches it, waits for all workers and panics itself, with the cause and the stack of the place
// where it happened.
func Do(n int, do func(i int)) {
	var next atomic.Int64
	var first atomic.Pointer[panicked]
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				b, known := cause.(*panicked) // of a nested Do
				if !known {
					b = &panicked{cause, debug.Stack()}
				}
				first.CompareAndSwap(nil, b)
				next.Store(int64(n)) // start nothing more
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

// panicked is the cause of a panic and its stack. The log shows both, Error only the cause.
type panicked struct {
	cause any
	stack []byte
}

func (b *panicked) Error() string { return fmt.Sprint(b.cause) }

// LogValue adds the stack for the log.
func (b *panicked) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%v\n%s", b.cause, b.stack))
}

// Both runs two functions at the same time.
func Both(one, other func()) {
	Do(2, func(i int) {
		if i == 0 {
			one()
		} else {
			other()
		}
	})
}
