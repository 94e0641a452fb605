package scoreboard

import "tilewatch/engine"

// Feat is something that a game is remembered for: its best play, its longest word. The text "feat.KIND" is its title, and
// "feat.KIND.n" says N in its unit.
type Feat struct {
	Kind   string
	Player engine.Color
	Words  []string
	N      int
	From   []engine.Color // whom it was taken from
}

// Remembering is a Game that knows what a whole game is remembered for. The start is the first of the steps.
type Remembering interface {
	Feats(steps []Told) []Feat
}

// Top keeps the best of several feats of a kind: the first one with the most.
func Top(feats []Feat, f Feat) []Feat {
	for i, known := range feats {
		if known.Kind == f.Kind {
			if f.N > known.N {
				feats[i] = f
			}
			return feats
		}
	}
	if f.N <= 0 {
		return feats
	}
	return append(feats, f)
}
