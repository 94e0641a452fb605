package source

import (
	"errors"
	"fmt"
	"testing"
)

func TestNewsAreErrorsThatNobodyTakesForAnEnd(t *testing.T) {
	for kind, want := range map[StatusKind]string{Fault: "fault: unplugged", Recovered: "recovered: unplugged", Note: "note: unplugged"} {
		var err error = &Status{Kind: kind, Message: "unplugged", Frame: -1}
		if err.Error() != want {
			t.Errorf("it reads %q, want %q", err, want)
		}
		var news *Status
		if wrapped := fmt.Errorf("watching: %w", err); !errors.As(wrapped, &news) || news.Kind != kind {
			t.Errorf("wrapped it is no news any more: %v", wrapped)
		}
	}
}
