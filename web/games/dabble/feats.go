package dabble

import (
	"unicode/utf8"

	"tilewatch/web/scoreboard"
)

// Feats are the rack with the most points, and the longest word.
func (page) Feats(steps []scoreboard.Told) (feats []scoreboard.Feat) {
	last := steps[len(steps)-1].State
	for _, round := range Rounds(steps) {
		for _, r := range round.Racks {
			f := scoreboard.Feat{Kind: "round", Player: last.ColorOf(r.Seat), N: r.Points}
			feats = scoreboard.Top(feats, f)
			f.Kind = "word"
			for _, w := range r.Words() {
				f.Words, f.N = []string{w}, utf8.RuneCountInString(w)
				feats = scoreboard.Top(feats, f)
			}
		}
	}
	return feats
}
