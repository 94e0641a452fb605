package after

import (
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
)

// TestWhoseTilesTheseAreIsAskedOnce shows the score at once, and asks with a patch of the color; the answer renames all tiles of that color.
func TestWhoseTilesTheseAreIsAskedOnce(t *testing.T) {
	h := newHouse(t, 0)
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(h.url + "/photo")
	b.Until("the form is there", `!document.getElementById("photo").hidden`)
	b.Do(chromedp.SetUploadFiles("#file", []string{shipped(t, "045")}))
	b.Until("the result and the question", `document.querySelector("#answer .ranks") && document.querySelectorAll("#answer .plastic .choices button").length === 4`)
	lookWhole(b, "photo-plastic", 390, 844, true)
	b.Accessible("the question")
	if got := browsertest.Eval[string](b, `document.querySelector(".plastic .patch rect").getAttribute("fill")`); got != "#78823c" {
		t.Errorf("the patch is %s", got)
	}
	named := func(color string) int {
		return browsertest.Eval[int](b, `document.querySelectorAll('.photo-board .stack[data-owner="`+color+`"]').length`)
	}
	green, purple := named("green"), named("purple")
	b.Tap(`.plastic [data-command*='"color":"purple"']`)
	b.Until("no question", `document.querySelector("#answer .ranks") && !document.querySelector("#answer .plastic")`)
	if green == 0 || green == purple || named("purple") != green || named("green") != purple {
		t.Errorf("of %d green and %d purple stacks are %d and %d", green, purple, named("green"), named("purple"))
	}
	b.Clean(h.url, false)
}
