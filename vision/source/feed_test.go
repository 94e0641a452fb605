package source

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// scriptedFeed sends these, one after the other: "p" and "pause" are pictures, "photo" is one of a table at rest.
type scriptedFeed struct {
	script []string
	taken  int
}

func (*scriptedFeed) String() string { return "Ana's phone" }

func (f *scriptedFeed) Next(ctx context.Context) ([]byte, int, bool, error) {
	if len(f.script) == 0 {
		return nil, 0, false, io.EOF
	}
	next := f.script[0]
	f.script = f.script[1:]
	time.Sleep(50 * time.Millisecond)
	switch next {
	case "gone":
		return nil, 0, false, errors.New("the phone has left: open its page again")
	case "garbage":
		f.taken++
		return []byte("\xff\xd8\xff no picture"), f.taken, false, nil
	case "silence":
		<-ctx.Done()
		return nil, 0, false, ctx.Err()
	case "damaged":
		f.taken++
		return []byte("\xff\xd8\xff no picture"), f.taken, true, nil
	case "pause": // of somebody who thinks about a turn
		time.Sleep(10 * time.Minute)
	case "skip": // a frame came that was not taken
		f.taken++
	}
	f.taken++
	var file bytes.Buffer
	err := jpeg.Encode(&file, testPicture(f.taken), nil)
	return file.Bytes(), f.taken, next == "photo", err
}

func TestAFeed(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"pictures":                                       {"p p p", "0 1 2"},
		"pictures nobody took are counted":               {"p skip p", "0 2 3"},
		"before the first picture all is well":           {"gone gone p", "0"},
		"a goodbye is a fault, and a picture ends it":    {"p gone p p", "0 fault@0 recovered@0 1 2"},
		"silence is a fault":                             {"p silence p", "0 fault@0 recovered@0 1"},
		"a goodbye after silence is no second fault":     {"p silence gone p", "0 fault@0 recovered@0 1"},
		"a damaged picture is left out":                  {"p garbage p", "0 2"},
		"nothing but damaged pictures is a fault, once":  {"p garbage garbage garbage garbage p", "0 fault@3 recovered@4 5"},
		"no picture after a photo is no fault":           {"photo pause p", "0 1 2"},
		"a damaged photo is a fault at once":             {"photo damaged photo", "0 fault@1 recovered@1 2"},
		"damaged pictures only are a fault from scratch": {"garbage garbage garbage p", "fault@2 recovered@2 3"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := OpenFeed(&scriptedFeed{script: strings.Fields(c.script)})
				defer source.Close()
				if got := newsOf(t, source); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
			})
		})
	}
}
