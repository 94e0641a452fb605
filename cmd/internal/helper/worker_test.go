package helper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// asChild makes the test binary a child; its value is a folder for what children must remember of each other.
const asChild = "TILEWATCH_TEST_AS_CHILD"

func TestMain(m *testing.M) {
	if folder := os.Getenv(asChild); folder != "" {
		if err := errors.Join(Confine(512<<20), Serve(os.Stdin, os.Stdout, naughty(folder))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// naughty does what the picture says.
func naughty(folder string) Work {
	return func(picture []byte) ([]byte, error) {
		what, rest, _ := strings.Cut(string(picture), " ")
		switch what {
		case "echo":
			return []byte(rest), nil
		case "panic":
			panic("on purpose")
		case "refuse":
			return nil, errors.New(rest)
		case "pid":
			return []byte(strconv.Itoa(os.Getpid())), nil
		case "crash": // as a library does that reads where nothing is
			return []byte{*(*byte)(unsafe.Add(unsafe.Pointer(&picture[0]), 1<<45))}, nil
		case "once":
			if os.Remove(filepath.Join(folder, rest)) == nil {
				return nil, syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
			return []byte("the second time"), nil
		case "hang":
			select {}
		case "spin":
			for turns := 0; ; turns++ {
				runtime.KeepAlive(turns)
			}
		case "eat":
			var all [][]byte
			for {
				all = append(all, bytes.Repeat([]byte{1}, 16<<20))
				runtime.KeepAlive(all)
			}
		case "write":
			err := os.WriteFile(filepath.Join(folder, "written"), []byte(rest), 0o600)
			return nil, err
		case "babble":
			return nil, babble()
		}
		os.Exit(0)
		return nil, nil
	}
}

// babble writes something that is not an answer.
func babble() error {
	_, err := os.Stdout.Write([]byte("\xff\xff\xff\xffhello"))
	time.Sleep(time.Minute)
	return err
}

// worker has children that are this test binary.
func worker(t *testing.T, patience time.Duration) (w *Worker, folder string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	w = NewWorker(func(ctx context.Context) *exec.Cmd {
		c := exec.CommandContext(ctx, self)
		c.Env = append(os.Environ(), asChild+"="+folder)
		return c
	}, patience)
	t.Cleanup(func() { _ = w.Close() })
	return w, folder
}

// long is more than any machine takes for a small thing.
const long = 2 * time.Minute

func TestAChildThatFailsHarmsNobodyElse(t *testing.T) {
	for _, c := range []struct {
		name, picture string
		patience      time.Duration
		want          error
		deaths        int64
	}{
		{"it crashes", "crash", long, ErrBroken, 2},
		{"it exits", "exit", long, ErrBroken, 2},
		{"it says nonsense", "babble", long, ErrBroken, 2},
		{"it waits for ever", "hang", time.Second, ErrSlow, 1},
		{"it computes for ever", "spin", time.Second, ErrSlow, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, _ := worker(t, c.patience)
			if answer, err := w.Do(t.Context(), []byte(c.picture)); !errors.Is(err, c.want) {
				t.Errorf("%q, %v; want %v", answer, err, c.want)
			}
			w.patience = long
			if answer, err := w.Do(t.Context(), []byte("echo hello")); err != nil || string(answer) != "hello" {
				t.Errorf("the next picture: %q, %v", answer, err)
			}
			if w.Deaths() != c.deaths || w.Starts() != c.deaths+1 {
				t.Errorf("%d starts, %d deaths", w.Starts(), w.Deaths())
			}
		})
	}
}

// TestAPanicCostsThePictureAlone: not even the child, whose start takes seconds.
func TestAPanicCostsThePictureAlone(t *testing.T) {
	w, _ := worker(t, long)
	told := 0
	w.Tripped = func() { told++ }
	for n := range 2 {
		var refused *Refused
		if answer, err := w.Do(t.Context(), []byte("panic")); !errors.As(err, &refused) || !refused.Panicked || !strings.Contains(refused.Reason, "on purpose") {
			t.Errorf("%q, %v", answer, err)
		}
		if answer, err := w.Do(t.Context(), []byte("echo hello")); err != nil || string(answer) != "hello" {
			t.Errorf("the next picture: %q, %v", answer, err)
		}
		if told != n+1 || w.Starts() != 1 || w.Deaths() != 0 {
			t.Errorf("told %d times, %d starts, %d deaths", told, w.Starts(), w.Deaths())
		}
	}
	if _, err := w.Do(t.Context(), []byte("refuse it is blank")); err == nil || told != 2 {
		t.Errorf("a refusal counts as a panic: %v", err)
	}
}

func TestAChildHasNoMoreMemoryThanItIsGiven(t *testing.T) {
	if raced {
		t.Log("the race detector needs more")
		return
	}
	w, _ := worker(t, long)
	if _, err := w.Do(t.Context(), []byte("eat")); !errors.Is(err, ErrBroken) {
		t.Errorf("it ate on: %v", err)
	}
}

func TestAChildWritesNoFiles(t *testing.T) {
	w, folder := worker(t, long)
	_, err := w.Do(t.Context(), []byte("write something"))
	if data, _ := os.ReadFile(filepath.Join(folder, "written")); len(data) > 0 || err == nil {
		t.Errorf("it wrote %q, %v", data, err)
	}
}

func TestAPictureWhoseChildIsKilledIsTriedAgain(t *testing.T) {
	w, folder := worker(t, long)
	if err := os.WriteFile(filepath.Join(folder, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if answer, err := w.Do(t.Context(), []byte("once a")); err != nil || string(answer) != "the second time" {
		t.Errorf("%q, %v", answer, err)
	}
	pid, err := w.Do(t.Context(), []byte("pid"))
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(string(pid))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(number, syscall.SIGKILL); err != nil { // while it has nothing to do
		t.Fatal(err)
	}
	if answer, err := w.Do(t.Context(), []byte("echo again")); err != nil || string(answer) != "again" {
		t.Errorf("%q, %v", answer, err)
	}
}

func TestARefusalEndsNoChild(t *testing.T) {
	w, _ := worker(t, long)
	var refused *Refused
	for range 3 {
		if _, err := w.Do(t.Context(), []byte("refuse too dark")); !errors.As(err, &refused) || refused.Reason != "too dark" {
			t.Errorf("%v", err)
		}
	}
	if w.Starts() != 1 || w.Deaths() != 0 {
		t.Errorf("%d starts, %d deaths", w.Starts(), w.Deaths())
	}
}

func TestManyAskAtOnce(t *testing.T) {
	w, _ := worker(t, long)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			text := strings.Repeat("x", i*50_000)
			if answer, err := w.Do(t.Context(), []byte("echo "+text)); err != nil || string(answer) != text {
				t.Errorf("%d: %d bytes, %v", i, len(answer), err)
			}
		})
	}
	all.Wait()
	if w.Starts() != 1 {
		t.Errorf("%d starts", w.Starts())
	}
}

func TestAChildWithNothingToDoRests(t *testing.T) {
	w, _ := worker(t, long)
	w.idle = time.Millisecond
	if _, err := w.Do(t.Context(), []byte("echo a")); err != nil {
		t.Fatal(err)
	}
	resting := func() bool {
		w.turn <- struct{}{}
		defer func() { <-w.turn }()
		return w.child == nil
	}
	for begun := time.Now(); !resting(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > long {
			t.Fatal("it does not")
		}
	}
	if answer, err := w.Do(t.Context(), []byte("echo b")); err != nil || string(answer) != "b" || w.Deaths() != 0 {
		t.Errorf("%q, %v, %d deaths", answer, err, w.Deaths())
	}
}

func TestCloseEndsWorkUnderWay(t *testing.T) {
	w, _ := worker(t, long)
	if _, err := w.Do(t.Context(), []byte("echo it runs")); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := w.Do(t.Context(), []byte("hang"))
		ended <- err
	}()
	for len(w.turn) == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, ErrClosed) {
		t.Errorf("it is told %v", err)
	}
	if _, err := w.Do(t.Context(), []byte("echo")); !errors.Is(err, ErrClosed) {
		t.Errorf("a late one is told %v", err)
	}
}

func TestAProgramThatIsNoChildSaysSo(t *testing.T) {
	w := NewWorker(func(ctx context.Context) *exec.Cmd { return exec.CommandContext(ctx, "/does/not/exist") }, long)
	defer w.Close()
	if _, err := w.Do(t.Context(), []byte("echo")); !errors.Is(err, ErrBroken) {
		t.Errorf("%v", err)
	}
}

func FuzzReceive(f *testing.F) {
	var good bytes.Buffer
	_ = send(&good, done, []byte("answer"))
	f.Add(good.Bytes())
	f.Add([]byte{0, 0, 0, 9, 'd', 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4 && data[0] > 0 {
			data[0] = 0 // no test needs a gigabyte
		}
		_, got, err := receive(bytes.NewReader(data))
		if err == nil && len(got)+5 > len(data) {
			t.Errorf("%d bytes of %d", len(got), len(data))
		}
	})
}
