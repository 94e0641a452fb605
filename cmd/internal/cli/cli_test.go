package cli

import (
	"errors"
	"io"
	"testing"

	"github.com/spf13/cobra"

	"tilewatch/engine"
)

type closer struct{ err error }

func (c closer) Close() error { return c.err }

func TestAFailureIsNotTheCallersMistake(t *testing.T) {
	var failure Failure
	if err := Fail(io.ErrClosedPipe); !errors.As(err, &failure) || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%#v", err)
	}
	if errors.As(ErrFailed, &failure) {
		t.Error("inputs that failed are a failure of the program")
	}
	graver := errors.New("graver")
	if err := Closing(closer{io.ErrClosedPipe}, graver); err != graver {
		t.Errorf("closing hides %v", err)
	}
	if err := Closing(closer{io.ErrClosedPipe}, nil); !errors.As(err, &failure) {
		t.Errorf("what cannot be closed is no failure: %v", err)
	}
	if err := Closing(closer{}, nil); err != nil {
		t.Error(err)
	}
}

func TestFlagsComeBeforeInputs(t *testing.T) {
	args := SomeInputs("photo")
	for _, c := range []struct {
		args []string
		ok   bool
	}{{nil, false}, {[]string{"a.jpg"}, true}, {[]string{"-"}, true}, {[]string{"a.jpg", "--json"}, false}} {
		if err := args(&cobra.Command{}, c.args); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

func TestColorsAsTexts(t *testing.T) {
	if got := Names([]engine.Color{engine.Red, engine.Green}); got != "red, green" {
		t.Errorf("%q", got)
	}
	if got := Names(nil); got != "nobody" {
		t.Errorf("%q", got)
	}
	if got := ColorNames(nil); got == nil {
		t.Error("no colors are null in JSON")
	}
}
