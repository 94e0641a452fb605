package vision

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
)

func TestAStackHidesWhatLiesBehindIt(t *testing.T) {
	p := tiltedPose()
	var front, behind engine.Place
	// The eye's foot tells which neighbor lies behind.
	col, row, _ := p.eye()
	switch {
	case col*col > row*row && col > 0:
		behind.Col = -1
	case col*col > row*row:
		behind.Col = 1
	case row > 0:
		behind.Row = -1
	default:
		behind.Row = 1
	}
	for _, c := range []struct {
		name    string
		stacks  stacks
		at      engine.Place
		visible bool
	}{
		{"a tile beside one of its height is seen whole", stacks{front: 1, behind: 1}, behind, true},
		{"a tile behind a stack of four is not", stacks{front: 4, behind: 1}, behind, false},
		{"the stack in front of a tile is", stacks{front: 4, behind: 1}, front, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := structure{pose: p, cells: c.stacks}
			hides := s.coverOf(c.at, c.stacks[c.at])
			if seen := hides.visible(1); (seen == 1) != c.visible || seen < 0.05 {
				t.Errorf("%.2f of it is seen", seen)
			}
		})
	}
	s := structure{pose: p, cells: stacks{behind: 1}, before: stacks{front: 4}}
	if hides := s.coverOf(behind, 1); hides.visible(1) == 1 {
		t.Error("a stack that is overlooked in this picture hides nothing")
	}
}

func TestWhatIsHiddenOfALetterIsNotHeldAgainstOthers(t *testing.T) {
	var letters ocr.Letters
	for k := range letters {
		for i := range letters[k] {
			letters[k][i] = -12
		}
	}
	letters[0]['I'-'A'], letters[0][engine.BlankIndex] = 0, -1
	var half cover
	for row := range half {
		for col := range half[row] {
			half[row][col] = row < coverGrid/2
		}
	}
	half.temper(&letters, true)
	if i, other := letters[0]['I'-'A'], letters[0]['T'-'A']; i <= other || i-other > 6 {
		t.Errorf("of a half hidden face an I is likelier than a T by %.1f", i-other)
	}
	if letters[0][engine.BlankIndex] > notBlank {
		t.Error("a face that shows print passes for a blank")
	}
}
