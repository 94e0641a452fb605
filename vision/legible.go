package vision

// The squares of a cloth may be linked like tiles, and there are more of them. But nobody lays four tiles of which no letter can be read.
const (
	legibleLeast = 4  // so many cells tell
	legibleTried = 16 // so many of them are read
)

// illegible says whether none of many cells shows a letter that is read for sure.
func (w *witness) illegible(s *structure) bool {
	if w.reader == nil || len(s.cells) < legibleLeast {
		return false
	}
	places := s.cells.places()
	step := max(1, len(places)/legibleTried)
	for i := 0; i < len(places); i += step {
		if w.sure(s, s.cells, places[i], s.cells[places[i]]) {
			return false
		}
	}
	return true
}
