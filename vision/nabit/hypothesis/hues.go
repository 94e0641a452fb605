package hypothesis

import (
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/tileface"
)

// KnownHues are the hues of lettered faces, and those of places that surely show the table.
func (s *Hypothesis) KnownHues(tiles lattice.Levels) (plastic, table []hue.Hue) {
	for at, e := range s.Evidence {
		switch v := &e.Face[e.Best-1]; {
		case tiles[at] > 0 && v.Ink > tileface.LetterInk:
			plastic = append(plastic, hue.HueOf(v.Plastic))
		case tiles[at] == 0 && e.Tile+e.BlankPenalty < surelyTable && e.Face[0].Inside:
			table = append(table, hue.HueOf(e.Face[0].Plastic))
		}
	}
	return plastic, table
}

// surelyTable is the log-likelihood ratio of a tile below which a place surely shows the table.
const surelyTable = -6.0

// Shift is the mean shift of the hues of the faces.
func (s *Hypothesis) Shift() hue.Hue { return hue.MeanShift(s.FaceHues()) }

// FaceHues are the hues of the faces, in the order of their places.
func (s *Hypothesis) FaceHues() (hues []hue.Hue) {
	for _, at := range s.Cells.Places() {
		hues = append(hues, hue.HueOf(s.Evidence[at].Face[s.Cells[at]-1].Plastic))
	}
	return hues
}
