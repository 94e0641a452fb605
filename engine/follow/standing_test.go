package follow_test

import "testing"

func TestStacksThatAreRecordedAreTold(t *testing.T) {
	table := newTable(red, green)
	table.see(3).lay(red, 0, 0, "GAME").see(4).told()
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
	if got := table.told(); high != 1 {
		t.Errorf("after %s, %d stacks are two high, want one", got, high)
	}
	table.pose.Center.X += 300 // slid away
	table.frame += 20
	table.keep(1)
	if got := table.Stacks(); len(got) != 0 {
		t.Errorf("while the structure moves %d stacks are told to lie where they lay", len(got))
	}
}
