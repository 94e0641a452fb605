package review

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/reading"
)

// Hand-set; TestAGameReadUpsideDownIsTurned exercises both.
const (
	// otherWayUp is how much better the letters must agree with another way up before the game is turned, nats.
	otherWayUp = 12
	// objection is how clearly the evidence of earlier windows may contradict that, nats.
	objection = 4
)

// Orientation returns the quarter turns, clockwise, after which the letters clearly read better; false if they do not. NO reads ON
// upside down, and only later tiles settle which one it is.
func Orientation(v evidence.View, b evidence.Belief) (quarters int, wrong bool) {
	turn, gain := 0, 0.0
	for j := 1; j < 4; j++ {
		g, before := v.Upright(j)-v.Upright(0), b.Upright(j)-b.Upright(0)
		if before > -objection && g+before > gain {
			turn, gain = j, g+before
		}
	}
	return turn, gain >= otherWayUp
}

// Reorient turns the ledger clockwise by so many quarter turns, and reads every tile's letter again. The state's belief must be turned
// already.
func Reorient(s hypothesis.State, quarters int) {
	s.Start = respelled(s, engine.Board{}, turned(s.Start, quarters))
	board := s.Start
	for i := range s.Turns {
		t := &s.Turns[i]
		t.Before = board
		t.Play = respelledPlay(s, board, t.Play, quarters)
		board = nabit.Place(board, t.Play)
		t.After = board
	}
}

func turned(b engine.Board, quarters int) engine.Board {
	out := make(engine.Board, len(b))
	for p, c := range b {
		out[p.Turn(quarters)] = c
	}
	return out
}

// respelledPlay returns the play turned, with its letters read again.
func respelledPlay(s hypothesis.State, before engine.Board, p nabit.Play, quarters int) nabit.Play {
	tiles := engine.Board{}
	for _, t := range p.Placements {
		tiles[t.Place.Turn(quarters)] = engine.Cell{Letter: t.Letter, Blank: t.Blank, Color: p.Color, Height: t.Height}
	}
	tiles = respelled(s, before, tiles)
	out := nabit.Play{Color: p.Color}
	for _, place := range tiles.Places() {
		c := tiles[place]
		out.Placements = append(out.Placements, nabit.Placement{Place: place, Letter: c.Letter, Blank: c.Blank, Height: c.Height})
	}
	return out
}

// respelled returns the new tiles on the board with the letters that fit the belief and the words best.
func respelled(s hypothesis.State, before, tiles engine.Board) engine.Board {
	faces := make(map[engine.Place][]reading.Face, len(before)+len(tiles))
	for p, c := range before {
		faces[p] = reading.Fixed(c.Letter, c.Blank)
	}
	for p, c := range tiles {
		faces[p] = reading.Fixed(c.Letter, c.Blank)
		if known := s.Belief.Of(p, c.Height); known != ([4]evidence.Letters{}) {
			faces[p] = reading.Faces(engine.LetterLikelihoods(known[0]))
		}
	}
	words := reading.Solve(faces, s.Words)
	out := make(engine.Board, len(tiles))
	for p, c := range tiles {
		c.Letter, c.Blank = words.Letter(p)
		out[p] = c
	}
	return out
}
