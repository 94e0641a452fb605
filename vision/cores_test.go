package vision

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

func TestWhatPanicsOnAnyCoreReachesTheCaller(t *testing.T) {
	const all = 100
	for _, at := range []int{0, 1, all / 2, all - 1} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, "no such face") || !strings.Contains(got, "cores_test.go") {
					t.Errorf("at %d: %q, want the cause and where it was", at, got)
				}
			}()
			onAllCores(all, func(i int) {
				if i == at {
					panic("no such face")
				}
			})
			t.Errorf("at %d: nothing panicked", at)
		}()
	}
}

func TestEachIsDoneOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		onAllCores(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if times := done[i].Load(); times != 1 {
				t.Errorf("%d of %d was done %d times", i, n, times)
			}
		}
	}
}
