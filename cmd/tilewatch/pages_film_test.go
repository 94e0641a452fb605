package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strconv"
	"testing"

	"tilewatch/web/browsertest"
)

// filmScores are the film's true scores after each turn.
func filmScores(t *testing.T) []map[string]int {
	t.Helper()
	data, err := os.ReadFile("../../testdata/nabit/live/oblique.json")
	if err != nil {
		t.Fatal(err)
	}
	var film struct {
		States []struct{ Scores map[string]int }
	}
	if err := json.Unmarshal(data, &film); err != nil {
		t.Fatal(err)
	}
	var all []map[string]int
	for _, s := range film.States {
		all = append(all, s.Scores)
	}
	return all
}

// shownTurns are the first frames of film in which each of its first turns lies there for everybody to see.
var shownTurns = []int{54, 96, 177}

// remember is a script that keeps the scores as a page shows them, by the turn that is being played.
const remember = `window.scores = {}; {
	const keep = () => {
		const turn = document.querySelector('.turn-no')?.textContent.replace(/\D/g, '');
		const now = {};
		for (const row of document.querySelectorAll('[data-key]')) now[row.dataset.key] = Number(row.querySelector('.total span').textContent);
		if (turn) window.scores[turn] = now;
	};
	new MutationObserver(keep).observe(document.querySelector('main'), {childList: true, subtree: true});
	keep();
}`

// TestTheFilmIsLiveOnPhoneTabletAndTV shows the film's turns to the real pipeline, each until all have seen it, and looks at it on three
// screens. On the phone a person corrects what the camera has read: it stays corrected while the game goes on.
func TestTheFilmIsLiveOnPhoneTabletAndTV(t *testing.T) {
	t.Parallel() // it waits most of the time
	phone := browsertest.New(t)
	phone.Dress(390, 844, 2, "light")
	tablet, tv := phone.Tab(), phone.Tab()
	tablet.Dress(820, 1180, 1, "dark")
	tv.Dress(1920, 1080, 1, "light")
	screens := map[string]*browsertest.Browser{"phone": phone, "tablet": tablet, "tv": tv}
	camera, url := newFaultyCamera(t, filmPictures(t, 5, 20))
	folder := t.TempDir()
	_, address := served(t, "--data", folder, "--players", "purple,red,green,yellow", "--source", url)
	wait(t, "the empty table", func() bool { _, _, _, status := tableNow(t, address); return status == "live" })
	phone.Open(address + hostLink(t, folder))
	tablet.Open(address + "/watch")
	tv.Open(address + "/tv")
	for _, b := range screens {
		b.Until("the stream opens", shownLive)
		b.Script(remember)
	}
	truth := filmScores(t)
	next := len(shownTurns) - 1 // the last turn comes after the correction
	for turn, first := range shownTurns[:next] {
		camera.shows(filmPictures(t, first, first+12))
		for name, b := range screens {
			b.Front()
			b.Until(fmt.Sprintf("%s has seen turn %d", name, turn+1), fmt.Sprintf(`window.scores[%d]`, turn+2))
		}
	}
	for name, b := range screens {
		for playing, scores := range browsertest.Eval[map[string]map[string]int](b, `window.scores`) {
			turn, err := strconv.Atoi(playing)
			if err != nil || turn > next+1 {
				t.Fatalf("%s: turn %q is being played", name, playing)
			}
			if !maps.Equal(scores, truth[turn-1]) {
				t.Errorf("%s: after turn %d the scores are %v, not %v", name, turn-1, scores, truth[turn-1])
			}
		}
	}
	for name, b := range screens {
		b.Look("film-" + name)
		b.Accessible(name)
		if wide := b.Wide(); wide > 0 {
			t.Errorf("%s scrolls sideways by %d pixels", name, wide)
		}
	}
	phone.Front()
	at := browsertest.Eval[string](phone, `[...document.querySelectorAll('.board .stack')].at(-1).dataset.at`)
	phone.Tap(`.board [data-at="` + at + `"]`)
	phone.Until("the camera's picture of the tile, and its readings", `document.querySelector('#sheet .saw img')?.naturalWidth > 100 && document.querySelectorAll('#sheet .reading').length === 3`)
	phone.Look("film-cell")
	phone.Accessible("a tile's sheet")
	letter := browsertest.Eval[string](phone, `document.querySelectorAll('#sheet .reading b')[1].textContent.charAt(0)`)
	phone.Script(`document.querySelectorAll('#sheet .reading')[1].click()`)
	is := fmt.Sprintf(`document.querySelector('.board [data-at="%s"] text')?.textContent.startsWith('%s')`, at, letter)
	tv.Front()
	tv.Until("the correction is everywhere", is)
	camera.shows(filmPictures(t, shownTurns[next], shownTurns[next]+12))
	tv.Until("the game goes on", fmt.Sprintf(`window.scores[%d]`, next+2))
	if !browsertest.Eval[bool](tv, is) {
		t.Error("the camera overruled a person")
	}
	phone.Clean(address, false)
}
