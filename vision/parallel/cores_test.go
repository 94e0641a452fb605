package parallel

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
)

func TestWhatPanicsOnAnyCoreReachesTheCaller(t *testing.T) {
	const all = 100
	for _, at := range []int{0, 1, all / 2, all - 1} {
		func() {
			defer func() {
				got := recover()
				if got := fmt.Sprint(got); got != "no such face" {
					t.Errorf("at %d: %q, want the cause alone", at, got)
				}
				var log strings.Builder
				slog.New(slog.NewTextHandler(&log, nil)).Error("broken", "panic", got)
				if !strings.Contains(log.String(), "no such face") || !strings.Contains(log.String(), "cores_test.go") {
					t.Errorf("at %d: the log has %q, want the cause and where it was", at, log.String())
				}
			}()
			Do(all, func(i int) {
				Both(func() {
					if i == at {
						panic("no such face")
					}
				}, func() {})
			})
			t.Errorf("at %d: nothing panicked", at)
		}()
	}
}

func TestEachIsDoneOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		Do(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if times := done[i].Load(); times != 1 {
				t.Errorf("%d of %d was done %d times", i, n, times)
			}
		}
	}
}
