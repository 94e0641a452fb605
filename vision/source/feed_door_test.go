package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// pushed is a feed that has these answers at once: a pushedFile, or an error; then io.EOF.
type pushed struct {
	answers []any
	limits  []bool // whether each call came with a time limit
}

// pushedFile is a picture file and the number of all that have come with it.
type pushedFile struct {
	file  []byte
	taken int
}

func (*pushed) String() string { return "Ben's phone" }

func (p *pushed) Next(ctx context.Context) ([]byte, int, bool, error) {
	_, limited := ctx.Deadline()
	p.limits = append(p.limits, limited)
	if ctx.Err() != nil {
		return nil, 0, false, ctx.Err()
	}
	if len(p.answers) == 0 {
		return nil, 0, false, io.EOF
	}
	next := p.answers[0]
	p.answers = p.answers[1:]
	if err, is := next.(error); is {
		return nil, 0, false, err
	}
	f := next.(pushedFile)
	return f.file, f.taken, false, nil
}

// movingClock is a fake clock that a test sets.
type movingClock struct {
	at    time.Time
	slept []time.Duration
}

func (c *movingClock) Now() time.Time { return c.at }

func (c *movingClock) Sleep(ctx context.Context, d time.Duration) error {
	if d > 0 {
		c.slept = append(c.slept, d)
		c.at = c.at.Add(d)
	}
	return ctx.Err()
}

// shotFile is a picture file of one gray level.
func shotFile(t *testing.T, w, h int, level float64) []byte {
	t.Helper()
	file, err := gocv.IMEncode(gocv.PNGFileExt, shadedMat(t, w, h, [3]float64{level, level, level}))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	return append([]byte(nil), file.GetBytes()...)
}

// phone is a source of a feed's pictures that lives in a fake time.
func phone(t *testing.T, answers ...any) (*feed, *pushed, *movingClock) {
	t.Helper()
	from, now := &pushed{answers: answers}, &movingClock{at: time.Unix(1000, 0)}
	f := &feed{from: from, clock: now, mat: gocv.NewMat()}
	t.Cleanup(func() { f.Close() })
	return f, from, now
}

func TestPicturesThatAPhoneSentInVainCountAsDropped(t *testing.T) {
	file := shotFile(t, 80, 80, 100)
	f, _, _ := phone(t, pushedFile{file: file, taken: 4}, pushedFile{file: file, taken: 5}, pushedFile{file: file, taken: 12})
	for i, want := range []struct{ number, dropped int }{{3, 3}, {4, 3}, {11, 9}} {
		frame, err := f.Next(t.Context())
		if err != nil || frame.Number != want.number || frame.Dropped != want.dropped {
			t.Errorf("picture %d: number %d, %d dropped, %v; want %d and %d", i, frame.Number, frame.Dropped, err, want.number, want.dropped)
		}
	}
}

func TestAPhonesPicturesCarryTheClocksTimeAndNeverGoBack(t *testing.T) {
	file := shotFile(t, 80, 80, 100)
	f, _, now := phone(t)
	f.from = &pushed{answers: []any{pushedFile{file: file, taken: 1}, pushedFile{file: file, taken: 2}, pushedFile{file: file, taken: 3}, pushedFile{file: file, taken: 4}, pushedFile{file: file, taken: 5}}}
	last := time.Duration(-1)
	for i, set := range []time.Duration{0, 200 * time.Millisecond, -time.Hour, 0, 2 * time.Hour} {
		now.at = now.at.Add(set)
		frame, err := f.Next(t.Context())
		if err != nil || frame.Time <= last {
			t.Fatalf("picture %d at %v after %v, %v: times must rise", i, frame.Time, last, err)
		}
		last = frame.Time
		if want := map[int]time.Duration{0: 0, 1: 200 * time.Millisecond, 4: time.Hour + 200*time.Millisecond}; i != 2 && i != 3 && frame.Time != want[i] {
			t.Errorf("picture %d at %v, want %v", i, frame.Time, want[i])
		}
	}
}

func TestAPhoneIsWaitedForWithoutLimitOnlyUntilItsFirstPicture(t *testing.T) {
	file := shotFile(t, 80, 80, 100)
	f, from, _ := phone(t, errors.New("not yet"), pushedFile{file: file, taken: 1}, errors.New("gone"), errors.New("still gone"), pushedFile{file: file, taken: 2})
	if got, want := heard(t, f), "0@0s fault(0@0s) recovered(0@1ns) 1@1ns"; got != want {
		t.Errorf("it says %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(from.limits), "[false false true false false true]"; got != want {
		t.Errorf("limits %s, want %s: none before the first picture, nor while the phone is away", got, want)
	}
}

func TestAPhonesFaultIsInItsOwnWords(t *testing.T) {
	file := shotFile(t, 80, 80, 100)
	for name, c := range map[string]struct {
		answers []any
		want    string
	}{
		"it says goodbye":           {[]any{errors.New("Ben has left: open the page again")}, "Ben has left: open the page again"},
		"it sends no pictures":      {[]any{pushedFile{[]byte("x"), 2}, pushedFile{[]byte("x"), 3}, pushedFile{[]byte("x"), 4}}, `camera "Ben's phone" sends pictures that cannot be read: unreadable`},
		"it sends small ones":       {[]any{pushedFile{shotFile(t, 32, 32, 9), 2}, pushedFile{shotFile(t, 32, 32, 9), 3}, pushedFile{shotFile(t, 32, 32, 9), 4}}, "too_small"},
		"it sends ones cut in half": {[]any{pushedFile{file[:45], 2}, pushedFile{file[:45], 3}, pushedFile{file[:45], 4}}, "damaged or cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			f, _, _ := phone(t, append([]any{pushedFile{file, 1}}, c.answers...)...)
			if _, err := f.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			_, err := f.Next(t.Context())
			var news *Status
			if !errors.As(err, &news) || news.Kind != Fault || !strings.Contains(news.Message, c.want) {
				t.Errorf("got %v, want a fault with %q", err, c.want)
			}
			if _, err := f.Next(t.Context()); !errors.Is(err, io.EOF) {
				t.Errorf("then %v, want the feed's end", err)
			}
		})
	}
}

func TestALargePhotoFromAPhoneComesInHalfItsSize(t *testing.T) {
	f, _, _ := phone(t, pushedFile{shotFile(t, 4200, 80, 100), 1}, pushedFile{shotFile(t, 2000, 80, 100), 2})
	for _, want := range []int{2100, 2000} {
		frame, err := f.Next(t.Context())
		if err != nil || frame.Mat.Cols() != want || levelOf(frame) != 100 {
			t.Errorf("%d pixels wide, %v; want %d", frame.Mat.Cols(), err, want)
		}
	}
}

func TestAPhonesEndIsTheSourcesEnd(t *testing.T) {
	f, _, _ := phone(t)
	for range 2 {
		if _, err := f.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("got %v, want EOF", err)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := f.Next(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("with the context ended: %v", err)
	}
	if err := f.Close(); err != nil || !f.mat.Closed() {
		t.Errorf("closed: %v, its picture too: %v", err, f.mat.Closed())
	}
}

// Nothing moves for three seconds; then pictures are asked for less often, until one differs.
func TestAPhoneAtRestIsAskedLessOften(t *testing.T) {
	same, other := shotFile(t, 80, 80, 100), shotFile(t, 80, 80, 160)
	f, _, now := phone(t)
	from := &pushed{}
	f.from = from
	next := func(file []byte) (waited time.Duration) {
		from.answers = []any{pushedFile{file, f.number + 1}}
		before := len(now.slept)
		if _, err := f.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, d := range now.slept[before:] {
			waited += d
		}
		return waited
	}
	for i := range 31 { // ten a second, for three seconds
		if waited := next(same); waited != 0 {
			t.Fatalf("picture %d: waited for %v while it may still move", i, waited)
		}
		now.at = now.at.Add(100 * time.Millisecond)
	}
	if waited := next(same); waited != idleInterval-100*time.Millisecond {
		t.Errorf("at rest the next is asked for after %v more, want %v", waited, idleInterval-100*time.Millisecond)
	}
	if waited := next(other); waited != idleInterval {
		t.Errorf("at rest the next is asked for after %v, want %v", waited, idleInterval)
	}
	if waited := next(other); waited != 0 {
		t.Errorf("something moved, and yet %v pass", waited)
	}
}
