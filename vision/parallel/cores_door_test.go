package parallel

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// caught runs something and returns what it panics with, nil if it does not.
func caught(run func()) (cause any) {
	defer func() { cause = recover() }()
	run()
	return nil
}

// failsAtAPlaceOfItsOwn has a name that the log of its panic must hold.
func failsAtAPlaceOfItsOwn(cause any) { panic(cause) }

func TestWorkInsideOfWorkIsDoneOnceEach(t *testing.T) {
	const outer, middle, inner = 7, 5, 3
	var done [outer][middle][inner]atomic.Int32
	Do(outer, func(i int) {
		Do(middle, func(j int) {
			Do(inner, func(k int) { done[i][j][k].Add(1) })
		})
	})
	for i := range done {
		for j := range done[i] {
			for k := range done[i][j] {
				if times := done[i][j][k].Load(); times != 1 {
					t.Errorf("%d, %d, %d was done %d times", i, j, k, times)
				}
			}
		}
	}
}

func TestTheCallerSeesAllResultsWithoutALock(t *testing.T) {
	squares := make([]int, 500)
	Do(len(squares), func(i int) { squares[i] = i * i })
	for i, got := range squares {
		if got != i*i {
			t.Fatalf("result %d is %d, want %d", i, got, i*i)
		}
	}
}

func TestNoMoreRunAtOnceThanThereAreCores(t *testing.T) {
	var running, most atomic.Int64
	Do(400, func(int) {
		now := running.Add(1)
		for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
		}
		runtime.Gosched()
		running.Add(-1)
	})
	if got := int(most.Load()); got > runtime.NumCPU() {
		t.Errorf("%d ran at once on %d cores", got, runtime.NumCPU())
	}
}

func TestNothingAtAllIsDoneForNoThings(t *testing.T) {
	for _, n := range []int{0, -1, -100} {
		if cause := caught(func() { Do(n, func(i int) { t.Errorf("%d things: number %d was done", n, i) }) }); cause != nil {
			t.Errorf("%d things: %v", n, cause)
		}
	}
}

func TestThePanicOfOneThingReachesTheCaller(t *testing.T) {
	missing := errors.New("no such tile")
	var none []int
	for name, c := range map[string]struct {
		fail func()
		want string // in the message
	}{
		"a text":            {func() { panic("no such face") }, "no such face"},
		"an error":          {func() { panic(fmt.Errorf("face 7: %w", missing)) }, "face 7: no such tile"},
		"the program's own": {func() { none[len(none)] = 1 }, "index out of range"},
		"a panic about nil": {func() { panic(nil) }, "panic called with nil"}, //nolint:govet // on purpose
	} {
		t.Run(name, func(t *testing.T) {
			cause := caught(func() {
				Do(9, func(i int) {
					if i == 4 {
						c.fail()
					}
				})
			})
			err, is := cause.(error)
			if !is || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "goroutine") {
				t.Errorf("the caller gets %q, want %q and no stack", cause, c.want)
			}
		})
	}
}

func TestTheLogNamesThePlaceOfAPanicHoweverDeep(t *testing.T) {
	cause := caught(func() {
		Do(3, func(int) {
			Both(func() {}, func() {
				Do(2, func(int) { failsAtAPlaceOfItsOwn("no such level") })
			})
		})
	})
	value, is := cause.(slog.LogValuer)
	if !is {
		t.Fatalf("%T cannot be logged with its place", cause)
	}
	logged := value.LogValue().String()
	if !strings.HasPrefix(logged, "no such level\n") || !strings.Contains(logged, "failsAtAPlaceOfItsOwn") {
		t.Errorf("the log says %q, want the cause and the function that failed", logged)
	}
	if n := strings.Count(logged, "no such level\n"); n != 1 {
		t.Errorf("the log shows the cause %d times", n)
	}
}

// Every thing panics, so each core takes one only: a core that has failed goes on with nothing.
func TestACoreThatPanickedBeginsNothingMore(t *testing.T) {
	var begun atomic.Int64
	cause := caught(func() {
		Do(1000, func(i int) {
			begun.Add(1)
			panic(i)
		})
	})
	if got := int(begun.Load()); cause == nil || got < 1 || got > runtime.NumCPU() {
		t.Errorf("%d of 1000 things were begun on %d cores, and the caller got %v", got, runtime.NumCPU(), cause)
	}
}

func TestThePanicComesOnlyWhenAllHaveStopped(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("one core does one thing after the other")
	}
	begun, finished := make(chan struct{}), false
	cause := caught(func() {
		Both(func() {
			<-begun
			panic("at once")
		}, func() {
			close(begun)
			for range 1000 {
				runtime.Gosched()
			}
			finished = true
		})
	})
	if cause == nil || !finished {
		t.Errorf("the caller got %v, and the other was done: %v", cause, finished)
	}
}

func TestBothAreDoneAtTheSameTime(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("one core does one thing after the other")
	}
	there, back := make(chan int), make(chan int)
	var got int
	Both(func() {
		there <- 1
		got = <-back
	}, func() { back <- 1 + <-there })
	if got != 2 {
		t.Errorf("one got %d from the other, want 2", got)
	}
}

func TestOneOfBothMayFail(t *testing.T) {
	var done []string
	for _, name := range []string{"the one", "the other"} {
		fail := func(who string) func() {
			return func() {
				if who == name {
					panic(who)
				}
			}
		}
		if cause := caught(func() { Both(fail("the one"), fail("the other")) }); fmt.Sprint(cause) == name {
			done = append(done, name)
		}
	}
	if !slices.Equal(done, []string{"the one", "the other"}) {
		t.Errorf("only the failures of %q reach the caller", done)
	}
}
