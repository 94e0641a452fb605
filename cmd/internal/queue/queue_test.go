package queue_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/cmd/internal/queue"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
)

// open connects one more program to the queue.
func open(t testing.TB, where string) (*queue.Queue, *cluster.Conn) {
	t.Helper()
	conn := clustertest.Connect(t, where)
	t.Cleanup(func() { _ = conn.Close() })
	q, err := queue.Open(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	return q, conn
}

// digest is a reader whose answer reports whether the whole photo arrived.
func digest(_ context.Context, photo []byte) (json.RawMessage, error) {
	return json.RawMessage(fmt.Sprintf(`{"sum":"%x"}`, sha256.Sum256(photo))), nil
}

// work starts a worker that ends with the test. Another one takes its photo after patience: where that is not wanted, a slow machine must not
// look like a dead one.
func work(t testing.TB, q *queue.Queue, patience time.Duration, read queue.Reader) context.CancelFunc {
	ctx, end := context.WithCancel(context.Background())
	w := &queue.Worker{Queue: q, Game: "nabit", Read: read, Note: func(text string) { t.Log(text) }, Patience: patience}
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		if err := w.Run(ctx); err != nil {
			t.Log(err)
		}
	}()
	t.Cleanup(func() { end(); <-ran })
	return end
}

// ask has the photo read by workers that are there, however long a busy machine lets them say so.
func ask(t testing.TB, q *queue.Queue, photo []byte) (answer json.RawMessage, err error) {
	for err = queue.ErrNoWorker; errors.Is(err, queue.ErrNoWorker) && !t.Failed(); {
		answer, err = q.Read(t.Context(), "nabit", photo)
	}
	return answer, err
}

// manned waits until a worker is there.
func manned(t testing.TB, q *queue.Queue) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !q.Manned(t.Context(), "nabit"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no worker")
		}
	}
}

func TestPhotosAreReadByWhoeverHasTime(t *testing.T) {
	where := clustertest.Start(t, 3).URL("club")
	asking, _ := open(t, where)
	if _, err := asking.Read(t.Context(), "nabit", []byte("photo")); !errors.Is(err, queue.ErrNoWorker) {
		t.Fatalf("without workers: %v", err)
	}
	var each [3]atomic.Int32
	var busy sync.WaitGroup // until each has a photo in its hands
	busy.Add(len(each))
	for i := range each {
		q, _ := open(t, where)
		work(t, q, time.Minute, func(ctx context.Context, photo []byte) (json.RawMessage, error) {
			if each[i].Add(1) == 1 {
				busy.Done()
			}
			busy.Wait()
			return digest(ctx, photo)
		})
	}
	manned(t, asking)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			photo := bytes.Repeat([]byte{byte(i), 7, 3}, 1<<19) // larger than any message
			got, err := ask(t, asking, photo)
			want, _ := digest(t.Context(), photo)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("photo %d: %s, %v", i, got, err)
			}
		})
	}
	all.Wait()
	sum := int32(0)
	for i := range each {
		sum += each[i].Load()
	}
	if sum < 6 {
		t.Errorf("6 photos were read %d times", sum)
	}
	t.Logf("each worker read %d, %d, %d", each[0].Load(), each[1].Load(), each[2].Load())
}

func TestAnotherWorkerReadsWhatADeadOneLeft(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	asking, _ := open(t, where)
	doomed, conn := open(t, where)
	took := make(chan struct{})
	var once sync.Once
	work(t, doomed, time.Second, func(ctx context.Context, _ []byte) (json.RawMessage, error) {
		once.Do(func() { close(took) })
		_ = conn.Close() // as if its machine were turned off
		<-ctx.Done()
		return nil, ctx.Err()
	})
	manned(t, asking)
	type result struct {
		answer json.RawMessage
		err    error
	}
	answered := make(chan result, 1)
	go func() {
		answer, err := ask(t, asking, []byte("photo"))
		answered <- result{answer, err}
	}()
	<-took
	q, _ := open(t, where)
	work(t, q, time.Second, digest)
	want, _ := digest(t.Context(), []byte("photo"))
	if got := <-answered; got.err != nil || !bytes.Equal(got.answer, want) {
		t.Errorf("%s, %v", got.answer, got.err)
	}
}

func TestAPhotoThatFailsIsTriedAgain(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	asking, _ := open(t, where)
	var seen atomic.Int32
	work(t, asking, time.Minute, func(ctx context.Context, photo []byte) (json.RawMessage, error) {
		if seen.Add(1) == 1 {
			return nil, errors.New("the disk is full")
		}
		return digest(ctx, photo)
	})
	manned(t, asking)
	if _, err := ask(t, asking, []byte("photo")); err != nil || seen.Load() != 2 {
		t.Errorf("%v after %d tries", err, seen.Load())
	}
}
