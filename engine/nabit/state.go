package nabit

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// state is all of the game. A game that a camera has watched is over only when somebody says so: the camera may have
// miscounted the tiles.
func state(f *Table) State {
	s := since(f, 0)
	p, _ := f.Position()
	marks := f.Marks()
	s.Title, s.Life = marks.Title, marks.LifeOf(s.Turn > 0 || len(s.Board) > 0, p.finished || p.over && !marks.Watched)
	return s
}

// since is the state without the first turns of the log, title and life.
func since(f *Table, turns int) State {
	p, _ := f.Position()
	s := State{Players: append([]engine.Color{}, p.players...), Options: p.options, Names: maps.Clone(p.names), Open: p.open, Start: p.start, Board: maps.Clone(p.board), Cells: BoardCells(p.board),
		Words: ControlledWords(p.board), Hands: p.shownHands(), Next: p.nextPlayer(), Turn: p.turns, Turns: p.log(turns),
		List: p.list, Over: p.over, Finished: p.finished, Out: p.out, Winners: []engine.Color{}, CanUndo: f.CanUndo(), CanRedo: f.CanRedo()}
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

// WordsOf are the words that the turn made, as it stands; none of a play that was taken back.
func (s State) WordsOf(turn int) []string {
	for _, t := range slices.Backward(s.Turns) {
		if t.Number == turn && !t.Withdrawn {
			return t.Words
		}
	}
	return nil
}
