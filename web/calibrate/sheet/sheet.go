// Package sheet draws the calibration board for printing: a chessboard at its true size, as a PDF or as SVG.
package sheet

import (
	"bytes"
	"fmt"
	"strings"
)

// Board is what is drawn: points where four squares meet, and the squares' side in millimetres.
type Board struct {
	Columns, Rows int
	SquareMM      float64
}

// Paper is a sheet's size in millimetres, the long side across.
type Paper struct{ Width, Height float64 }

// Papers are those that printers take.
var Papers = map[string]Paper{"a4": {297, 210}, "a3": {420, 297}, "letter": {279.4, 215.9}}

// border is the white that a board needs around it, as a share of a square: its outer squares must not touch anything dark.
const border = 0.5

// Fit is the board with the largest squares of whole millimetres that the paper holds, but not larger than 25.
func Fit(columns, rows int, p Paper) Board {
	side := min(p.Width/(float64(columns+1)+2*border), p.Height/(float64(rows+1)+2*border), 25)
	return Board{columns, rows, float64(int(side))}
}

// size is the board's own, without its border.
func (b Board) size() (w, h float64) {
	return float64(b.Columns+1) * b.SquareMM, float64(b.Rows+1) * b.SquareMM
}

// dark calls f with each dark square's left and top, in squares.
func (b Board) dark(f func(x, y int)) {
	for y := range b.Rows + 1 {
		for x := range b.Columns + 1 {
			if (x+y)%2 == 0 {
				f(x, y)
			}
		}
	}
}

// SVG is the board alone with its border, in millimetres; one path, so that no seams show.
func (b Board) SVG() string {
	w, h := b.size()
	edge := border * b.SquareMM
	var path strings.Builder
	b.dark(func(x, y int) {
		fmt.Fprintf(&path, "M%g %gh%gv%gh%gz", float64(x)*b.SquareMM, float64(y)*b.SquareMM, b.SquareMM, b.SquareMM, -b.SquareMM)
	})
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%gmm" height="%gmm" viewBox="%g %g %g %g" shape-rendering="crispEdges"><path fill="#fff" d="M%[3]g %[4]gh%[5]gv%[6]gh-%[5]gz"/><path fill="#000" d="%[7]s"/></svg>`,
		w+2*edge, h+2*edge, -edge, -edge, w+2*edge, h+2*edge, path.String()) + "\n"
}

// point is a PDF's unit in millimetres.
const point = 25.4 / 72

// PDF is a page with the board in its middle and a line under it to check the printer by.
func (b Board) PDF(p Paper) []byte {
	var page bytes.Buffer
	w, h := b.size()
	fmt.Fprintf(&page, "%.6f 0 0 %.6f 0 0 cm 0 g\n", 1/point, 1/point) // millimetres from here on; y is up
	left, top := (p.Width-w)/2, (p.Height+h)/2
	b.dark(func(x, y int) {
		fmt.Fprintf(&page, "%.3f %.3f %.3f %.3f re\n", left+float64(x)*b.SquareMM, top-float64(y+1)*b.SquareMM, b.SquareMM, b.SquareMM)
	})
	page.WriteString("f\n")
	foot := (p.Height - h) / 2
	text := fmt.Sprintf("Tilewatch: %dx%d, squares of %g mm. Print at 100 %%. This line is 100 mm long:", b.Columns, b.Rows, b.SquareMM)
	fmt.Fprintf(&page, "BT /F1 3 Tf %.2f %.2f Td (%s) Tj ET\n", left, foot/2-1, text)
	fmt.Fprintf(&page, "0.3 w %.2f %.2f m %.2f %.2f l S\n", left+w-100, foot/2, left+w, foot/2)
	return pdf(p, page.Bytes())
}

// pdf is a file of one page.
func pdf(p Paper, content []byte) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.3f %.3f] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>", p.Width/point, p.Height/point),
		fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var file bytes.Buffer
	file.WriteString("%PDF-1.4\n")
	var at []int
	for i, o := range objects {
		at = append(at, file.Len())
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range at {
		fmt.Fprintf(&file, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return file.Bytes()
}
