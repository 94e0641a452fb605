package hypothesis

import (
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/tileface"
)

// KnownHues are those of the tiles' faces that show a letter and are surer tiles, but for their color, than some; and of places that surely
// show the table.
func (s *Hypothesis) KnownHues(tiles lattice.Levels, least float64) (plastic, table []hue.Hue) {
	for at, e := range s.Evidence {
		switch v := &e.Face[e.Best-1]; {
		case tiles[at] > 0 && v.Ink > tileface.LetterInk && e.Tile+e.BlankPenalty > least:
			plastic = append(plastic, hue.HueOf(v.Plastic))
		case tiles[at] == 0 && e.Tile+e.BlankPenalty < holeTable && e.Face[0].Inside:
			table = append(table, hue.HueOf(e.Face[0].Plastic))
		}
	}
	return plastic, table
}

// holeTable is the log-likelihood ratio under which a place surely shows the table.
const holeTable = -6.0

// Shift is the mean shift of the hues of the structure's faces.
func (s *Hypothesis) Shift() hue.Hue { return hue.MeanShift(s.FaceHues()) }

// FaceHues are the hues of the structure's faces.
func (s *Hypothesis) FaceHues() (hues []hue.Hue) {
	for at, level := range s.Cells {
		hues = append(hues, hue.HueOf(s.Evidence[at].Face[level-1].Plastic))
	}
	return hues
}
