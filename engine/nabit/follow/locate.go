package follow

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/review"
	"tilewatch/engine/reading"
)

// Hand-set; the turned structures of the filmed games exercise them.
const (
	// A structure has moved when its tiles lie further off than this, in sides of a tile, or it has turned by more degrees than this:
	// more than a nudge while playing.
	movedSides, movedDegrees = 0.5, 12
	// movedAfter is how many observations in a row must agree that it moved.
	movedAfter = 2
	// smallBoard is the number of tiles up to which one play may cover so much of the board that registration fails once the structure
	// moved too.
	smallBoard = 7
	// mostTurned is the number of turns after which the way up is beyond doubt.
	mostTurned = 5
	// leastReoriented is how many pictures a window needs to turn the game.
	leastReoriented = 2
)

// locate registers the observation to the believed board; false if the board is not there.
func (f *Follower) locate(obs engine.Observation) (evidence.Sighting, bool) {
	if len(f.game.Turns) == 1 && len(f.game.Start) == 0 && !evidence.AnyTile(obs) { // the first play has been taken back
		return evidence.Plain(obs), true
	}
	s := evidence.Register(obs, f.board(), f.at, f.game.LeastTiles()/2+1)
	if s.Contradicts && len(f.board()) <= smallBoard && f.contradictions < settledAfter && evidence.AnyTile(obs) {
		return f.locatePlayed(obs)
	}
	return s, !s.Contradicts
}

// locatePlayed finds a small board that was moved and played on: it tries every registration, and keeps the best one that a turn
// explains completely.
func (f *Follower) locatePlayed(obs engine.Observation) (evidence.Sighting, bool) {
	best, found, score := evidence.Sighting{}, false, 0.0
	for _, s := range evidence.Registrations(obs, f.board(), f.at) {
		v := s.View()
		if top := f.state().ExplainIn(v, 1)[0]; v.Explained(top.Board) && (!found || top.Score > score) {
			best, found, score = s, true, top.Score
		}
	}
	return best, found
}

// trackStructure reports when the structure lies elsewhere in the picture than before, and notes where it lies.
func (f *Follower) trackStructure(s evidence.Sighting) []Line {
	far, turned, ok := s.Displacement(f.board(), f.at)
	if ok && (far > movedSides || turned > movedDegrees) {
		if f.moving += f.looks(); f.moving < movedAfter {
			return nil
		}
		f.moving = 0
		f.open = evidence.Unoccluded{}
		f.track(s)
		return []Line{f.withBoard(f.line(Moved))}
	}
	f.moving = 0
	f.track(s)
	return nil
}

// track notes where the stacks are seen.
func (f *Follower) track(s evidence.Sighting) {
	board := f.board()
	for p, l := range s.Looks {
		if _, there := board[p]; there && l.Tile > 0 {
			f.at[p] = l.Quad
		}
	}
}

// reorient turns the whole game if the letters now show that its first board was read the wrong way up.
func (f *Follower) reorient() []Line {
	if len(f.game.Turns) > mostTurned || f.rest.window.Count < leastReoriented {
		return nil
	}
	quarters, wrong := review.Orientation(f.rest.window.View(), f.belief)
	if !wrong {
		return nil
	}
	f.turnGame(quarters)
	f.game.Rebuild()
	f.rest.key, f.rest.agreed = "", 0
	if last := f.game.Last(); last != nil {
		return []Line{f.turnLine(Amended, *last, nil)}
	}
	return []Line{f.withBoard(f.line(Amended))}
}

// turnGame turns all that the follower believes clockwise by so many quarter turns, and reads every tile's letter again.
func (f *Follower) turnGame(quarters int) {
	f.belief.Learn(f.rest.window, f.board())
	f.rest.window = f.rest.window.Laid(quarters, engine.Place{})
	f.belief = f.belief.Turned(quarters)
	f.pins, f.open = f.pins.Turned(quarters), evidence.Unoccluded{}
	at := make(map[engine.Place]engine.Quad, len(f.at))
	for p, q := range f.at {
		at[p.Turn(quarters)] = reading.TurnQuad(q, quarters)
	}
	f.at = at
	review.Reorient(f.state(), quarters)
}
