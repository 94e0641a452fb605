package pipeline

import (
	"testing"
	"time"
)

func TestHowOftenPicturesComeIsSaidInRoundNumbers(t *testing.T) {
	for each, want := range map[time.Duration]string{
		500 * time.Millisecond: "2 pictures a second", 800 * time.Millisecond: "1 picture a second", 1400 * time.Millisecond: "1 picture a second",
		2 * time.Second: "1 picture in 2 seconds", 5200 * time.Millisecond: "1 picture in 5 seconds",
	} {
		if got := often(each); got != want {
			t.Errorf("a picture each %v: %s, want %s", each, got, want)
		}
	}
}
