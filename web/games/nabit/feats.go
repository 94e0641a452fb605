package nabit

import (
	"slices"
	"unicode/utf8"

	"tilewatch/web/scoreboard"
)

// Feats are the play with the most points, the longest word, and the turn that took the most words from others. A play that was taken
// back is none.
func (page) Feats(steps []scoreboard.Told) (feats []scoreboard.Feat) {
	turns := map[int]*scoreboard.Turn{} // as they stand at the end
	for _, s := range steps {
		if t := s.State.LastTurn; t != nil {
			turns[t.Number] = t
		}
	}
	points := map[int]int{}
	for _, s := range steps {
		t := s.State.LastTurn
		for i, p := range s.State.Players {
			if t != nil && p.Color == t.Player && i < len(s.Points) {
				points[t.Number] += s.Points[i]
			}
		}
	}
	for n := range len(steps) {
		t := turns[n]
		if t == nil || t.Kind != scoreboard.Played {
			continue
		}
		f := scoreboard.Feat{Player: t.Player}
		for _, w := range t.Words {
			f.Words = append(f.Words, w.Text)
		}
		f.Kind, f.N = "play", points[n]
		feats = scoreboard.Top(feats, f)
		f.Kind = "word"
		for _, w := range t.Words {
			f.Words, f.N = []string{w.Text}, utf8.RuneCountInString(w.Text)
			feats = scoreboard.Top(feats, f)
		}
		f.Kind, f.Words, f.N = "steal", nil, 0
		for _, nab := range t.Nabbed {
			if len(nab.From) == 0 {
				continue // nobody had it
			}
			f.Words, f.N = append(f.Words, nab.Word), f.N+1
			for _, c := range nab.From {
				if !slices.Contains(f.From, c) {
					f.From = append(f.From, c)
				}
			}
		}
		feats = scoreboard.Top(feats, f)
	}
	return feats
}
