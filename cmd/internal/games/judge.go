package games

import "tilewatch/engine/journal"

// Judge checks the events of games, in order, as they are read: the first that could not be shown again is an error. The zero value is
// ready; an event numbered 1 begins another game. Games that this program does not know are not judged.
type Judge struct {
	take func(journal.Event) error
}

// Take judges the next event.
func (j *Judge) Take(e journal.Event) error {
	if e.Seq == 1 || j.take == nil {
		j.take = func(journal.Event) error { return nil }
		if which, err := Find(e.Kind); err == nil {
			j.take = which.Judge()
		}
	}
	return j.take(e)
}

// Shown plays the whole game as the list and the pages do; an error says why they could not show it. One that this program does not
// know is only kept.
func Shown(g journal.Game) error {
	which, err := Find(g.Kind)
	if err != nil {
		return nil
	}
	if _, err = which.Summary(g); err == nil {
		_, err = which.Retold(g)
	}
	return err
}
