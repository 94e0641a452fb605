package letters

import (
	"errors"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Game are a game's own eyes. They know its tiles from all others, and read them better than eyes for tiles of any make.
type Game interface {
	// Read reads a photo, which a known camera took if that is not nil. False: it does not surely show the game's tiles, or they cannot be read. Less
	// makes it sure where other eyes have looked and see no board: the game's must see more tiles than they do. Others are negative before that.
	Read(p *picture.Picture, camera *calibration.Camera, others int) (seen Seen, sure bool, err error)
	Close() error
}

// nobody has looked before the game's eyes.
const nobody = -1

// Seen is what a game's eyes see in a photo.
type Seen struct {
	Board    map[engine.Place]Tile
	Loose    []Tile
	Warnings []engine.Warning
}

// ask asks the games' eyes: the first that are sure have read the photo.
func (r *Reader) ask(p *picture.Picture, camera *calibration.Camera, others int) (Result, bool, error) {
	for _, g := range r.games {
		if seen, sure, err := g.Read(p, camera, others); err != nil || sure {
			return seen.result(), sure, err
		}
	}
	return Result{}, false, nil
}

func (s Seen) result() Result {
	r := Result{Tiles: []Tile{}, Grid: []Cell{}, Words: []string{}, Warnings: append([]engine.Warning{}, s.Warnings...)}
	board := engine.Board{}
	for at, t := range s.Board {
		board[at] = engine.Cell{Letter: t.Letter, Height: 1}
	}
	for _, at := range board.Places() {
		r.Tiles = append(r.Tiles, s.Board[at])
	}
	r.Tiles = append(r.Tiles, s.Loose...)
	r.lay(board)
	return r
}

// Close closes the games' eyes.
func (r *Reader) Close() error {
	var all []error
	for _, g := range r.games {
		all = append(all, g.Close())
	}
	return errors.Join(all...)
}
