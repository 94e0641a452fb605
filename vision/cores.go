package vision

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// onAllCores does something for each of n things, several at a time. What panics in a helper would end the program, whoever recovers above:
// it panics here once all have stopped, with the place where it happened.
func onAllCores(n int, do func(i int)) {
	var next atomic.Int64
	var broken atomic.Pointer[error]
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				err := fmt.Errorf("%v\n%s", cause, debug.Stack())
				broken.CompareAndSwap(nil, &err)
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
	if err := broken.Load(); err != nil {
		panic(*err)
	}
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
