package vision

// hues are those of the tiles' faces that show a letter and are surer tiles, but for their color, than some; and of places that surely
// show the table.
func (s *structure) hues(tiles stacks, least float64) (plastic, table []hue) {
	for at, e := range s.evidence {
		switch v := &e.view[e.best-1]; {
		case tiles[at] > 0 && v.ink > holeInk && e.tile+e.hole > least:
			plastic = append(plastic, hueOf(v.plastic))
		case tiles[at] == 0 && e.tile+e.hole < holeTable && e.view[0].inside:
			table = append(table, hueOf(e.view[0].plastic))
		}
	}
	return plastic, table
}

// holeTable is the log-likelihood ratio under which a place surely shows the table.
const holeTable = -6.0

// shift is the mean shift of the hues of the structure's faces.
func (s *structure) shift() hue { return meanShift(s.faceHues()) }

// faceHues are the hues of the structure's faces.
func (s *structure) faceHues() (hues []hue) {
	for at, level := range s.cells {
		hues = append(hues, hueOf(s.evidence[at].view[level-1].plastic))
	}
	return hues
}
