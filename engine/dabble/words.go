package dabble

import (
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
)

// dictionary wraps the caller's word list; nil without one.
func dictionary(words game.Words) Dictionary {
	if words == nil {
		return nil
	}
	if d, ok := words.(Dictionary); ok {
		if l, ok := words.(*lexicon.Lexicon); ok && l == nil {
			return nil
		}
		return d
	}
	return plain{words}
}

// plain is a list without patterns: a blank fits only if its letter was declared.
type plain struct{ game.Words }

func (plain) Matches(string, int) []string { return nil }

// listed is a word list with a name.
type listed interface {
	Name() string
	Len() int
	Hash() string
}

// spoken is the list for the options' language: where the game's own list is given and Spanish is played, the Spanish one.
func spoken(d Dictionary, o Options) Dictionary {
	if l, ok := d.(listed); ok && o.Language == Spanish && l.Name() == lexicon.NameFor("dabble") {
		return lexicon.SpanishWords()
	}
	return d
}

// recorded is the list that a kept game names; nil if the table's own judges, which may have more words, or the list is not there.
func recorded(name string, d Dictionary) Dictionary {
	at, ok := d.(listed)
	if l := lexicon.Recorded(name, nil); l != nil && !(ok && l == lexicon.Recorded(at.Name(), nil)) {
		return l
	}
	return nil
}

// judges are the words that count in this game.
func (p *Position) judges(d Dictionary) Dictionary {
	if p.words != nil {
		return p.words
	}
	return spoken(d, p.options)
}

// listOf says which list judges; nil if there is none, or one without a name.
func listOf(d Dictionary, o Options) *List {
	if l, ok := spoken(d, o).(listed); ok {
		return &List{l.Name(), l.Len(), l.Hash()}
	}
	return nil
}
