package bank

import (
	"testing"

	"tilewatch/engine"
)

const red = engine.Red

func TestAChangeNeedsAsManyPicturesAsItsPriorAsks(t *testing.T) {
	for _, test := range []struct {
		rule       string
		prior      Prior
		perWindow  int // pictures between two hands
		afterwards int // pictures after which the count changes; 0: never in 60
	}{
		{"a bank that is due changes after three pictures of one window", Due, 60, 3},
		{"a late one needs two windows", Late, 2, 3},
		{"a late one never changes within one window", Late, 60, 0},
		{"a possible one needs eight pictures in three windows", Possible, 3, 8},
		{"three windows are too few pictures if each has one", Possible, 1, 8},
		{"a doubtful one needs 24 pictures", Doubtful, 4, 24},
		{"a doubtful one needs six windows", Doubtful, 10, 51},
	} {
		banks, changed := New(), 0
		for i := 1; i <= 60 && changed == 0; i++ {
			if banks.Contradict(engine.Bank{Color: red, Tiles: 2}, (i-1)/test.perWindow, test.prior) {
				changed = i
			}
		}
		if changed != test.afterwards {
			t.Errorf("%s: it changed after %d pictures, not %d", test.rule, changed, test.afterwards)
		}
		if known := banks.Known[red] == 2; known != (changed > 0) {
			t.Errorf("%s: the known count is %d", test.rule, banks.Known[red])
		}
	}
}

func TestPicturesThatDisagreeBeginTheVoteAgain(t *testing.T) {
	banks := New()
	for _, tiles := range []int{1, 1, 2, 1, 1} {
		if banks.Contradict(engine.Bank{Color: red, Tiles: tiles}, 0, Due) {
			t.Fatalf("the count changed to %d though no three pictures in a row agree", tiles)
		}
	}
	banks.Confirm(red, 0)
	if banks.Contradict(engine.Bank{Color: red, Tiles: 1}, 0, Due) {
		t.Error("votes from before a picture of the known count still count")
	}
	if !banks.Awaits(0) || banks.Awaits(1) {
		t.Error("a due bank is awaited in the window that votes for it, and in no other")
	}
}

func TestACountAgainstItsPriorStaysInDoubtUntilManyPicturesConfirmIt(t *testing.T) {
	banks := New()
	for i := range 24 {
		banks.Contradict(engine.Bank{Color: red, Tiles: 3}, i/4, Doubtful)
	}
	if !banks.InDoubt(red) || !banks.AnyInDoubt() {
		t.Fatal("a count against its prior is trusted at once")
	}
	for i := range 24 {
		if banks.Confirm(red, 10+i/8); i < 23 && !banks.InDoubt(red) {
			t.Fatalf("the count is trusted after %d pictures", i+1)
		}
	}
	if banks.InDoubt(red) || banks.AnyInDoubt() {
		t.Error("24 pictures in three windows leave the doubt")
	}
}

func TestTheFirstPicturesBanksCountButStayInDoubt(t *testing.T) {
	banks := New()
	banks.Begin([]engine.Bank{{Color: red, Tiles: 2}, {Color: engine.Green, Tiles: 25}, {Color: engine.Yellow, Tiles: 0}})
	if got := banks.Positive(); len(got) != 1 || got[red] != 2 {
		t.Errorf("the banks are %v", got)
	}
	if !banks.InDoubt(red) || !banks.AnyInDoubt() {
		t.Error("a bank that nobody saw grow is trusted")
	}
}
