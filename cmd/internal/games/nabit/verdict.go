package nabit

import (
	"tilewatch/engine/nabit"
	"tilewatch/web/scoreboard"
)

// verdict is how the newest challenge of the last turn ended.
func (p *party) verdict(s nabit.State) *scoreboard.Verdict {
	if s.Last == nil || s.Last.Challenge == nil {
		return nil
	}
	c := s.Last.Challenge
	v := &scoreboard.Verdict{By: c.By, Of: s.Last.Player, Upheld: c.Verdict == nabit.Upheld}
	if c.List != nil {
		v.List = c.List.Name
	}
	for _, w := range c.Words {
		judged := scoreboard.Judged{Word: w, Valid: !v.Upheld}
		if c.List != nil {
			judged.Valid = p.words.Current() == nil || p.words.Has(w)
		}
		v.Words = append(v.Words, judged)
	}
	return v
}
