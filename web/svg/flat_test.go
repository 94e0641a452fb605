package svg

import (
	"image/color"
	"strings"
	"testing"
)

func TestAPagesDrawingBecomesAPicture(t *testing.T) {
	const drawing = `<svg class="board" viewBox="0 0 40 20"><defs><pattern id="p"><path d="M0 0h4"/></pattern></defs>
		<g transform="translate(20 0)"><rect class="tile" x="0" y="0" width="20" height="20" fill="#00ff00"/><rect x="0" y="0" width="20" height="20" fill="url(#p)"/></g>
		<text x="10" y="16" font-size="16" text-anchor="middle" fill="currentColor">I &amp; I</text></svg>`
	flat, wide, high, err := Flat(drawing, "#0000ff", "#ff0000")
	if err != nil || wide != 40 || high != 20 {
		t.Fatalf("%v: %v x %v", err, wide, high)
	}
	if strings.Contains(string(flat), "<text") || strings.Contains(string(flat), "url(") {
		t.Errorf("texts and patterns are left: %s", flat)
	}
	on, err := Draw(flat, 40, 20)
	if err != nil {
		t.Fatal(err)
	}
	if got := on.RGBAAt(30, 2); got != (color.RGBA{0, 255, 0, 255}) {
		t.Errorf("the tile is %v", got)
	}
	if got := on.RGBAAt(1, 1); got != (color.RGBA{255, 0, 0, 255}) {
		t.Errorf("the ground is %v", got)
	}
	inked := false
	for x := range 20 {
		inked = inked || on.RGBAAt(x, 10).B > 200
	}
	if !inked {
		t.Error("the text is not drawn")
	}
	for name, broken := range map[string]string{"no size": `<svg><rect/></svg>`, "cut off": `<svg viewBox="0 0 1 1"><g>`, "no drawing": ``} {
		if _, _, _, err := Flat(broken, "", ""); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
}
