package follow_test

import "testing"

func TestStacksThatAreRecordedAreReported(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4).reported()
	if got := table.Stacks(); len(got) != 4 {
		t.Fatalf("of four tiles %d stacks are told", len(got))
	}
	table.lay(green, 0, 0, "C").see(8)
	high := 0
	for _, s := range table.Stacks() {
		if s.Height == 2 {
			high++
		}
	}
	if got := table.reported(); high != 1 {
		t.Errorf("after %s, %d stacks are two high, want one", got, high)
	}
	table.pose.Center.X += 300 // slid away
	table.frame += 20
	table.keep(1)
	if got := table.Stacks(); len(got) != 0 {
		t.Errorf("while the structure moves %d stacks are told to lie where they lay", len(got))
	}
}

func TestWhatLiesThereFromTheStartIsNobodysPlayButTheBeginners(t *testing.T) {
	for _, test := range []struct {
		rule string
		lay  func(*table)
		want string
	}{
		{"the first player may have played before the watch began", func(t *table) { t.lay(red, 0, 0, "GAME") }, "play red GAME"},
		{"another's tiles are of a game that is under way", func(t *table) { t.lay(green, 0, 0, "GAME") }, "joined"},
	} {
		table := newTable(red, green)
		test.lay(table)
		table.keep(12)
		if got := table.reported(); got != test.want {
			t.Errorf("%s: told %q, want %q", test.rule, got, test.want)
		}
	}
}

func TestATileThatIsNewAfterAHandIsNotLostAmongThePicturesBefore(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(20).reported()
	table.lay(green, 1, 0, "O").see(1)
	table.keep(4)
	if got := table.reported(); got != "play green GO" {
		t.Errorf("five pictures after it was laid, told %q", got)
	}
}
