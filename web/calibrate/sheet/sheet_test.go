package sheet

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestTheBoardFitsThePaper(t *testing.T) {
	for name, want := range map[string]float64{"a4": 25, "a3": 25, "letter": 25} {
		b := Fit(9, 6, Papers[name])
		w, h := b.size()
		if p := Papers[name]; b.SquareMM != want || w+b.SquareMM > p.Width || h+b.SquareMM > p.Height {
			t.Errorf("%s: squares of %g mm, %g x %g", name, b.SquareMM, w, h)
		}
	}
	if b := Fit(19, 14, Papers["a4"]); b.SquareMM != 13 {
		t.Errorf("a finer board has squares of %g mm, want 13", b.SquareMM)
	}
}

func TestTheDarkCornerSquareIsTopLeft(t *testing.T) {
	svg := Board{9, 6, 25}.SVG()
	if !strings.Contains(svg, `fill="#000" d="M0 0h25v25h-25z`) || !strings.Contains(svg, `width="275mm" height="200mm"`) {
		t.Errorf("%.300s", svg)
	}
	if n := strings.Count(svg, "h25v25"); n != 35 {
		t.Errorf("%d dark squares, want 35", n)
	}
}

func TestThePDFsTableIsRight(t *testing.T) {
	file := Board{9, 6, 25}.PDF(Papers["a4"])
	for i, at := range regexp.MustCompile(`(\d{10}) 00000 n`).FindAllSubmatch(file, -1) {
		offset, err := strconv.Atoi(string(at[1]))
		if err != nil || !bytes.HasPrefix(file[offset:], fmt.Appendf(nil, "%d 0 obj", i+1)) {
			t.Errorf("object %d is not at %d", i+1, offset)
		}
	}
	if !bytes.Contains(file, []byte("/PrintScaling /None")) || bytes.Count(file, []byte(" re\n")) != 35 {
		t.Error("the page is not what it should be")
	}
}
