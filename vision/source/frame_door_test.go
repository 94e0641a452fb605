package source

import (
	"errors"
	"fmt"
	"testing"

	"tilewatch/vision/picture"
)

func TestNewsAreErrorsThatNobodyTakesForAnEnd(t *testing.T) {
	for kind, want := range map[picture.StatusKind]string{picture.Fault: "fault: unplugged", picture.Recovered: "recovered: unplugged", picture.Note: "note: unplugged"} {
		var err error = &picture.Status{Kind: kind, Message: "unplugged", Frame: -1}
		if err.Error() != want {
			t.Errorf("it reads %q, want %q", err, want)
		}
		var news *picture.Status
		if wrapped := fmt.Errorf("watching: %w", err); !errors.As(wrapped, &news) || news.Kind != kind {
			t.Errorf("wrapped it is no news any more: %v", wrapped)
		}
	}
}
