package tabit

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Seen is one seat's cards in one picture.
type Seen struct {
	Seat Seat `json:"seat"`
	Spread
	Worth
	Confidence float64 `json:"confidence"` // of the least certain card, 0 to 1

	boxes [2][each]read // letters, pictures
}

// read is one box's card as it was decided.
type read struct {
	quad  engine.Quad
	label string
	sure  float64 // how probable the decision is
}

// What is known before a picture is looked at, as natural logarithms.
const (
	// rareLetter is for letters of no word: the sheet's words need but eight, and no deck is known to have others.
	rareLetter = -6.0
	// presence is how much better cards must explain a seat's boxes than bare boxes do.
	presence = 0.0
	// doubtful is the confidence below which somebody should look at a card.
	doubtful = 0.9
)

// used are the letters of the three words.
const used = "MOONSTARTREE"

// Read says what one picture means.
func (Game) Read(look Look, _ game.Words) game.Reading {
	players := look.Players(DefaultOptions)
	r := game.Reading{Fields: struct {
		Players []Seen `json:"players"`
	}{players}, Text: describe(players), Warnings: warnings(players)}
	for _, p := range players {
		for _, cards := range p.boxes {
			for _, c := range cards {
				r.Marks = append(r.Marks, game.Mark{Quad: c.quad, Label: c.label, Doubtful: c.sure < doubtful})
			}
		}
	}
	return r
}

// Players are the seats with cards, and what they are.
func (l *Look) Players(o Options) []Seen {
	players := []Seen{}
	row := l.letterRow()
	for i, seat := range Seats {
		if l.occupied(i, row) <= presence {
			continue
		}
		s := Seen{Seat: seat, Confidence: 1}
		for k := range each {
			s.Letters[k], s.boxes[0][k] = l.Boxes[i][row][k].letter()
			s.Pictures[k], s.boxes[1][k] = l.Boxes[i][1-row][k].picture()
			s.Confidence = min(s.Confidence, s.boxes[0][k].sure, s.boxes[1][k].sure)
		}
		s.Confidence = math.Round(s.Confidence*1000) / 1000
		s.Worth = o.Score(s.Spread)
		players = append(players, s)
	}
	return players
}

// letterRow is the row, 0 the inner one, that holds the letters: the same at all seats.
func (l *Look) letterRow() int {
	var sum [2]float64
	for i := range l.Boxes {
		for row := range sum {
			for k := range each {
				a, b := &l.Boxes[i][row][k], &l.Boxes[i][1-row][k]
				sum[row] += logSum(a.Empty, a.Down, a.Letter) + logSum(b.Empty, b.Down, b.Picture)
			}
		}
	}
	if sum[1] > sum[0] {
		return 1
	}
	return 0
}

// occupied is how much better cards explain the boxes of a side than bare boxes do. Every player has all eight cards on
// the board, but while they are dealt some are missing.
func (l *Look) occupied(side, letters int) float64 {
	sum := 0.0
	for k := range each {
		a, b := &l.Boxes[side][letters][k], &l.Boxes[side][1-letters][k]
		sum += logSum(a.Down, a.Letter) - a.Empty + logSum(b.Down, b.Picture) - b.Empty
	}
	return sum
}

// letter decides what a box of the letter row holds: 0 for a card that lies face down.
func (b *Box) letter() (Letter, read) {
	var all [26]float64
	best := 0
	for c := range all {
		all[c] = b.Letters[c]
		if !strings.ContainsRune(used, rune('A'+c)) {
			all[c] += rareLetter
		}
		if all[c] > all[best] {
			best = c
		}
	}
	sure := math.Exp(all[best] - logSum(all[:]...))
	r := read{quad: b.Quad, label: string(rune('A' + best)), sure: sure * share(b.Letter, b.Down)}
	if b.Down > b.Letter {
		return 0, b.faceDown(b.Letter)
	}
	return Letter('A' + best), r
}

// picture decides what a box of the picture row holds.
func (b *Box) picture() (Picture, read) {
	best := 0
	for c := range b.Pictures {
		if b.Pictures[c] > b.Pictures[best] {
			best = c
		}
	}
	sure := math.Exp(b.Pictures[best] - logSum(b.Pictures[:]...))
	r := read{quad: b.Quad, label: Pictures[best].String(), sure: sure * share(b.Picture, b.Down)}
	if b.Down > b.Picture {
		return FaceDown, b.faceDown(b.Picture)
	}
	return Pictures[best], r
}

func (b *Box) faceDown(other float64) read {
	return read{quad: b.Quad, label: "-", sure: share(b.Down, other)}
}

// share is how probable a is beside b.
func share(a, b float64) float64 { return 1 / (1 + math.Exp(b-a)) }

func logSum(all ...float64) float64 { return floats.LogSumExp(all) }

func describe(players []Seen) []string {
	var lines []string
	for _, p := range players {
		lines = append(lines, fmt.Sprintf("%s %s: %s", p.Seat, p.Spread, engine.Count(p.Points, "point")))
	}
	if len(lines) == 0 {
		lines = append(lines, "no cards on the board")
	}
	return lines
}

func warnings(players []Seen) []engine.Warning {
	var all []engine.Warning
	for _, p := range players {
		if n := p.Down(); n > 0 {
			all = append(all, engine.Warning{Code: "face_down", Message: fmt.Sprintf("%s: %s: turn them up and photograph again; they do not count now",
				p.Seat, plural(n, "card lies face down", "cards lie face down"))})
		}
		if p.Confidence < doubtful {
			all = append(all, engine.Warning{Code: "low_confidence", Message: fmt.Sprintf("%s: a card is hard to read: look at it, or photograph again from closer", p.Seat)})
		}
	}
	return all
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
