package bank

import (
	"math"
	"math/rand/v2"
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

// shown is a picture of red's bank that makes more tiles than known likelier by so many nats.
func shown(known int, nats float64) engine.Bank {
	b := engine.Bank{Color: red, Tiles: known}
	b.Chances[known+1] = 1 / (1 + math.Exp(-nats))
	b.Chances[known] = 1 - b.Chances[known+1]
	if nats > 0 {
		b.Tiles++
	}
	return b
}

// A pile may be misjudged in any way, as long as it is misjudged alike: however it appeared before, it has grown if it looks like more than before.
func TestABankGrowsWhereItLooksLikeMoreThanBefore(t *testing.T) {
	as := func(p Prior) func(engine.Bank) Prior { return func(engine.Bank) Prior { return p } }
	r := rand.New(rand.NewPCG(7, 3))
	for range 500 {
		known, bias := r.IntN(6), -4.4+5.4*r.Float64() // as it was seen in films
		banks := New()
		banks.Known[red] = known
		judged := func(nats float64, prior Prior) int { return banks.Judge(shown(known, nats), as(prior)).Tiles }
		noise := func() float64 { return r.Float64() - 0.5 }
		for i := range 10 {
			if got := judged(bias+noise(), Doubtful); i >= leastLook && got != known {
				t.Fatalf("nobody owes it a tile: %d tiles that look like more by %.1f nats are %d", known, bias, got)
			}
		}
		if got := judged(bias+noise(), Due); got != known {
			t.Fatalf("%d tiles that look as before, like more by %.1f nats, are %d", known, bias, got)
		}
		for _, prior := range []Prior{Due, Late} {
			if got := judged(bias+max(2.3+r.Float64(), -0.9-bias), prior); got != known+1 {
				t.Fatalf("%d tiles that look like more than before, when they did by %.1f nats, are %d", known, bias, got)
			}
		}
		if known > 0 {
			fewer := engine.Bank{Color: red, Tiles: known - 1}
			fewer.Chances[known-1], fewer.Chances[known] = 0.99, 0.01
			if got := banks.Judge(fewer, as(Doubtful)); got.Tiles != known-1 {
				t.Fatalf("surely fewer than %d are %d", known, got.Tiles)
			}
		}
	}
}

func TestAPictureWithoutChancesIsTakenAtItsWord(t *testing.T) {
	banks := New()
	banks.Known[red] = 1
	if got := banks.Judge(engine.Bank{Color: red, Tiles: 3}, func(engine.Bank) Prior { return Late }); got.Tiles != 3 {
		t.Errorf("three are %d", got.Tiles)
	}
}
