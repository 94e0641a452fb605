package film

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/ocr/book"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/source"
)

// study learns how the letters of a set look from a game that is watched: those that are certain, each tile once. It is for one
// goroutine, the watch's.
type study struct {
	Book *book.Book
	Note func(string) // takes why the book could not be kept

	learned map[engine.Place]lesson
}

// lesson is what was learned from the tile on top of a stack.
type lesson struct {
	height int
	letter engine.Letter
	face   glyph.Face
}

// mostMistakes is how many lessons may prove wrong at once. If there are more, it is the board that lies otherwise.
const mostMistakes = 2

// Learn takes the tiles that are certain in a frame, and what lies on the board. A lesson is taken back where the tile has come to be
// read otherwise.
func (s *study) Learn(frame source.Frame, certain []follow.Certain, board engine.Board) {
	s.unlearn(board)
	for _, c := range certain {
		if _, had := s.learned[c.Place]; had {
			continue
		}
		face, err := frame.Face(c.Quad)
		if err != nil { // cut by the picture's edge
			continue
		}
		if s.Book.Learn(face, byte(c.Letter)) {
			s.learned[c.Place] = lesson{c.Height, c.Letter, face}
		}
	}
	if err := s.Book.Save(); err != nil && s.Note != nil {
		s.Note(err.Error())
	}
}

// unlearn takes lessons back that were wrong, and forgets those whose tiles are covered.
func (s *study) unlearn(board engine.Board) {
	wrong := map[engine.Place]lesson{}
	for at, l := range s.learned {
		switch c := board[at]; {
		case c.Height != l.height:
			delete(s.learned, at)
		case c.Letter != l.letter || c.Blank:
			wrong[at] = l
		}
	}
	if s.learned == nil || len(wrong) > mostMistakes {
		s.learned = map[engine.Place]lesson{}
		return
	}
	for at, l := range wrong {
		s.Book.Deny(l.face, byte(l.letter))
		delete(s.learned, at)
	}
}
