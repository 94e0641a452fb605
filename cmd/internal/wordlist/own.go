package wordlist

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/engine/lexicon"
	"tilewatch/web/desk"
)

// mostOwn is how many words a table may have of its own: more are a list, to be uploaded. mostSteps of its changes can be undone.
const mostOwn, mostSteps = 20_000, 50

// Mark says of words whether they count at this table, whatever list is chosen. All of them are one step, to be undone.
func (l *List) Mark(words []string, mark desk.WordMark) error {
	return l.change(func(k *kept) error {
		marks := map[string]desk.WordMark{}
		spelled, err := l.spelled(k, words)
		for _, word := range spelled {
			marks[word] = mark
		}
		return errors.Join(err, k.mark(marks))
	})
}

// spelled are words as the chosen list spells them.
func (l *List) spelled(k *kept, words []string) (spelled []string, err error) {
	for _, word := range words {
		plain, err := lexicon.Spelled(l.game, k.chosen(l.usual), word)
		if err != nil {
			return nil, err
		}
		spelled = append(spelled, plain)
	}
	return spelled, nil
}

// Import marks the words of a text, as desk.WordLists says.
func (l *List) Import(text string) error {
	return l.change(func(k *kept) error {
		changes, err := lexicon.Changes(l.game, k.chosen(l.usual), strings.NewReader(text))
		if err != nil {
			return err
		}
		marks := map[string]desk.WordMark{}
		for word, added := range changes {
			if marks[word] = desk.Never; added {
				marks[word] = desk.Accepted
			}
		}
		return k.mark(marks)
	})
}

// Undo takes back the step of that number, if it is still the newest.
func (l *List) Undo(number int) error {
	return l.change(func(k *kept) error {
		n := len(k.Steps)
		if n == 0 || k.Steps[n-1].Number != number {
			return desk.ErrLater
		}
		marks := k.marks()
		for word, before := range k.Steps[n-1].Before {
			marks[word] = before
		}
		k.Steps = k.Steps[:n-1]
		k.set(marks)
		return nil
	})
}

// Ask keeps words that a player would have the host add.
func (l *List) Ask(words []string) error {
	return l.change(func(k *kept) error {
		spelled, err := l.spelled(k, words)
		for _, word := range spelled {
			if !slices.Contains(k.Asked, word) {
				k.Asked = append(k.Asked, word)
			}
		}
		if len(k.Asked) > mostAsked {
			return errors.New("many words wait for the host already: ask the host to look at them first")
		}
		return err
	})
}

// mostAsked is how many words may wait for the host.
const mostAsked = 100

// Decline forgets that a player has asked for the words.
func (l *List) Decline(words []string) error {
	return l.change(func(k *kept) error {
		k.Asked = slices.DeleteFunc(k.Asked, func(w string) bool { return slices.Contains(words, w) })
		return nil
	})
}

// marks are the table's own words.
func (k *kept) marks() map[string]desk.WordMark {
	marks := make(map[string]desk.WordMark, len(k.Added)+len(k.Never))
	for _, word := range k.Added {
		marks[word] = desk.Accepted
	}
	for _, word := range k.Never {
		marks[word] = desk.Never
	}
	return marks
}

// mark marks words in one step. What players asked for is answered by it.
func (k *kept) mark(changes map[string]desk.WordMark) error {
	marks, before := k.marks(), map[string]desk.WordMark{}
	for word, mark := range changes {
		if marks[word] != mark {
			before[word], marks[word] = marks[word], mark
		}
	}
	k.Asked = slices.DeleteFunc(k.Asked, func(w string) bool { return changes[w] != desk.Unmarked })
	if len(before) == 0 {
		return nil
	}
	k.set(marks)
	if n := len(k.Added) + len(k.Never); n > mostOwn {
		return fmt.Errorf("%d words of a table's own are too many (limit %d): upload them as a list", n, mostOwn)
	}
	k.Edits++
	k.Steps = append(k.Steps, desk.Step{Number: k.Edits, Time: time.Now().UTC().Truncate(time.Second), Before: before})
	k.Steps = k.Steps[max(0, len(k.Steps)-mostSteps):]
	return nil
}

// set has these be the own words, in alphabetical order.
func (k *kept) set(marks map[string]desk.WordMark) {
	k.Added, k.Never = nil, nil
	for word, mark := range marks {
		switch mark {
		case desk.Accepted:
			k.Added = append(k.Added, word)
		case desk.Never:
			k.Never = append(k.Never, word)
		}
	}
	slices.Sort(k.Added)
	slices.Sort(k.Never)
}

// changed is the list with the own words; nil without a list.
func (k *kept) changed(words *lexicon.Lexicon) *lexicon.Lexicon {
	if words == nil {
		return nil
	}
	return words.Changed(k.Added, k.Never)
}
