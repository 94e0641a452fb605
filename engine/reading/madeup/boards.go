package madeup

import "tilewatch/engine"

// Words is a dictionary of the words given.
type Words map[string]bool

// NewWords is the dictionary of these words.
func NewWords(words ...string) Words {
	w := Words{}
	for _, word := range words {
		w[word] = true
	}
	return w
}

// Has reports whether the word is one of them.
func (w Words) Has(word string) bool { return w[word] }

// Board draws a board: one line of text a row, a space for an empty place, letters as they are read. Everything is
// one tile high; colors go round red, purple, yellow, green by place.
func Board(rows ...string) engine.Board {
	b := engine.Board{}
	for row, text := range rows {
		for col, letter := range []byte(text) {
			if letter != ' ' {
				color := engine.PlayerColors[(row+2*col)%4]
				b[engine.Place{Row: row, Col: col}] = engine.Cell{Letter: engine.Letter(letter), Color: color, Height: 1}
			}
		}
	}
	return b
}
