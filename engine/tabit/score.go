package tabit

// Worth is what eight cards score, and for what.
type Worth struct {
	Points  int     `json:"points"`
	Picture Picture `json:"picture"` // which picture scores; null if none does
	Count   int     `json:"count"`   // how many of it, 3 or 4
	Word    bool    `json:"word"`    // the letters spell it
}

// points are the rule sheet's table: by picture, in the order of Pictures; four or three of it; with the word or without.
var points = map[Picture][2][2]int{
	Moon: {{500, 200}, {400, 150}},
	Star: {{400, 100}, {300, 50}},
	Tree: {{300, 100}, {200, 25}},
}

// Score is what the cards that lie face up are worth.
func (o Options) Score(s Spread) Worth {
	for _, p := range Pictures {
		n := s.count(p)
		if n < 3 { // at most one picture is there three times
			continue
		}
		w := Worth{Picture: p, Count: n, Word: s.spells(p.word(), o.LettersInOrder)}
		column := 1
		if w.Word {
			column = 0
		}
		w.Points = points[p][each-n][column]
		return w
	}
	return Worth{}
}
