package follow

import (
	"math"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

const (
	// otherWayUp is how much better the letters must agree with another way up before the game is turned, nats.
	otherWayUp = 12
	// objection is how clearly the tiles seen before may contradict that, nats.
	objection = 4
	// mostTurned is the number of turns after which the way up is beyond doubt.
	mostTurned = 5
)

// reorient turns the whole game if the letters now show that its first board was read the wrong way up: NO is ON
// upside down, and only later tiles tell.
func (f *Follower) reorient() []Line {
	if len(f.turns) > mostTurned || f.window.count < 2 {
		return nil
	}
	v := f.window.view()
	turn, gain := 0, 0.0
	for j := 1; j < 4; j++ {
		g, before := v.upright(j)-v.upright(0), f.belief.upright(j)-f.belief.upright(0)
		if before > -objection && g+before > gain {
			turn, gain = j, g+before
		}
	}
	if gain < otherWayUp {
		return nil
	}
	f.turnGame(turn)
	f.rebuild()
	f.key, f.agreed = "", 0
	if last := f.last(); last != nil {
		return []Line{f.turnLine(Amended, *last, nil)}
	}
	return []Line{f.withBoard(f.line(Amended))}
}

// upright is how well all tiles' letters agree with the lattice turned clockwise by j quarter turns.
func (v view) upright(j int) float64 {
	total := 0.0
	for _, m := range v.looks {
		if m.tile > 0 {
			total += v.weight * m.share * math.Max(reading.LogSumExp(m.letter[j][:]), -letterBound)
		}
	}
	return total
}

// upright is the same for all that was seen before.
func (b belief) upright(j int) float64 {
	total := 0.0
	for at := range b {
		known := b.of(at.Place, at.height)
		top := math.Inf(-1)
		for k := range known {
			top = max(top, reading.LogSumExp(known[k][:]))
		}
		total += max(reading.LogSumExp(known[j][:])-top, -letterBound)
	}
	return total
}

// turnGame turns all that is believed, and reads every tile's letter anew by what was ever seen of it.
func (f *Follower) turnGame(quarters int) {
	f.belief.learn(f.window, f.board())
	f.window = f.window.laid(quarters, engine.Place{})
	f.belief = f.belief.turned(quarters)
	f.pins, f.open = f.pins.turned(quarters), inView{}
	at := make(map[engine.Place]engine.Quad, len(f.at))
	for p, q := range f.at {
		at[p.Turn(quarters)] = reading.TurnQuad(q, quarters)
	}
	f.at = at
	f.start = f.respelled(engine.Board{}, turnedCells(f.start, quarters))
	board := f.start
	for i := range f.turns {
		t := &f.turns[i]
		t.before = board
		t.play = f.respelledPlay(board, t.play, quarters)
		board = nabit.Place(board, t.play)
		t.after = board
	}
}

func turnedCells(b engine.Board, quarters int) engine.Board {
	out := make(engine.Board, len(b))
	for p, c := range b {
		out[p.Turn(quarters)] = c
	}
	return out
}

// respelledPlay is the play turned, its letters read anew.
func (f *Follower) respelledPlay(before engine.Board, p nabit.Play, quarters int) nabit.Play {
	tiles := engine.Board{}
	for _, t := range p.Placements {
		tiles[t.Place.Turn(quarters)] = engine.Cell{Letter: t.Letter, Blank: t.Blank, Color: p.Color, Height: t.Height}
	}
	tiles = f.respelled(before, tiles)
	out := nabit.Play{Color: p.Color}
	for _, place := range tiles.Places() {
		c := tiles[place]
		out.Placements = append(out.Placements, nabit.Placement{Place: place, Letter: c.Letter, Blank: c.Blank, Height: c.Height})
	}
	return out
}

// respelled are new tiles on the board with the letters that fit best what is known of them.
func (f *Follower) respelled(before, tiles engine.Board) engine.Board {
	faces := make(map[engine.Place][]reading.Face, len(before)+len(tiles))
	for p, c := range before {
		faces[p] = reading.Fixed(c.Letter, c.Blank)
	}
	for p, c := range tiles {
		faces[p] = reading.Fixed(c.Letter, c.Blank)
		if known := f.belief.of(p, c.Height); known != ([4]letters{}) {
			faces[p] = reading.Faces(engine.LetterLikelihoods(known[0]))
		}
	}
	words := reading.Solve(faces, f.words)
	out := make(engine.Board, len(tiles))
	for p, c := range tiles {
		c.Letter, c.Blank = words.Letter(p)
		out[p] = c
	}
	return out
}
