package film

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/ocr/book"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/filmtest"
	"tilewatch/vision/source"
)

// TestLettersAreLearnedFromAGame watches two plays, PA and APE: the letters that words settle go into the book, each tile once.
func TestLettersAreLearnedFromAGame(t *testing.T) {
	t.Parallel()
	w := watched(t, 1)
	const every, step = 2, 2.0 / 15 // half the film's frames are enough
	rest := filmtest.Shot{From: 102, To: 112, Every: every, Step: step}
	film := filmtest.New(t, filmPath+".mp4", filmtest.Shot{To: 112, Every: every, Step: step}, rest, rest)
	defer film.Close()
	w.Source = film
	student := &study{Book: new(book.Book), Note: func(text string) { t.Error(text) }}
	taught := map[engine.Letter]bool{}
	w.Learn = func(f source.Frame, certain []follow.Certain, board engine.Board) {
		for _, c := range certain {
			taught[c.Letter] = true
		}
		student.Learn(f, certain, board)
	}
	w.Report = func(any) error { return nil }
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for letter := range taught {
		if letter != 'P' && letter != 'A' && letter != 'E' {
			t.Errorf("%s was learned, which lies nowhere", letter)
		}
	}
	if n := student.Book.Letters(); n < 2 || n != len(taught) {
		t.Errorf("%d letters are in the book, of %v", n, taught)
	}
	lessons := len(student.learned)
	student.Learn(source.Frame{}, nil, engine.Board{}) // the table is cleared
	if len(student.learned) != 0 || lessons == 0 {
		t.Error("lessons of tiles that are gone are remembered")
	}
}

func TestALessonThatProvesWrongIsTakenBack(t *testing.T) {
	face := glyph.Face{Size: 48, Pix: make([]uint8, 48*48)}
	for i := range face.Pix {
		face.Pix[i] = 200
		if i%48 > 20 && i%48 < 28 && i/48 > 8 && i/48 < 40 {
			face.Pix[i] = 20 // an upright bar
		}
	}
	at := engine.Place{}
	taught := func() *study {
		s := &study{Book: new(book.Book), learned: map[engine.Place]lesson{}}
		if !s.Book.Learn(face, 'L') {
			t.Fatal("not learned")
		}
		s.learned[at] = lesson{1, 'L', face}
		return s
	}
	lying := engine.Board{at: {Letter: 'I', Color: engine.Red, Height: 1}} // a person has corrected it
	s := taught()
	if s.Learn(source.Frame{}, nil, lying); s.Book.Letters() != 0 || s.Book.Learn(face, 'L') {
		t.Error("the wrong letter stands in the book, or is learned again")
	}
	s = taught()
	for i := 1; i <= mostMistakes; i++ {
		p := engine.Place{Row: i}
		s.learned[p], lying[p] = lesson{1, 'L', face}, engine.Cell{Letter: 'I', Color: engine.Red, Height: 1}
	}
	if s.Learn(source.Frame{}, nil, lying); s.Book.Letters() != 1 || len(s.learned) != 0 {
		t.Error("a board that lies otherwise is taken for many mistakes")
	}
}

// TestAnotherGameIsNoGameOfThis shows SNAG to eyes for NAB-IT!: they report nothing that could be a play.
func TestAnotherGameIsNoGameOfThis(t *testing.T) {
	t.Parallel()
	w := watched(t, 1)
	film := filmtest.New(t, "../../../../../testdata/snag/live/oblique.mp4", filmtest.Shot{To: 75, Every: 3, Step: 0.2})
	defer film.Close()
	w.Source = film
	var lines []follow.Type
	w.Report = func(line any) error {
		if l, ok := line.(follow.Line); ok {
			lines = append(lines, l.Type)
		}
		return nil
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, kind := range lines {
		if kind == follow.Played || kind == follow.Joined {
			t.Errorf("told %v", lines)
			break
		}
	}
}
