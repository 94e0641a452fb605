package after

import (
	"errors"
	"fmt"
	"image"
	imagedraw "image/draw"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/web/board"
	"tilewatch/web/retold"
	"tilewatch/web/svg"
)

// ShareWidth and ShareHeight are the size of the picture to share, in pixels: what social pages show large.
const (
	ShareWidth  = 1200
	ShareHeight = 630
)

// share answers the result as a picture.
func (p *pages) share(c echo.Context) error {
	k, err := p.told(c)
	if err != nil {
		return err
	}
	picture, err := p.cards.of(c.Request().Context(), k, p.pageOf(c, k), drawShare)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", fmt.Sprintf(`inline; filename="%s.png"`, k.info.Game))
	return c.Blob(http.StatusOK, "image/png", picture)
}

// shared is what the picture shows.
type shared struct {
	*retold.Standing
	Title, When, Turns string
	board              retold.Picture
}

// shareOf is a game's.
func shareOf(k *kept, pg page) (s shared, err error) {
	g := k.About()
	s = shared{Standing: k.Standing(pg.Reader), Title: g.Title, When: k.info.Title, Turns: k.Length(pg.Reader, 0)}
	if s.Wins = pg.headline(k, s.Standing); !g.Began.IsZero() {
		s.When = pg.Date(g.Began)
	}
	s.board, err = k.Picture(pg.Texts)
	return s, err
}

// drawShare draws the board on the left and the result on the right.
func drawShare(k *kept, pg page) ([]byte, error) {
	s, err := shareOf(k, pg)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	svg.Head(&b, ShareWidth, ShareHeight)
	shareGround(&b)
	shareResult(&b, s)
	b.WriteString("</svg>")
	on, err := svg.Draw([]byte(b.String()), ShareWidth, ShareHeight)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(shareBoard(on, s.board), shareSwatches(on, s.Rows)); err != nil {
		return nil, err
	}
	return svg.Encode(on)
}

// The felt on the left is square; what stands on it keeps a margin.
const (
	feltSide = 590.0
	feltGap  = 20.0
)

func shareGround(b *strings.Builder) {
	fmt.Fprintf(b, `<rect fill="#f4efe4" x="0" y="0" width="%d" height="%d" rx="0" ry="0"/>`, ShareWidth, ShareHeight)
	fmt.Fprintf(b, `<rect fill="#e6dfcf" x="%s" y="%s" width="%s" height="%s" rx="28" ry="28"/>`, svg.Num(feltGap), svg.Num(feltGap), svg.Num(feltSide), svg.Num(feltSide))
}

// shareBoard draws the board onto the felt.
func shareBoard(on *image.RGBA, p retold.Picture) error {
	if len(p.SVG) == 0 {
		return nil
	}
	scale := min((feltSide-30)/p.Wide, (feltSide-30)/p.High)
	if p.Most > 0 {
		scale = min(scale, p.Most)
	}
	picture, err := svg.Draw(p.SVG, max(1, int(p.Wide*scale)), max(1, int(p.High*scale)))
	if err != nil {
		return err
	}
	at := image.Pt(int(feltGap+(feltSide-p.Wide*scale)/2), int(feltGap+(feltSide-p.High*scale)/2))
	imagedraw.Draw(on, picture.Rect.Add(at), picture, image.Point{}, imagedraw.Src)
	return nil
}

// Where the result is written.
const (
	shareLeft  = 650.0
	shareRight = 1170.0
	firstRow   = 190.0
	rowStep    = 92.0
	rowHigh    = 80.0
)

func shareResult(b *strings.Builder, st shared) {
	svg.Text(b, st.Title, shareLeft, 74, 40, svg.Start, "#1b2330")
	svg.Text(b, svg.Fit(st.When, 24, 330), shareRight, 72, 24, svg.End, "#545d6b")
	size := 54.0
	for size > 28 && svg.Width(st.Wins, size) > shareRight-shareLeft {
		size -= 2
	}
	svg.Text(b, svg.Fit(st.Wins, size, shareRight-shareLeft), shareLeft, 152, size, svg.Start, "#1b2330")
	y := firstRow
	for _, r := range st.Rows {
		shareRow(b, r, y)
		y += rowStep
	}
	if st.Over {
		for i, line := range svg.Wrap(st.Why, 22, shareRight-shareLeft) {
			if at := y + 22 + 30*float64(i); at < 565 {
				svg.Text(b, line, shareLeft, at, 22, svg.Start, "#1b2330")
			}
		}
	}
	svg.Text(b, svg.Fit(st.Turns, 22, 300), shareLeft, 600, 22, svg.Start, "#545d6b")
	svg.Text(b, "tilewatch", shareRight, 600, 22, svg.End, "#545d6b")
}

func shareRow(b *strings.Builder, r retold.Rank, y float64) {
	edge, width := "#dcd3c0", 2
	if r.Winner {
		edge, width = "#e0a100", 5
	}
	fmt.Fprintf(b, `<rect fill="#fffdf7" stroke="%s" stroke-width="%d" x="%s" y="%s" width="%s" height="%s" rx="20" ry="20"/>`,
		edge, width, svg.Num(shareLeft), svg.Num(y), svg.Num(shareRight-shareLeft), svg.Num(rowHigh))
	x := shareLeft + 90
	if r.Winner {
		fmt.Fprintf(b, `<path fill="#e0a100" d="M%s %sh34l3-22-11 8-9-15-9 15-11-8z"/>`, svg.Num(x), svg.Num(y+37))
		x += 46
	}
	svg.Text(b, svg.Fit(r.Shown+"  "+r.Name, 32, shareRight-110-x), x, y+39, 32, svg.Start, "#1b2330")
	parts, size := strings.Join(r.Parts, ", "), 20.0
	for size > 14 && svg.Width(parts, size) > shareRight-shareLeft-190 {
		size--
	}
	svg.Text(b, svg.Fit(parts, size, shareRight-shareLeft-190), shareLeft+90, y+66, size, svg.Start, "#545d6b")
	svg.Text(b, fmt.Sprint(r.Total), shareRight-24, y+58, 52, svg.End, "#1b2330")
}

// shareSwatches puts the players' tiles into their rows, each a picture of its own like the board.
func shareSwatches(on *image.RGBA, rows []retold.Rank) error {
	y := firstRow
	for _, r := range rows {
		picture, err := svg.Draw(board.SwatchAlone(r.Color, "#fffdf7"), 62, 62)
		if err != nil {
			return err
		}
		imagedraw.Draw(on, picture.Rect.Add(image.Pt(int(shareLeft)+13, int(y)+9)), picture, image.Point{}, imagedraw.Src)
		y += rowStep
	}
	return nil
}
