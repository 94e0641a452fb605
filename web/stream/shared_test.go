package stream

import (
	"testing"

	"tilewatch/web/scoreboard"
)

func TestSharedNumbers(t *testing.T) {
	table := NewTable("1")
	t.Cleanup(table.Close)
	table.NumberFrom(0)
	first, err := table.State()
	if err != nil || first.Seq >= numberStep {
		t.Errorf("before anything is shown the number is %d, the clock's: %v", first.Seq, err)
	}
	begun, _ := table.Publish(scoreboard.State{Turn: 1})
	if begun <= first.Seq || begun >= numberStep {
		t.Errorf("number %d after %d", begun, first.Seq)
	}
	table.NumberFrom(7)
	for want := uint64(7 * numberStep); want < 7*numberStep+2; want++ {
		if got, err := table.Publish(scoreboard.State{Turn: int(want)}); got != want || err != nil {
			t.Errorf("number %d, not %d: %v", got, want, err)
		}
	}
}

func TestWhatIsHeldBackOutlivesADress(t *testing.T) {
	table := NewTable("1")
	t.Cleanup(table.Close)
	table.Hold()
	if _, err := table.Publish(scoreboard.State{Turn: 3}); err != nil {
		t.Fatal(err)
	}
	if err := table.Dress(func(s scoreboard.State) scoreboard.State { s.StatusText = "dressed"; return s }); err != nil {
		t.Fatal(err)
	}
	table.Release(true)
	if s, err := table.State(); err != nil || s.Turn != 3 || s.StatusText != "dressed" {
		t.Errorf("shown is %+v, %v", s, err)
	}
}
