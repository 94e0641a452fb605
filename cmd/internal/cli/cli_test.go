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
	if err := Closing(closer{io.ErrClosedPipe}, graver); !errors.Is(err, graver) {
		t.Errorf("closing hides %v", err)
	}
	if err := Closing(closer{io.ErrClosedPipe}, nil); !errors.As(err, &failure) {
		t.Errorf("what cannot be closed is no failure: %v", err)
	}
	if err := Closing(closer{}, nil); err != nil {
		t.Error(err)
	}
}

func TestSomeInputIsWanted(t *testing.T) {
	args := SomeInputs("photo")
	if err := args(&cobra.Command{}, nil); err == nil || err.Error() != "no photo given: name at least one" {
		t.Error(err)
	}
	if err := args(&cobra.Command{}, []string{"a.jpg"}); err != nil {
		t.Error(err)
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
