package lanname

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestEachComputerTakesAName has two servers in one network, and a computer that asks for the first one's.
func TestEachComputerTakesAName(t *testing.T) {
	ctx, end := context.WithTimeout(t.Context(), 30*time.Second)
	defer end()
	names, ended := make(chan string), make(chan error, 2)
	for _, want := range []string{"tilewatch.local", "tilewatch-2.local"} {
		go func() { ended <- Answer(ctx, true, func(name string) { names <- name }) }()
		select {
		case got := <-names:
			if got != want {
				t.Fatalf("it takes %s, want %s", got, want)
			}
		case err := <-ended:
			if errors.Is(err, ErrNoMulticast) {
				t.Skip(err)
			}
			t.Fatal(err)
		}
	}
	if at, taken, err := Ask(ctx, Name, true); err != nil || !taken || !at.IsValid() {
		t.Errorf("%s is at %v, %v: %v", Name, at, taken, err)
	}
	if at, taken, err := Ask(ctx, "tilewatch-3.local", true); err != nil || taken {
		t.Errorf("a name that nobody has is at %v, %v: %v", at, taken, err)
	}
	end()
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
