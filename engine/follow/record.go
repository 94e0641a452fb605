package follow

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// apply records the event. What a camera has seen is never refused for a rule; should it be refused all the same,
// the record is laid anew from the turns that are believed, e's among them.
func (f *Follower) apply(e nabit.Event) nabit.Answer {
	f.startGame()
	e.Seen = true
	a := f.accept(e)
	if !a.OK {
		f.rebuild()
	}
	return a
}

// startGame begins the game's record with the board as it was found.
func (f *Follower) startGame() {
	if f.begun {
		return
	}
	f.begun = true
	was := f.game.State() // zero, but where the record is laid anew
	start := nabit.Event{Type: nabit.Start, Players: f.players, Options: was.Options, Names: was.Names, Board: nabit.BoardCells(f.start), Seen: true}
	if banked := f.banks.positive(); len(banked) > 0 && len(f.start) > 0 {
		start.Banked = banked
	}
	if len(f.start) == 0 {
		clear(f.banks.known) // what looked like a bank was none
	}
	if !f.accept(start).OK {
		f.players, start.Players = nil, nil // not two to four different ones: let them join as they play
		f.accept(start)
	}
}

// rebuild lays the game's record anew from the turns that stand: after corrections that reach back before what
// the record can correct.
func (f *Follower) rebuild() {
	banked, known := f.banks.positive(), maps.Clone(f.banks.known)
	f.begun = false
	if !f.recorded {
		f.unrecorded = nil
	}
	f.startGame()
	for i, t := range f.turns {
		if t.ghost {
			continue
		}
		f.turns[i].number = f.accept(nabit.Event{Type: nabit.Played, Player: t.play.Color, Placements: t.play.Placements, Seen: true}).Turn
	}
	f.banks.known = known
	for color, tiles := range banked {
		f.accept(nabit.Event{Type: nabit.Banked, Player: color, Tiles: tiles, Seen: true})
	}
}

// tell makes the story the truth and reports it.
func (f *Follower) tell(s story, sure float64, provisional bool) []Line {
	var lines []Line
	plays := s.plays
	for _, l := range s.late {
		lines = append(lines, f.complete(l))
	}
	for back := range s.back {
		if back == s.back-1 && len(plays) > 0 && !f.last().ghost && amends(f.last().play, plays[0]) {
			lines = append(lines, f.amend(plays[0], sure, provisional))
			plays = plays[1:]
			continue
		}
		lines = append(lines, f.withdraw(sure))
	}
	if len(plays) > 0 {
		f.unghost()
	}
	for _, p := range plays {
		lines = append(lines, f.uncover(p)...)
		lines = append(lines, f.play(p, sure, provisional)...)
	}
	f.key, f.agreed = story{}.key(), 1
	return lines
}

// play records a turn.
func (f *Follower) play(p nabit.Play, sure float64, provisional bool) []Line {
	before := f.board()
	f.belief.guess(f.window.view(), p)
	f.turns = append(f.turns, turn{play: p, before: before, after: nabit.Place(before, p), confidence: sure, provisional: provisional, told: f.now})
	a := f.apply(nabit.Event{Type: nabit.Played, Player: p.Color, Placements: p.Placements})
	if a.OK {
		f.last().number = a.Turn
	}
	f.awaited = engine.NoColor
	var lines []Line
	for _, color := range a.Skipped {
		l := f.line(Skipped)
		l.Player = color
		lines = append(lines, l)
	}
	return append(lines, f.turnLine(Played, *f.last(), append(a.Warnings, uncounted(a.Violations)...)))
}

// uncounted are the violations of the players' tile counts, which the board alone does not show: something was read
// wrong, now or earlier.
func uncounted(violations []nabit.Violation) []nabit.Violation {
	return slices.DeleteFunc(slices.Clone(violations), func(v nabit.Violation) bool { return v.Rule != nabit.TooManyTiles })
}

// withdraw takes the last turn back; its player is to move again.
func (f *Follower) withdraw(sure float64) Line {
	gone := *f.last()
	f.turns = f.turns[:len(f.turns)-1]
	f.awaited = gone.play.Color
	f.forget(gone)
	if !gone.ghost { // else the game knows already
		a := f.apply(nabit.Event{Type: nabit.Withdrawn, Player: gone.play.Color})
		for _, s := range a.Scores {
			f.banks.known[s.Color] = s.Banked
		}
	}
	l := f.withBoard(f.line(Withdrawn))
	l.Player, l.Turn, l.Confidence = gone.play.Color, gone.number, round(sure)
	return l
}

// forget drops what is known of the turn's tiles.
func (f *Follower) forget(gone turn) {
	for _, t := range gone.play.Placements {
		delete(f.belief, tile{t.Place, t.Height})
	}
}

// amend puts another reading in the last turn's stead.
func (f *Follower) amend(p nabit.Play, sure float64, provisional bool) Line {
	last := f.last()
	f.forget(*last)
	f.belief.guess(f.window.view(), p)
	last.play, last.after = p, nabit.Place(last.before, p)
	last.confidence, last.provisional, last.doubted = sure, provisional, false
	f.apply(nabit.Event{Type: nabit.Corrected, Turn: last.number, Player: p.Color, Placements: p.Placements})
	return f.turnLine(Amended, *last, nil)
}

// amends tells whether the turn seen now is the one reported before, read better or grown, and not another one
// laid in its stead.
func amends(reported, seen nabit.Play) bool {
	return reported.Color == seen.Color && (within(reported, seen) || within(seen, reported))
}

// uncover reads the tiles anew that the play covers with the same letter: no play does that, so they were read
// wrong. What else they may be is known from when they lay on top.
func (f *Follower) uncover(p nabit.Play) []Line {
	var lines []Line
	for _, t := range p.Placements {
		old := f.board()[t.Place]
		if old.Height == 0 || old.Blank || old.Letter != t.Letter {
			continue
		}
		known := f.belief.of(t.Place, old.Height)
		for _, face := range reading.Faces(engine.LetterLikelihoods(known[0])) {
			if face.Letter != t.Letter && !face.Blank {
				lines = append(lines, f.correct(t.Place, face.Letter, false))
				break
			}
		}
	}
	return lines
}

// correct gives the top tile at p another letter, in the turn that laid it and in all boards since.
func (f *Follower) correct(p engine.Place, letter engine.Letter, blank bool) Line {
	height, laid := f.board()[p].Height, -1
	rewritten := func(b engine.Board) engine.Board {
		if c, there := b[p]; there && c.Height == height {
			b = maps.Clone(b)
			c.Letter, c.Blank = letter, blank
			b[p] = c
		}
		return b
	}
	f.start = rewritten(f.start)
	for i := range f.turns {
		t := &f.turns[i]
		t.before, t.after = rewritten(t.before), rewritten(t.after)
		for k, placed := range t.play.Placements {
			if placed.Place == p && placed.Height == height {
				t.play.Placements[k].Letter, t.play.Placements[k].Blank = letter, blank
				laid = i
			}
		}
	}
	if laid < 0 {
		f.rebuild()
		return f.withBoard(f.line(Amended))
	}
	t := f.turns[laid]
	f.apply(nabit.Event{Type: nabit.Corrected, Turn: t.number, Placements: t.play.Placements})
	return f.turnLine(Amended, t, nil)
}
