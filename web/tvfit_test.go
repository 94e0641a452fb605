package web

import (
	"fmt"
	"slices"
	"testing"

	"tilewatch/web/browsertest"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

// cutOff lists the texts of the scores and of the turn's line that are cut off: the line may be broken once.
const cutOff = `[...document.querySelectorAll('.turn b, .players :is(.name, .sum, .left), .chip')].filter((e) => e.clientWidth > 0 && !e.closest('.sr'))
	.filter((e) => e.scrollWidth > e.clientWidth + 1 || e.matches('b') && e.scrollHeight > 2.7 * parseFloat(getComputedStyle(e).fontSize)).map((e) => e.textContent).join(', ')`

// TestTextsFitTheWall looks at each game on screens of two shapes, in each language, with names of usual length.
func TestTextsFitTheWall(t *testing.T) {
	t.Parallel()
	place := newSite(t)
	kitchen := place.open(t, "kitchen")
	game := webtest.DemoGame(t)
	webtest.Publish(t, kitchen, game[len(game)-4])
	tables := []string{"kitchen"}
	for name, play := range otherGames(t) {
		other, err := place.server.OpenBeside(name)
		if err != nil {
			t.Fatal(err)
		}
		other.Seat(play(other))
		tables = append(tables, name)
	}
	b := browsertest.New(t)
	b.Open(place.Url)
	for _, lang := range text.Langs() {
		b.Script(fmt.Sprintf(`document.cookie = 'lang=%s;path=/'`, lang.Lang))
		for _, table := range slices.Sorted(slices.Values(tables)) {
			b.Open(place.Url + "/t/" + table + "/tv")
			b.Until("the page is drawn", `document.querySelector('.players') && document.fonts.status === 'loaded' && document.documentElement.lang === '`+lang.Lang+`'`)
			for screen, size := range map[string][2]int64{"16:10": {1280, 800}, "16:9": {1920, 1080}} {
				b.Dress(size[0], size[1], 1, "dark")
				if cut := browsertest.Eval[string](b, cutOff); cut != "" {
					t.Errorf("%s in %s, %s: cut off are %s", table, lang.Lang, screen, cut)
				}
				b.Look(fmt.Sprintf("wall-%s-%s-%d", table, lang.Lang, size[1]))
			}
		}
	}
}
