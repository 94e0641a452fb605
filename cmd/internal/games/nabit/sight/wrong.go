package sight

import "tilewatch/vision/picture"

// leastSure is the confidence that one tile of a board has at least. Where the color alone is unknown, a tile still has a quarter.
const leastSure = 0.21

// wrongPhoto is why a photo shows no board of NAB-IT!, if it does not.
func (r *Result) wrongPhoto() error {
	for _, c := range r.Cells {
		if c.Confidence >= leastSure {
			return nil
		}
	}
	return &picture.Error{Code: picture.NoTiles, Message: "no linked letter tiles lie there: show the whole table from closer, in more light"}
}
