package nabit

import (
	"maps"

	"tilewatch/engine"
)

// refused returns a refusal, with the word list if the rules consulted it.
func (g *Game) refused(v []Violation, o outcome) Answer {
	a := refuse(v)
	if o.asked {
		a.List = g.listed()
	}
	return a
}

func (g *Game) answer(o outcome) Answer {
	p := g.now()
	words := ControlledWords(p.board)
	a := Answer{OK: true, Violations: o.broken, Warnings: o.warnings, Words: words, NewWords: o.words, Nabbed: o.nabbed,
		Board: BoardCells(p.board), Scores: p.scores(words), Next: p.nextPlayer(), Turn: p.turns, Skipped: o.skipped, Hands: p.shownHands(),
		Verdict: o.verdict, Over: p.over, tieBreak: p.options.TieBreak}
	a.Challengeable, a.MayBank = p.openTo()
	if p.over {
		a.Winners = p.options.Winners(a.Scores)
	}
	if o.asked {
		a.List = g.listed()
	}
	return a
}

// openTo returns the words that players may challenge now, and who may bank.
func (p position) openTo() (words []string, bank engine.Color) {
	if p.window == nil || p.finished {
		return nil, engine.NoColor
	}
	if p.cannotBank(p.window.mover) == "" {
		bank = p.window.mover
	}
	return p.last.Words, bank
}

// State returns the game now; the zero State before the first start.
func (g *Game) State() State {
	s := g.Since(0)
	if len(g.line) > 0 {
		p := g.now()
		marks, watched := g.marks()
		s.Title, s.Life = marks.Title, marks.LifeOf(s.Turn > 0 || len(s.Board) > 0, p.finished || p.over && !watched)
	}
	return s
}

// Since returns the State without the first turns of the log, title and life: what it takes does not grow with the game.
func (g *Game) Since(turns int) State {
	if len(g.line) == 0 {
		return State{}
	}
	p := g.now()
	s := State{Players: append([]engine.Color{}, p.players...), Options: p.options, Names: maps.Clone(p.names), Board: maps.Clone(p.board), Cells: BoardCells(p.board),
		Words: ControlledWords(p.board), Hands: p.shownHands(), Next: p.nextPlayer(), Turn: p.turns, Turns: p.log(turns),
		List: p.list, Over: p.over, Finished: p.finished, Out: p.out, Winners: []engine.Color{}, CanUndo: len(g.done) > 0, CanRedo: len(g.undone) > 0}
	if n := len(s.Turns); n > 0 {
		s.Last = &s.Turns[n-1]
	}
	s.Scores = p.scores(s.Words)
	words, bank := p.openTo()
	s.Challengeable, s.MayBank = append([]string{}, words...), bank
	if next := p.nextPlayer(); next != engine.NoColor {
		s.MustPlay = p.cannotPass(next) != ""
	}
	if p.over {
		s.Winners = append(s.Winners, p.options.Winners(s.Scores)...)
	}
	return s
}

// marks are what stands of the game's marks. A game that a camera has watched is over only when somebody says so: the camera may have
// miscounted the tiles.
func (g *Game) marks() (m engine.Marks, watched bool) {
	for _, e := range g.events {
		if watched = watched || e.Seen || e.Type == Marked && e.Life == engine.InPlay; e.Type == Marked {
			m.Take(e.Mark)
		} else {
			m.Pass(string(e.Type))
		}
	}
	return m, watched
}

// Board returns a copy of the board now.
func (g *Game) Board() engine.Board {
	if len(g.line) == 0 {
		return engine.Board{}
	}
	return maps.Clone(g.now().board)
}

func (p position) shownHands() []Hand {
	hands := make([]Hand, len(p.players))
	for i, c := range p.players {
		h := p.handOf(c)
		hands[i] = Hand{c, h.board, h.banked, h.rack, h.bag, h.announced}
		if p.uncounted {
			hands[i].Rack, hands[i].Bag = 0, 0
		}
	}
	return hands
}
