package nabit

import "tilewatch/engine"

// Words are the maximal runs of two or more cells: those across by row, then column, then those down likewise.
// Text has one character a cell, "?" for a blank whose letter is not settled.
func Words(b engine.Board) []engine.Word {
	places := b.Places()
	words := make([]engine.Word, 0, len(places))
	for _, d := range []engine.Direction{engine.Across, engine.Down} {
		for _, p := range places {
			if w, ok := wordFrom(b, p, d); ok {
				words = append(words, w)
			}
		}
	}
	return words
}

// wordFrom is the word that begins at p; false if none does.
func wordFrom(b engine.Board, p engine.Place, d engine.Direction) (engine.Word, bool) {
	step := d.Step()
	if _, longer := b[p.Sub(step)]; longer {
		return engine.Word{}, false
	}
	if _, two := b[p.Add(step)]; !two {
		return engine.Word{}, false
	}
	return runFrom(b, p, d), true
}

// wordThrough is the word in that direction that p is a part of; false if p has no neighbor in it.
func wordThrough(b engine.Board, p engine.Place, d engine.Direction) (engine.Word, bool) {
	step := d.Step()
	for {
		previous := p.Sub(step)
		if _, ok := b[previous]; !ok {
			return wordFrom(b, p, d)
		}
		p = previous
	}
}

// runFrom reads on from start until the first empty place.
func runFrom(b engine.Board, start engine.Place, d engine.Direction) engine.Word {
	text := make([]byte, 0, 12)
	for p := start; ; p = p.Add(d.Step()) {
		c, ok := b[p]
		if !ok {
			break
		}
		text = append(text, face(c.Letter))
	}
	return engine.Word{Text: string(text), Place: start, Direction: d}
}

// face is how a letter is written in a word.
func face(l engine.Letter) byte {
	if l == 0 {
		return byte(engine.Unsettled)
	}
	return byte(l)
}

// Controllers are the players who own most top tiles at the word's highest level, in the order of
// engine.PlayerColors; several on equal counts. None if no tile of the highest level has a player's color.
func Controllers(b engine.Board, w engine.Word) []engine.Color {
	top, most := highest(b, w), 0
	var owned [len(engine.PlayerColors) + 2]int // by color, gray and none included
	for p, i := w.Place, 0; i < len(w.Text); p, i = p.Add(w.Direction.Step()), i+1 {
		if c := b[p]; c.Height == top && int(c.Color) < len(owned) {
			owned[c.Color]++
		}
	}
	for _, color := range engine.PlayerColors {
		most = max(most, owned[color])
	}
	var controllers []engine.Color
	for _, color := range engine.PlayerColors {
		if most > 0 && owned[color] == most {
			controllers = append(controllers, color)
		}
	}
	return controllers
}

// highest is the level of the word's tallest stack.
func highest(b engine.Board, w engine.Word) int {
	top := 0
	for p, i := w.Place, 0; i < len(w.Text); p, i = p.Add(w.Direction.Step()), i+1 {
		top = max(top, b[p].Height)
	}
	return top
}

// ControlledWord is a word with those who control it.
type ControlledWord struct {
	engine.Word
	Controllers []engine.Color `json:"controllers"` // never null in JSON
}

// ControlledWords are the board's words, in the order of Words, with their controllers.
func ControlledWords(b engine.Board) []ControlledWord {
	words := Words(b)
	controlled := make([]ControlledWord, len(words))
	for i, w := range words {
		controlled[i] = ControlledWord{w, orEmpty(Controllers(b, w))}
	}
	return controlled
}

// orEmpty keeps JSON lists from being null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
