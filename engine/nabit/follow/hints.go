package follow

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow/review"
	"tilewatch/engine/reading"
)

// emptyAfter is settledAfter for a table on which no structure is known: the camera easily overlooks a first play.
const emptyAfter = 8

// Settled reports whether more observations of the table as it lies would change nothing: the follower has decided what it saw,
// or has asked a person.
func (f *Follower) Settled() bool {
	last := f.game.Last()
	open := last != nil && last.Provisional && !f.rest.asked
	if f.rested < settledAfter || len(f.board()) == 0 && f.rested < emptyAfter {
		return false
	}
	return f.game.Begun && f.nothingNew() && f.rest.agreed >= settledAfter && f.moving == 0 && !open && !f.awaitsBank()
}

// Recognizes reports whether the last observation surely shows the game's structure: the believed board, of more than one
// player's tiles.
func (f *Follower) Recognizes() bool {
	colors := map[engine.Color]bool{}
	for _, c := range f.board() {
		colors[c.Color] = true
	}
	return len(colors) > 1 && f.contradictions == 0
}

// Doubts reports whether a better observation may help: the last one does not show all of the believed board, or several of the table
// at rest have not settled what lies there.
func (f *Follower) Doubts() bool { return f.incomplete || f.rested > settledAfter && !f.Settled() }

// Playing reports whether a board is known: of the first play, or of a running game.
func (f *Follower) Playing() bool { return len(f.board()) > 0 }

// SeesRack reports whether the last observation shows a player's rack and no structure.
func (f *Follower) SeesRack() bool { return f.rack }

// Certain is a tile whose letter nothing contradicts, and where the picture shows it.
type Certain = review.Certain

// Certain returns the tiles whose letters good words settle, without a doubt about the turn, and which the picture does not
// contradict; the window must show them whole, and for a while. A table that is not settled has none.
func (f *Follower) Certain() []Certain {
	if f.words == nil || f.rest.window.Count < wellSeen || !f.Settled() || len(f.differs) > 0 {
		return nil
	}
	return review.CertainTiles(f.state(), f.rest.window.View(), f.pins, f.at)
}

// Standing is a stack as the record has it, and where the camera saw its top last.
type Standing struct {
	engine.Quad
	Height int
}

// Stacks returns the standing stacks whose heights are not in doubt: where all tiles came one by one, the record knows them better than
// a picture. It returns none while the structure is moving, or while picture and record differ.
func (f *Follower) Stacks() []Standing {
	if f.moving > 0 || len(f.differs) > 0 || f.contradictions > 0 {
		return nil
	}
	var out []Standing
	board := f.board()
	for _, p := range board.Places() {
		if quad, seen := f.at[p]; seen && !f.game.Provisional(p) && !f.game.Revoked(p) {
			out = append(out, Standing{quad, board[p].Height})
		}
	}
	return out
}

// Readings returns the likeliest ways to read the top tile at the place by everything that was seen of it, the best first, three at
// least; none if nothing was seen.
func (f *Follower) Readings(at engine.Place) []reading.Face {
	c, there := f.board()[at]
	if !there || f.rest.window.Count == 0 {
		return nil
	}
	return review.Readings(f.state(), f.rest.window.View(), at, c)
}

// Where returns the outlines of the stacks in the newest picture that showed them. The map is the caller's.
func (f *Follower) Where() map[engine.Place]engine.Quad { return maps.Clone(f.at) }

// Racks returns the players' rows of loose tiles in the newest picture. The slice is the caller's; its tiles must not be changed.
func (f *Follower) Racks() []engine.Rack { return slices.Clone(f.newest.Racks) }
