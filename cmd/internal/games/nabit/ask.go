package nabit

import (
	"encoding/json"
	"fmt"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// openQuestion is what the camera could not decide by itself, until a person or a later picture does.
type openQuestion struct {
	id      string
	line    follow.Line
	turn    int // the turn whose reading is in question; 0: no line reported one
	options []option
	place   *engine.Place // of the tile in question, if the line has none
	owner   engine.Color  // whom it is for; NoColor: anybody
	differs []scoreboard.Differ
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
func (d *session) question(l follow.Line) {
	switch l.Type {
	case follow.Unclear:
		d.asked++
		d.open = newQuestion(fmt.Sprintf("%d-%d", d.asked, l.Frame), l, d.follower.State())
		if len(l.Differs) > 0 {
			d.open.parted(d)
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

// shown is the question for the pages; nil if nothing is asked.
func (q *openQuestion) shown() (*scoreboard.Ask, string) {
	if q == nil {
		return nil, ""
	}
	ask := &scoreboard.Ask{ID: q.id, Turn: q.turn, Place: q.place, For: q.owner, Differs: q.differs, Patch: q.patch}
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
func (d *session) answer(data json.RawMessage) (webdesk.Outcome, error) {
	var a struct {
		ID     string
		Choice int
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return refused(nabit.Refuse("an answer needs the question's id and the number of the choice")), nil
	}
	q := d.open
	if q == nil {
		q = d.proposed
	}
	if q == nil || q.id != a.ID {
		return webdesk.Outcome{Late: true}, nil
	}
	if a.Choice < 0 || a.Choice >= len(q.options) {
		return refused(nabit.Refuse(fmt.Sprintf("there is no choice %d", a.Choice))), nil
	}
	return d.choose(q, q.options[a.Choice])
}

// choose does what the answer means.
func (d *session) choose(q *openQuestion, chosen option) (webdesk.Outcome, error) {
	turn := q.turn
	switch {
	case chosen.do != nil:
		return d.act(chosen)
	case chosen.event != nil && q != d.open:
		return d.enter(*chosen.event, string(chosen.event.Type))
	case chosen.event != nil:
		out, err := d.enter(*chosen.event, "answer")
		d.follower.Confirm(turn)
		return out, err
	}
	d.open = nil
	d.follower.Confirm(turn)
	d.board.shown.Provisional = false
	s := d.follower.State()
	return d.done(nabit.Answer{OK: true, Board: s.Cells, Scores: s.Scores, Words: s.Words, Next: s.Next, Turn: s.Turn},
		&scoreboard.Notice{Kind: "answer", Deed: scoreboard.Deed{Type: "answer", Turn: turn, Words: wordsOf(s, turn)}})
}

// act does what an answer does to the record as a whole.
func (d *session) act(chosen option) (webdesk.Outcome, error) {
	if !chosen.do() {
		return refused(nabit.Refuse("the camera sees no tiles: show it the table")), nil
	}
	d.open = nil
	d.record(d.follower.Recorded())
	s := d.follower.State()
	return d.done(nabit.Answer{OK: true, Board: s.Cells, Scores: s.Scores, Words: s.Words, Next: s.Next, Turn: s.Turn},
		&scoreboard.Notice{Kind: chosen.shown.Kind, Deed: scoreboard.Deed{Type: chosen.shown.Kind}})
}
