package nabit

import (
	"encoding/json"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/board"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// told is a kept game of NAB-IT!, told turn by turn.
type told struct {
	*history.Game
	name   string
	end    func() *scoreboard.State
	review []advice.Reviewed // nil: nobody asked for it yet
}

var _ retold.Kept = (*told)(nil)

// Retell tells a stored game.
func Retell(stored journal.Game) (retold.Kept, error) {
	g, err := history.Read(stored)
	if err != nil {
		return nil, err
	}
	return &told{Game: g, name: stored.Game, end: sync.OnceValue(func() *scoreboard.State { return endOf(stored) })}, nil
}

// endOf is the stored game's end, as its page shows it.
func endOf(stored journal.Game) *scoreboard.State {
	var events []json.RawMessage
	for _, e := range stored.Events {
		events = append(events, e.Payload)
	}
	kind := retold.Kind{Rules: func() game.Table { return nabit.New(nabit.AnyWord{}).Table() }, Page: func(s any) scoreboard.State { return Scoreboard(s.(nabit.State)) }}
	g, err := kind.Of(events)
	if err != nil {
		return nil // its page cannot tell it
	}
	return g.End()
}

// End implements retold.Kept.
func (g *told) End() *scoreboard.State { return g.end() }

// reader words what NAB-IT! tells.
type reader struct{ retold.Reader }

// About implements retold.Kept.
func (g *told) About() retold.About {
	return retold.About{Began: g.Began, Ended: g.Ended, Life: g.State.Life, Players: g.Players(), Steps: len(g.Steps), Turns: g.Turns(), Title: Page.Title()}
}

// Name implements retold.Kept.
func (g *told) Name(c engine.Color, _ *text.Texts) string { return g.Game.Name(c) }

// Length implements retold.Kept.
func (g *told) Length(r retold.Reader, took time.Duration) string {
	if took == 0 {
		return r.T("after.turns", "n", g.Turns())
	}
	return r.T("after.lasted", "n", g.Turns(), "time", r.Span(took))
}

// Standing implements retold.Kept.
func (g *told) Standing(r retold.Reader) *retold.Standing {
	return reader{r}.stand(g.Scores(), g.State.Options, g.Over())
}

// Points implements retold.Kept.
func (g *told) Points(step int) (turn int, points []retold.Points) {
	s := g.Steps[step]
	for _, c := range g.Players() {
		of := retold.Points{Color: c}
		if i := slices.IndexFunc(s.Scores, func(score nabit.Score) bool { return score.Color == c }); i >= 0 {
			of.Total = s.Scores[i].Total
		}
		points = append(points, of)
	}
	return s.Number, points
}

// Moment implements retold.Kept.
func (g *told) Moment(step, quarters int, r retold.Reader) retold.Moment {
	s, p := g.Steps[step], reader{r}
	m := retold.Moment{Number: s.Number, Player: s.Player, Quarters: quarters, Heading: p.T("after.step.turn", "n", s.Number)}
	if step == 0 {
		m.Heading = p.T("after.step.start")
	} else {
		m.Deed = p.deed(s)
	}
	m.Further, m.Words, m.Whys = p.further(s), newWords(s), p.whys(g.Players(), s)
	if s.Took > 0 {
		m.Took = p.T("after.step.took", "time", p.Span(s.Took))
	}
	m.Board = drawBoard(Stacks(s), board.Options{
		Label: p.T("board.label", "n", len(s.Stacks)), Frame: frameOf(g.Game), Judged: disputed(s), Quarters: quarters,
	})
	if s.Number > 0 && s.Kind == nabit.Played {
		m.Notes = append(m.Notes, r.Told(s.Seen))
	}
	for _, f := range s.Corrected {
		m.Notes = append(m.Notes, p.correction(f))
	}
	for _, laid := range s.Placements {
		m.Laid = append(m.Laid, laid.Place)
	}
	return m
}

// Marks implements retold.Kept: nabs stand out, and plays that were taken back are hollow.
func (g *told) Marks(lanes []engine.Color) (all []retold.Mark) {
	for _, s := range g.Steps[1:] {
		m := retold.Mark{Lane: slices.Index(lanes, s.Player), High: 5, Class: "f-" + s.Player.String()}
		switch {
		case s.Kind != nabit.Played:
			m.High = 2
		case s.Withdrawn:
			m.Class = "hollow k-" + s.Player.String()
		case len(s.Nabbed) > 0:
			m.High = 9
		}
		all = append(all, m)
	}
	return all
}

// toldModel is what the templates of a result read.
type toldModel struct {
	retold.Reader
	Owners  []owned
	Did     []retold.Player
	BGStats template.URL
}

// Who is what a player is called who did something.
func (m toldModel) Who(p retold.Player) string { return m.Name(p.Color) }

// Result implements retold.Kept: the words of each player, and what each one did.
func (g *told) Result(r retold.Reader) retold.Result {
	p := reader{r}
	drawn := parts.Draw(templates(), toldModel{r, p.owners(g.State.Board, g.Players()), g.Did(), template.URL(g.bgStats(p))}, "told-owners", "told-did", "told-exports")
	last := g.Steps[len(g.Steps)-1]
	result := retold.Result{
		Board:  drawBoard(g.finalStacks(), board.Options{Label: p.T("board.label", "n", len(last.Stacks))}),
		Before: []template.HTML{drawn["told-owners"]}, After: []template.HTML{drawn["told-did"]}, Exports: drawn["told-exports"],
	}
	if list := g.State.List; list != nil {
		result.Judge = p.T("list.which", "name", list.Name)
	}
	return result
}

// Picture implements retold.Kept. The board is a picture of its own, so that lines are scaled with it.
func (g *told) Picture(*text.Texts) (p retold.Picture, err error) {
	stacks := g.finalStacks()
	if len(stacks) == 0 {
		return p, nil
	}
	f := board.Tight(stacks)
	p.Wide, p.High = f.Size(0)
	var b strings.Builder
	err = board.SVG(&b, stacks, board.Options{Standalone: true, Frame: f, Exact: true, Ground: "#e6dfcf"})
	p.SVG, p.Most = []byte(b.String()), 0.9
	return p, err
}

// CSV implements retold.Kept. It has the same words in every language.
func (g *told) CSV(w io.Writer, _ *text.Texts) error { return g.Game.CSV(w) }

// Notation implements retold.Kept.
func (g *told) Notation(w io.Writer, title string, _ *text.Texts) error {
	return g.Game.Notation(w, title)
}

// finalStacks are the board as it lies at the end, nothing marked.
func (g *told) finalStacks() []board.Stack {
	for i := len(g.Steps) - 1; i >= 0; i-- {
		if s := g.Steps[i]; !s.Withdrawn {
			s.Placements = nil
			return Stacks(s)
		}
	}
	return nil
}
