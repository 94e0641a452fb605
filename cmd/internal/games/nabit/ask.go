package nabit

import (
	"encoding/json"
	"fmt"
	"strings"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/scoreboard"
)

// asking is what people are asked.
type asking struct {
	*party
	open *openQuestion // of the camera
	// proposed is the game's own question, shown while the camera has none; dismissed are the names of those already answered.
	proposed  *openQuestion
	dismissed []string
	asked     int // questions so far
}

// ask is the question for a page: the camera's, else the game's own.
func (d *asking) ask(s nabit.State) (ask *scoreboard.Ask, question string) {
	d.differ()
	q := d.open
	if d.proposed = nil; q == nil {
		d.proposed = d.propose(s)
		q = d.proposed
	}
	if ask, question = q.card(); ask != nil {
		ask.Picture = !d.blind()
	}
	return ask, question
}

// openQuestion is what the camera could not decide by itself, until a person or a later picture does.
type openQuestion struct {
	id      string
	line    follow.Line
	turn    int // the turn whose reading is in question; 0: no line reported one
	options []option
	place   *engine.Place // of the tile in question, if the line has none
	owner   engine.Color  // whom it is for; NoColor: anybody
	differs []scoreboard.Differ
	totals  []scoreboard.Total
	patch   string // a plastic's color as seen, where its owner is asked
}

// option is one answer: the event that it means, or what it does (false: it could not be done); neither if all stays as it
// is.
type option struct {
	shown scoreboard.Answer
	event *nabit.Event
	do    func() bool
}

// question takes a line of the camera, which asks a question or settles one.
func (d *asking) question(l follow.Line) {
	switch l.Type {
	case follow.Unclear:
		d.asked++
		d.open = newQuestion(fmt.Sprintf("%d-%d", d.asked, l.Frame), l, d.follower.State())
		switch {
		case len(l.Differs) > 0:
			d.open.parted(d)
		case len(l.Totals) > 0:
			d.open.options = append(d.open.options, option{scoreboard.Answer{Kind: "count"}, nil, func() bool { return true }})
		}
	case follow.Played, follow.Withdrawn, follow.Amended:
		if d.open == nil || !d.follower.Doubted(d.open.turn) { // else it can be answered still
			d.open = nil
		}
	case follow.Resumed, follow.Joined, follow.Summary:
		d.open = nil
	}
}

// newQuestion is the line's, asked of the game as it stands. A question about a single tile names its turn; another one is about
// the turn that the same picture brought, or about whether anything was played.
func newQuestion(id string, l follow.Line, s nabit.State) *openQuestion {
	q := &openQuestion{id: id, line: l, turn: l.Turn}
	if q.turn == 0 && s.Last != nil && !s.Last.Withdrawn && len(l.Candidates) > 0 && samePlay(l.Candidates[0], *s.Last) {
		q.turn = s.Last.Number
	}
	for i, c := range l.Candidates {
		q.options = append(q.options, q.option(i, c, s))
	}
	return q
}

// samePlay says whether the candidate is the last turn as it stands.
func samePlay(c follow.Candidate, t nabit.Turn) bool {
	if c.Player != t.Player || len(c.Placements) != len(t.Placements) {
		return false
	}
	for i, p := range c.Placements {
		if p.Place != t.Placements[i].Place {
			return false
		}
	}
	return len(c.Placements) > 0
}

func (q *openQuestion) option(i int, c follow.Candidate, s nabit.State) option {
	a := scoreboard.Answer{Kind: "play", Player: c.Player, Chance: c.Confidence, Text: spelled(c.Placements)}
	e := &nabit.Event{Type: nabit.Played, Player: c.Player, Placements: c.Placements, Seen: true}
	place, one := q.tile()
	switch {
	case one:
		for _, p := range c.Placements {
			if p.Place == place {
				a.Kind, a.Letter, a.Blank = "letter", p.Letter, p.Blank
			}
		}
		e = &nabit.Event{Type: nabit.Corrected, Turn: q.turn, Player: c.Player, Placements: c.Placements}
	case len(c.Placements) == 0 && c.TakenBack > 0:
		a.Kind, e = "withdrawn", &nabit.Event{Type: nabit.Withdrawn, Seen: true}
	case len(c.Placements) == 0 && q.turn > 0:
		a.Kind, e = "nothing", &nabit.Event{Type: nabit.Corrected, Turn: q.turn, Placements: []nabit.Placement{}}
	case len(c.Placements) == 0:
		a.Kind, e = "nothing", nil
	case q.turn > 0:
		e = &nabit.Event{Type: nabit.Corrected, Turn: q.turn, Player: c.Player, Placements: c.Placements}
	}
	if q.turn > 0 && i == 0 { // as it is shown already
		e = nil
	}
	return option{a, e, nil}
}

// tile is the place of the one tile in which the candidates differ; false if they differ otherwise.
func (q *openQuestion) tile() (engine.Place, bool) {
	if q.line.Turn == 0 || len(q.line.Candidates) < 2 {
		return engine.Place{}, false
	}
	first := q.line.Candidates[0].Placements
	for _, c := range q.line.Candidates[1:] {
		for i, p := range c.Placements {
			if i < len(first) && p.Place == first[i].Place && (p.Letter != first[i].Letter || p.Blank != first[i].Blank) {
				return p.Place, true
			}
		}
	}
	return engine.Place{}, false
}

func spelled(placements []nabit.Placement) string {
	var out []string
	for _, p := range placements {
		out = append(out, p.Letter.String())
	}
	return strings.Join(out, " ")
}

// card is the question for the pages; nil if nothing is asked.
func (q *openQuestion) card() (*scoreboard.Ask, string) {
	if q == nil {
		return nil, ""
	}
	ask := &scoreboard.Ask{ID: q.id, Turn: q.turn, Place: q.place, For: q.owner, Differs: q.differs, Totals: q.totals, Patch: q.patch}
	if place, one := q.tile(); one {
		ask.Place = &place
	}
	for i, o := range q.options {
		o.shown.Event = json.RawMessage(fmt.Sprintf(`{"type":"answer","id":%q,"choice":%d}`, q.id, i))
		ask.Answers = append(ask.Answers, o.shown)
	}
	return ask, q.line.Question
}

// answer takes a person's answer; the first one counts.
func (d *asking) answer(data json.RawMessage) game.Said {
	var a struct {
		ID     string
		Choice int
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return refuse("an answer needs the question's id and the number of the choice")
	}
	q := d.open
	if q == nil {
		q = d.proposed
	}
	if q == nil || q.id != a.ID {
		return game.Said{Late: true}
	}
	if a.Choice < 0 || a.Choice >= len(q.options) {
		return refuse(fmt.Sprintf("there is no choice %d", a.Choice))
	}
	return d.choose(q, q.options[a.Choice])
}

// choose does what the answer means.
func (d *asking) choose(q *openQuestion, chosen option) game.Said {
	confirm := func() { d.follower.Confirm(q.turn) }
	switch {
	case chosen.do != nil:
		if !chosen.do() {
			return refuse("the camera sees no tiles: show it the table")
		}
		d.open = nil
		return d.did(scoreboard.Notice{Kind: chosen.shown.Kind, Deed: scoreboard.Deed{Type: chosen.shown.Kind}})
	case chosen.event != nil && q != d.open:
		return game.Said{Events: []json.RawMessage{chosen.event.JSON()}, Kind: string(chosen.event.Type)}
	case chosen.event != nil:
		return game.Said{Events: []json.RawMessage{chosen.event.JSON()}, Kind: answered, Then: confirm}
	}
	d.open = nil
	confirm()
	return d.did(scoreboard.Notice{Kind: answered, Deed: scoreboard.Deed{Type: answered, Turn: q.turn, Words: d.state().WordsOf(q.turn)}})
}

// answered is what a page calls an answer.
const answered = "answer"
