package sight

import (
	"fmt"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// oneColored is the number of tiles from which on a board shows more than one player's color, unless it is another game's: of some 240 rendered
// boards of so many tiles each does.
const oneColored = 6

// wrongPhoto is why a photo shows no board of NAB-IT!, if it does not.
func (r *Result) wrongPhoto() error {
	if len(r.Cells) == 0 {
		return &picture.Error{Code: picture.NoTiles, Message: "no linked letter tiles lie there: show the whole table from closer, in more light"}
	}
	if len(r.Cells) < oneColored || r.severalColors() {
		return nil
	}
	return &picture.Error{Code: picture.NoTiles, Message: fmt.Sprintf("no board of NAB-IT! is seen: all %d tiles have one color; tiles of other games are read by \"tilewatch read\"", len(r.Cells))}
}

// severalColors says whether two players' tiles lie in the picture.
func (r *Result) severalColors() bool {
	seen := map[engine.Color]bool{}
	for _, c := range r.Cells {
		seen[c.Color] = true
	}
	for _, rack := range r.Racks {
		seen[rack.Color] = true
	}
	for _, b := range r.Banks {
		if b.Color != nil {
			seen[*b.Color] = true
		}
	}
	delete(seen, engine.NoColor)
	return len(seen) > 1
}
