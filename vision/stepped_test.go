package vision

import (
	"path/filepath"
	"testing"

	"tilewatch/engine"
)

// TestStepsTellHeightsFromAbove reads boards seen from straight above, of which the faces alone have some stacks too low. In the second
// other heights go with another pose, and only both together explain more. In the third and the fourth what is seen beside stacks tells, and in
// the fifth tiles that their letters tell lie higher than these have them.
func TestStepsTellHeightsFromAbove(t *testing.T) {
	reader := NewReader(letterNet(t))
	for _, s := range stillScenes(t, filepath.Join(filepath.Dir(stillsFolder), "steps")) {
		obs, err := reader.Still(s.picture, s.camera(), s.set())
		var n cellShares
		wrong := compareCells(&stillReading{s, obs, err}, &n)
		if n.height.right != n.height.of || n.recall.right != n.recall.of || n.height.of == 0 {
			t.Errorf("%s: %d of %d heights are right: %v %s", s.name, n.height.right, n.height.of, err, wrong)
		}
	}
}

// What a border tells is heard once, from whichever side it is asked.
func TestStepsAreHeardFromBothSides(t *testing.T) {
	b := border{a: 0, b: 2}
	for x := range b.favors {
		for y := range b.favors[x] {
			b.favors[x][y] = float64(10*x + y)
		}
	}
	var none *borders
	if told := none.at([]int{1, 1, 1}, 0, 3); told != 0 {
		t.Errorf("without steps %g is told", told)
	}
	steps := newBorders(3, []border{b})
	levels := []int{4, 5, 2}
	for _, c := range []struct {
		place int
		want  float64
	}{{0, 31}, {1, 0}, {2, 31}} {
		if told := steps.at(levels, c.place, levels[c.place]); told != c.want {
			t.Errorf("place %d is told %g, want %g", c.place, told, c.want)
		}
	}
	if all := steps.tell(levels); all != 31 {
		t.Errorf("all steps tell %g, want 31", all)
	}
	steps.drops[1] = engine.HeightLikelihoods{4: 100}
	if told, all, between := steps.at(levels, 1, 5), steps.tell(levels), steps.between(levels); told != 100 || all != 131 || between != 31 {
		t.Errorf("with the table beside place 1 it is told %g, all %g, of which %g between stacks; want 100, 131, 31", told, all, between)
	}
}
