package follow

import (
	"testing"

	"tilewatch/engine"
)

// TestADoubtOfSomePicturesIsNotAsked: a hand looks like a plastic for a moment.
func TestADoubtOfSomePicturesIsNotAsked(t *testing.T) {
	sure := engine.Plastic{Color: engine.Yellow, Or: engine.Red, Confidence: 0.999}
	doubtful := sure
	doubtful.Confidence = 0.7
	for name, c := range map[string]struct {
		sure, doubtful int
		want           bool
	}{
		"from the first picture on": {0, leastDoubts, true},
		"in too few pictures":       {0, leastDoubts - 1, false},
		"after many sure ones":      {70, 20, false},
		"longer than it was sure":   {3, 3 + leastDoubts, true},
	} {
		f := &Follower{doubts: map[engine.Color]int{}}
		for range c.sure {
			f.doubtNames([]engine.Plastic{sure})
		}
		for range c.doubtful {
			f.doubtNames([]engine.Plastic{doubtful})
		}
		f.newest.Plastics = []engine.Plastic{doubtful}
		if _, _, asked := f.unnamed(); asked != c.want {
			t.Errorf("%s: asked is %v", name, asked)
		}
	}
}
