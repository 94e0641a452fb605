package tabit

import (
	"fmt"
	"strings"

	"tilewatch/engine/tabit"
	"tilewatch/web/board"
	"tilewatch/web/svg"
)

// The drawing of the cards, in its own units.
const (
	boardSide = 600.0 // of the whole drawing, which is square
	nameHigh  = 44.0  // height of a player's line
	cardGap   = 8.0
	cardRatio = 1.3 // a card's height to its width
)

// drawCards is every player's eight cards as they lie, and what they are worth: two rows for two players, one for more.
func (m *model) drawCards() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board tabit" viewBox="0 0 %s %s" role="img" aria-label="%s">`, svg.Num(boardSide), svg.Num(boardSide), svg.Escape(m.description()))
	b.WriteString(cardBack)
	n := max(len(m.Cards), 2)
	for i, h := range m.Cards {
		drawHand(&b, h, float64(i)*boardSide/float64(n), boardSide/float64(n), n)
	}
	b.WriteString("</svg>")
	return b.String()
}

// cardBack are the back of a card.
const cardBack = `<defs><pattern id="tabit-back" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h14M0 0v14" stroke="#dfe6f2" stroke-width="2.500"/></pattern></defs>`

// description is the drawing in words.
func (m *model) description() string {
	var all []string
	for _, h := range m.Cards {
		if h.Known {
			all = append(all, m.T("tabit.board.player", "who", h.Called, "letters", m.spelled(h), "pictures", m.pictured(h), "n", h.Points))
		}
	}
	if len(all) == 0 {
		return m.T("tabit.board.empty")
	}
	return strings.Join(all, " ")
}

func (m *model) spelled(h hand) string {
	var letters []string
	for _, l := range h.Letters {
		if l == 0 {
			letters = append(letters, m.T("tabit.card.down"))
		} else {
			letters = append(letters, l.String())
		}
	}
	return strings.Join(letters, " ")
}

func (m *model) pictured(h hand) string {
	var pictures []string
	for _, p := range h.Pictures {
		pictures = append(pictures, m.Picture(p))
	}
	return strings.Join(pictures, ", ")
}

// Picture is a picture's name in the reader's language.
func (m *model) Picture(p tabit.Picture) string {
	if p == tabit.FaceDown {
		return m.T("tabit.card.down")
	}
	return m.T("tabit.picture." + p.String())
}

// drawHand draws one player's cards into a strip of the drawing.
func drawHand(b *strings.Builder, h hand, top, high float64, players int) {
	ink := board.InkOf(h.Color)
	const edge = 10.0
	fmt.Fprintf(b, `<rect class="seat" x="4" y="%s" width="592" height="%s" rx="14" fill="#fffaf0" stroke="%s" stroke-width="3"/>`, svg.Num(top+4), svg.Num(high-8), ink.Fill)
	fmt.Fprintf(b, `<text x="22" y="%s" font-size="26" font-weight="800" fill="#1b2330">%s</text>`, svg.Num(top+36), svg.Escape(svg.Fit(h.Called, 26, 250)))
	if h.Known {
		fmt.Fprintf(b, `<text x="578" y="%s" font-size="26" font-weight="900" fill="#1b2330" text-anchor="end">%d</text>`, svg.Num(top+36), h.Points)
		fmt.Fprintf(b, `<text x="510" y="%s" font-size="19" font-weight="700" fill="#545d6b" text-anchor="end">%s</text>`, svg.Num(top+35), svg.Escape(h.Why))
	}
	rows, columns := 1, 8
	if players == 2 {
		rows, columns = 2, 4
	}
	space := high - nameHigh - 2*edge
	cardH := min((space-float64(rows-1)*cardGap)/float64(rows), (592-2*edge-float64(columns)*cardGap)/float64(columns)*cardRatio)
	cardW := cardH / cardRatio
	above := (space - float64(rows)*cardH - float64(rows-1)*cardGap) / 2 // what the cards leave free lies around them
	left := boardSide/2 - (float64(columns)*cardW+float64(columns-1)*cardGap)/2
	for k := range 8 {
		row, column := 0, k
		if rows == 2 {
			row, column = k/4, k%4
		}
		x := left + float64(column)*(cardW+cardGap)
		y := top + nameHigh + edge/2 + above + float64(row)*(cardH+cardGap)
		drawCard(b, h, k, x, y, cardW, cardH)
	}
}

// drawCard draws card k of a hand: 0 to 3 the letters, 4 to 7 the pictures.
func drawCard(b *strings.Builder, h hand, k int, x, y, w, high float64) {
	box := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s" rx="%s"`, svg.Num(x), svg.Num(y), svg.Num(w), svg.Num(high), svg.Num(w*0.1))
	mid, center := x+w/2, y+high/2
	letter, picture := h.Letters[k%4], h.Pictures[k%4]
	switch {
	case !h.Known:
		fmt.Fprintf(b, `<rect class="unknown" %s fill="none" stroke="#b7ad98" stroke-width="2" stroke-dasharray="7 6"/>`, box)
	case k < 4 && letter == 0, k >= 4 && picture == tabit.FaceDown:
		fmt.Fprintf(b, `<rect class="down" %s fill="#274a8c" stroke="#16305f" stroke-width="2"/><rect %s fill="url(#tabit-back)"/>`, box, box)
	case k < 4:
		fmt.Fprintf(b, `<rect class="letter" %s fill="#ffffff" stroke="#8d8570" stroke-width="2"/>`, box)
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" font-weight="900" fill="#1b2330" text-anchor="middle">%s</text>`,
			svg.Num(mid), svg.Num(center+0.25*high), svg.Num(0.68*high), svg.Escape(letter.String()))
	default:
		fmt.Fprintf(b, `<rect class="picture" %s fill="#ffffff" stroke="#8d8570" stroke-width="2"/>`, box)
		fmt.Fprintf(b, `<path transform="translate(%s %s) scale(%s)" %s/>`, svg.Num(mid), svg.Num(center), svg.Num(w/100), shapes[picture])
	}
}

// shapes are about 80 wide around the middle. Shape and color both distinguish them.
var shapes = map[tabit.Picture]string{
	tabit.Moon: `fill="#f0b81f" stroke="#7a5a00" stroke-width="3" stroke-linejoin="round" d="M16 -38A40 40 0 1 0 34 24A33 33 0 0 1 16 -38Z"`,
	tabit.Star: `fill="#d8362b" stroke="#7c1812" stroke-width="3" stroke-linejoin="round" d="M0 -40L10 -13L38 -12L16 5L24 32L0 16L-24 32L-16 5L-38 -12L-10 -13Z"`,
	tabit.Tree: `fill="#2f8f4a" stroke="#14502a" stroke-width="3" stroke-linejoin="round" d="M0 -46L19 -18H10L27 8H16L35 34H6V46H-6V34H-35L-16 8H-27L-10 -18H-19Z"`,
}
