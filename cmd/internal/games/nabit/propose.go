package nabit

import (
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/scoreboard"
)

// propose is the question that the game itself puts, where the camera has none: is it over, what does a blank stand for, where is
// the board. Each is put once, and stays until somebody answers or it has settled itself; the game goes on meanwhile. nil: none.
func (d *asking) propose(s nabit.State) *openQuestion {
	if d.blind() || s.Life == engine.Ended {
		return nil
	}
	for _, q := range []*openQuestion{d.missing(s), d.ending(s), d.whose(), d.unsettled(s)} {
		if q != nil && !slices.Contains(d.dismissed, q.id) {
			return q
		}
	}
	return nil
}

// missing asks what happened to a board that the camera no longer finds.
func (d *asking) missing(s nabit.State) *openQuestion {
	if !d.follower.Astray() {
		return nil
	}
	q := &openQuestion{id: fmt.Sprintf("missing-%d", s.Turn)}
	if d.follower.Lies() {
		q.options = append(q.options, d.here())
	}
	q.options = append(q.options, option{scoreboard.Answer{Kind: "over"}, &nabit.Event{Type: nabit.Finished}, nil}, d.wait(q.id))
	return q
}

// whose asks once whose the tiles of a color are, where two names are about as likely.
func (d *asking) whose() *openQuestion {
	p, names, ok := d.follower.Unnamed()
	if !ok {
		return nil
	}
	q := &openQuestion{id: fmt.Sprintf("whose-%s", p.Color), patch: p.Hex()}
	for _, c := range names {
		named := func() bool { d.dismissed = append(d.dismissed, q.id); return d.follower.Name(p.Color, c) }
		q.options = append(q.options, option{scoreboard.Answer{Kind: "whose", Player: c}, nil, named})
	}
	return q
}

// ending asks whether the game is over, when the count of tiles or the passes say so, and who went out.
func (d *asking) ending(s nabit.State) *openQuestion {
	if !s.Over {
		return nil
	}
	q := &openQuestion{id: fmt.Sprintf("end-%d-%s", s.Turn, s.Out)}
	if s.Out != engine.NoColor {
		q.options = append(q.options, option{scoreboard.Answer{Kind: "out", Player: s.Out}, &nabit.Event{Type: nabit.Finished, Out: s.Out}, nil})
	}
	q.options = append(q.options, option{scoreboard.Answer{Kind: "over"}, &nabit.Event{Type: nabit.Finished}, nil}, d.wait(q.id))
	return q
}

// wait is the answer that leaves all as it is: the question is not put again.
func (d *asking) wait(id string) option {
	return option{scoreboard.Answer{Kind: "goes_on"}, nil, func() bool { d.dismissed = append(d.dismissed, id); return true }}
}

// here is the answer that replaces the record by the tiles on the table.
func (d *asking) here() option {
	return option{scoreboard.Answer{Kind: "here"}, nil, d.follower.StartHere}
}

// parted adds the answers to a question about places where table and record differ.
func (q *openQuestion) parted(d *asking) {
	q.differs = differing(q.line.Differs)
	record := option{scoreboard.Answer{Kind: "record"}, nil, func() bool { d.follower.KeepRecord(); return true }}
	q.options = append(q.options, d.here(), record)
}

// differing are the places as the pages show them.
func differing(all []follow.Difference) []scoreboard.Differ {
	var out []scoreboard.Differ
	for _, d := range all {
		out = append(out, scoreboard.Differ{Place: d.Place, Recorded: d.Recorded, Seen: d.Seen})
	}
	return out
}

// differ looks again where table and record differ, if that is what is asked: tiles may have been put back, turns corrected, and the
// question has settled itself, or more may have come.
func (d *asking) differ() {
	q := d.open
	if q == nil || len(q.line.Differs)+len(q.line.Totals) == 0 {
		return
	}
	q.differs, q.totals = nil, nil
	if len(q.line.Differs) > 0 {
		q.differs = differing(d.follower.Differences())
	}
	for _, t := range q.line.Totals {
		if recorded := d.follower.Total(t.Player); recorded != t.Seen {
			q.totals = append(q.totals, scoreboard.Total{Player: t.Player, Seen: t.Seen, Recorded: recorded})
		}
	}
	if len(q.differs)+len(q.totals) == 0 {
		d.open = nil
	}
}

// wonders reports whether there is a question of whose tiles a color's are that is not on the page yet.
func (d *asking) wonders() bool {
	q := d.whose()
	return d.proposed == nil && q != nil && !slices.Contains(d.dismissed, q.id)
}

// mostLetters is how many letters are offered for a blank; the sheet of its tile has all.
const mostLetters = 8

// unsettled asks the owner of a blank for its letter, where the words leave it open.
func (d *asking) unsettled(s nabit.State) *openQuestion {
	for _, t := range slices.Backward(s.Turns) {
		for _, p := range t.Placements {
			top := s.Board[p.Place]
			if t.Withdrawn || !p.Blank || top.Letter != engine.Unsettled || !top.Blank || top.Color != t.Player {
				continue
			}
			place := p.Place
			q := &openQuestion{id: fmt.Sprintf("blank-%d-%d,%d", t.Number, place.Row, place.Col), turn: t.Number, place: &place, owner: t.Player}
			letters := d.fitting(s.Board, place)
			for _, l := range letters[:min(len(letters), mostLetters)] {
				settled := slices.Clone(t.Placements)
				settled[slices.Index(settled, p)].Letter = l
				q.options = append(q.options, option{scoreboard.Answer{Kind: "letter", Letter: l, Blank: true, Chance: 1 / float64(len(letters))},
					&nabit.Event{Type: nabit.Corrected, Turn: t.Number, Placements: settled}, nil})
			}
			return q
		}
	}
	return nil
}
