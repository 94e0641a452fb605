package search

import (
	"testing"

	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/picture"
)

func TestMarksOnOtherStructuresAreNoLooseTiles(t *testing.T) {
	s, other := foundLine(6, 4), shifted(foundLine(5, 4), 4)
	own, others := s.FaceMiddles(), other.FaceMiddles()
	s.Marks = []marks.Mark{{At: own[0]}, {At: others[0]}, {At: others[4]}}
	s.RackLines = []hypothesis.Line{{}}
	before := s.Marks
	DropMarksOf(s, nil)
	if len(s.Marks) != 3 || s.RackLines == nil {
		t.Error("marks are dropped although there is no other structure")
	}
	DropMarksOf(s, []hypothesis.Hypothesis{*other})
	if len(s.Marks) != 1 || s.Marks[0].At != own[0] || s.RackLines != nil {
		t.Errorf("%d marks are left, want the one on the structure", len(s.Marks))
	}
	if before[1].At != others[0] {
		t.Error("the picture's own list of marks changed")
	}
}

func TestEachSecondaryStructureHasAWarning(t *testing.T) {
	all := SecondaryWarnings([]hypothesis.Hypothesis{*foundLine(5, 4), *foundLine(8, 4)})
	if len(all) != 2 || all[0].Code != "second_structure" {
		t.Errorf("warnings %v, want one for each", all)
	}
}

func TestARackIsNoLargestStructure(t *testing.T) {
	f := &Finder{Raster: new(picture.Raster)}
	s := foundLine(1, 4)
	if got := f.Largest(s); got != s || len(f.Beside) != 0 {
		t.Error("something is found beside a single tile")
	}
}
