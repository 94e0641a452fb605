package nabit

import (
	"encoding/json"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine/lexicon/definitions"
	"tilewatch/engine/nabit"
	"tilewatch/web/scoreboard"
)

// verdict is how the newest challenge of the last turn ended, each word with what it means.
func (p *party) verdict(s nabit.State) *scoreboard.Verdict {
	if s.Last == nil || s.Last.Challenge == nil {
		return nil
	}
	c := s.Last.Challenge
	v := &scoreboard.Verdict{By: c.By, Upheld: c.Verdict == nabit.Upheld}
	if c.List != nil {
		v.List = c.List.Name
	}
	for _, w := range c.Words {
		judged := scoreboard.Judged{Word: w, Valid: !v.Upheld}
		listed := p.words.Current() == nil || p.words.Has(w)
		if c.List != nil {
			judged.Valid = listed
		}
		if !v.Upheld && !listed {
			v.Unlisted = append(v.Unlisted, w)
		}
		for _, sense := range definitions.In(p.words.Language(), w) {
			if len(judged.Meanings) < meaningsShown {
				judged.Meanings = append(judged.Meanings, sense.Text)
			}
		}
		v.Words = append(v.Words, judged)
	}
	return v
}

// meaningsShown is how many meanings of a word a page shows.
const meaningsShown = 2

// list is what the list is called that judges here; empty: there is none.
func (p *party) list() string {
	if p.words.Current() == nil {
		return ""
	}
	return p.words.Name()
}

// addWords is a command: the words that the players have just accepted, and that the list lacks, count at this table from now on.
const addWords = "add_words"

func (p *party) addWords(json.RawMessage) game.Said {
	v := p.verdict(p.state())
	if v == nil || len(v.Unlisted) == 0 {
		return refuse("there is no word to add: players must have accepted one that the list lacks")
	}
	if err := p.words.Add(v.Unlisted); err != nil {
		return refuse(err.Error())
	}
	return p.did(scoreboard.Notice{Kind: addWords, Deed: scoreboard.Deed{Type: addWords, Words: v.Unlisted}})
}
