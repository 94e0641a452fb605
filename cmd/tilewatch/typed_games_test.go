package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/snag"
	"tilewatch/web/browsertest"
)

// evening is a served game that two people play on one screen, without a camera.
type evening struct {
	browsertest.Typist
	t             *testing.T
	address, link string
}

// newEvening sets the game up on the set-up page, for Ana and Ben.
func newEvening(t *testing.T, game string, wide, high int64) *evening {
	t.Helper()
	folder := t.TempDir()
	_, address := served(t, "--game", game, "--data", folder)
	e := &evening{Typist: browsertest.Typist{Browser: browsertest.New(t)}, t: t, address: address, link: hostLink(t, folder)}
	e.Dress(wide, high, 2, "light")
	e.Open(address + e.link + "?to=setup")
	e.Script(`for (const [color, name] of [['red', 'Ana'], ['purple', 'Ben'], ['yellow', ''], ['green', '']]) {
		document.querySelector('[name=plays-' + color + ']').checked = Boolean(name);
		document.querySelector('[name=name-' + color + ']').value = name;
	}`)
	e.Tap(".newgame .primary")
	e.Until("the game begins", `location.pathname === '/t/1/play' && `+shownLive)
	return e
}

// sends plays events by the API.
func (e *evening) sends(events ...string) {
	e.t.Helper()
	for _, event := range events {
		status := command(e.t, e.address, e.link, event)
		for ; status == http.StatusTooManyRequests; status = command(e.t, e.address, e.link, event) {
			time.Sleep(50 * time.Millisecond)
		}
		if status != http.StatusOK {
			e.t.Fatalf("%s: status %d", event, status)
		}
	}
	e.Script(`window.told = 0; fetch('/api/tables/1').then(a => a.json()).then(s => { window.told = s.events })`)
	e.Until("the page has them", `window.told && window.told === Number(document.body.dataset.count)`)
}

// ready waits until the page takes a command: it takes none while the last one is on its way, or just drawn.
func (e *evening) ready() {
	e.t.Helper()
	e.Until("the page takes another command", `!document.body.matches('.busy, .settling, .stale') && !document.querySelector('.sending')`)
}

// over waits for the end.
func (e *evening) over(who string) {
	e.t.Helper()
	e.Until("the game is over", fmt.Sprintf(`document.querySelector('.chip.finished') && document.querySelector('.turn b').textContent === %q`, who+" wins"))
}

// after checks the result with its story and the replay, at a phone's and a TV's size.
func (e *evening) after(game, tells string) {
	e.t.Helper()
	for screen, size := range map[string][2]int64{"phone": {390, 844}, "landscape": {844, 390}, "tablet": {768, 1024}, "tv": {1920, 1080}} {
		e.Dress(size[0], size[1], 1, map[bool]string{true: "dark", false: "light"}[screen == "phone"])
		e.Open(e.address + "/games/last")
		e.Until("the result tells: "+tells, fmt.Sprintf(`document.querySelector('.story')?.textContent.includes(%q) && document.querySelector('.sharing img')`, tells))
		if wide := e.Wide(); wide > 0 {
			e.t.Errorf("%s: the result is %d pixels too wide", screen, wide)
		}
		e.Look(game + "-result-" + screen)
		spoken := browsertest.Eval[string](e.Browser, `document.documentElement.lang`)
		e.Script(`document.cookie = 'lang=de;path=/'`)
		for _, page := range []string{"/games/last", "/games/last/replay", "/t/1/play", "/t/1/tv"} {
			e.Open(e.address + page)
			e.Until(page+" is German", `document.documentElement.lang === 'de' && document.readyState === 'complete'`)
			if wide := e.Wide(); wide > 0 {
				e.t.Errorf("%s: %s is %d pixels too wide in German", screen, page, wide)
			}
			e.Look(game + "-de-" + screen + strings.ReplaceAll(page, "/", "-"))
		}
		e.Script(`document.cookie = 'lang=` + spoken + `;path=/'`)
		e.Open(e.address + "/games/last")
	}
	e.Accessible("the result")
	e.Script(`document.querySelector('.sharing img').loading = 'eager'; document.querySelector('.sharing img').scrollIntoView()`)
	e.Until("there is a picture to share", `document.querySelector('.sharing img').naturalWidth === 1200`)
	e.Dress(390, 844, 2, "light")
	e.Tap(".doors a[href$=replay]")
	e.Until("the replay", `location.pathname.endsWith('/replay') && !document.getElementById('slider').hidden`)
	e.Tap("#end")
	e.Until("its last step", `document.getElementById('replay') && new URLSearchParams(location.search).get('step') === document.getElementById('slider').max && document.querySelector('.replay-board svg')`)
	e.Look(game + "-replay")
	e.Accessible("the replay")
	e.Clean(e.address, true)
}

// rematch taps "play again": the same players begin at nought, and the evening has the game with its winner.
func (e *evening) rematch(game string, winner int) {
	e.t.Helper()
	e.Open(e.address + "/t/1/join")
	e.Tap(".seats button[value=purple]")
	e.Tap(".ending [data-command*=rematch]")
	e.Until("the next game, and the evening's scores", `!document.querySelector('.chip.finished') && document.querySelector('table.evening')`)
	for _, when := range []string{"at once", "loaded again"} {
		e.Until("the phone is still Ben's, "+when, `document.querySelector('.players [data-key=' + document.body.dataset.seat + '] .name').textContent.trim() === 'Ben'`)
		e.Open(e.address + "/t/1/play")
	}
	e.Look(game + "-rematch")
	e.keepsSeats()
	if names, points := browsertest.Eval[string](e.Browser, `[...document.querySelectorAll('.players .name')].map(n => n.textContent.trim()).sort().join()`),
		browsertest.Eval[int](e.Browser, scoreOf("red")+` + `+scoreOf("purple")); names != "Ana,Ben" || points != 0 {
		e.t.Errorf("the rematch is one of %s with %d points", names, points)
	}
	won := browsertest.Eval[string](e.Browser, `[...document.querySelectorAll('table.evening tbody tr')].map(r => r.querySelector('th span').textContent.trim() + r.cells[1].textContent).sort().join()`)
	if want := []string{"Ana1,Ben0", "Ana0,Ben1"}[winner]; won != want {
		e.t.Errorf("the evening is %s, want %s", won, want)
	}
	e.Accessible("the rematch")
}

// keepsSeats checks that Ana and Ben have the colors of the first game.
func (e *evening) keepsSeats() {
	e.t.Helper()
	if sat := browsertest.Eval[string](e.Browser, `['red', 'purple'].map(c => document.querySelector('.players [data-key=' + c + '] .name').textContent.trim()).join()`); sat != "Ana,Ben" {
		e.t.Errorf("red and purple are %s", sat)
	}
}

// TestSnagIsTypedByKeyboard takes up a game under way, lays the last tiles by their numbers and calls the runs, to the end of the game;
// no finger and no camera.
func TestSnagIsTypedByKeyboard(t *testing.T) {
	t.Parallel()
	typed := []int{4, 5, 50, 6, 7}
	lying := slices.DeleteFunc(slices.Clone(snag.Numbers), func(n int) bool { return slices.Contains(typed, n) })
	e, mirror := newEvening(t, "snag", 1280, 720), snag.Game{}.Table(nil)
	take := func(event string) snag.State {
		if a := mirror.Handle([]byte(event)); !a.OK {
			t.Fatalf("%s: %v", event, a.Violations)
		}
		return mirror.State().(snag.State)
	}
	take(`{"type":"start","players":["Ana","Ben"]}`)
	taken := fmt.Sprintf(`{"type":"lying","tiles":%s}`, strings.ReplaceAll(fmt.Sprint(lying), " ", ","))
	now := take(taken)
	e.sends(taken)
	e.Script(`const felt = document.getElementById('felt'); felt.focus(); felt.dispatchEvent(new KeyboardEvent('keydown', {key: '4', bubbles: true}))`) // a test's key has a letter of its own beside
	for i, number := range typed {
		if i > 0 {
			e.Until("the next tile", `document.activeElement.name === 'number' && !document.activeElement.value`)
			e.Keys(fmt.Sprint(number))
		}
		e.Told(fmt.Sprintf("Tile %d: %d is played.", i+1, number))
		if i == 0 {
			e.Script(`{ const fetched = fetch, sheet = document.getElementById('sheet');
				fetch = async (...of) => { const answer = await fetched(...of); fetch = fetched; sheet.querySelector('.snag-pad button:enabled').focus(); return answer; };
				sheet.shown = 'before'; dispatchEvent(new Event('drawn')); }`)
			e.Until("what gets the focus while the sheet is fetched anew keeps it", `(() => { const sheet = document.getElementById('sheet'); return sheet.shown !== 'before' && document.activeElement === sheet.querySelector('.snag-pad button:enabled'); })()`)
			e.Script(`document.querySelector('#sheet [name=number]').focus()`)
			e.Until("the number is still there", `!document.querySelector('#sheet [data-is=send]').disabled`)
		}
		e.Keys("\r")
		if now = take(fmt.Sprintf(`{"type":"place","player":%d,"number":%d}`, now.NextSeat, number)); now.Offer == nil {
			continue
		}
		e.Until("the sheet makes way for the call, which has the focus", `!document.querySelector('#sheet[open]') && document.activeElement.matches('.racing .snag-call')`)
		if i == 0 {
			e.Look("snag-race")
			e.Accessible("a run")
		}
		e.ready()
		e.Until("Ben’s button has the focus", `(() => { const ben = document.querySelectorAll('.snag-call')[1]; ben.focus(); return document.activeElement === ben; })()`)
		e.Keys("\r")
		now = take(`{"type":"call","player":1}`)
		e.Until("Ben has it", fmt.Sprintf(scoreOf("purple")+` === %d`, now.Scores[1].Tiles))
		if now.Over {
			break
		}
		e.Tap(".tools [data-sheet=place]")
		if i == 0 {
			e.Fills("number", fmt.Sprint(now.Taken[0]))
			e.Told(fmt.Sprintf("%d was already won and is out of this game", now.Taken[0]))
		}
		e.Fills("number", "\b")
	}
	if !now.Over {
		t.Fatalf("it is not over: %+v", now)
	}
	e.over("Ben")
	e.after("snag", "The races")
	e.rematch("snag", 1)
}

// TestDabbleIsTypedOnAPhone writes both racks down, has a word judged, and plays to the goal.
func TestDabbleIsTypedOnAPhone(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "dabble", 390, 664)
	e.sends(`{"type":"start","players":["Ana","Ben"],"options":{"goal":20}}`)
	e.Tap(".tools [data-sheet=rack]")
	for i, word := range []string{"at", "cup", "lamp", "stone", "carpet"} {
		e.Fills(fmt.Sprintf("t%d", i+2), word)
	}
	e.Told("Five words!")
	e.Tap("#sheet [data-is=send]")
	e.Until("Ben’s rack is next", `document.querySelector('#sheet[open] h2').textContent === 'Ben’s rack'`)
	e.Fills("t2", "xq")
	e.Told("XQ: not in dabble")
	e.Fills("unused", "zzj")
	e.Told("unused")
	e.Look("dabble-typed")
	e.Accessible("a rack that is typed")
	e.Tap("#sheet [data-is=send]")
	e.Until("all racks are written", `!document.querySelector('#sheet[open]') && document.querySelectorAll('.board .tile').length === 22`)
	e.Tap(`.tools [data-command='{"type":"undo"}']`)
	e.Until("it is said what was undone", `document.getElementById('toast').textContent.includes('ndone: Ben shows XQ.')`)
	e.Tap("#toast [data-command]")
	e.Until("it is there again", `document.querySelectorAll('.board .tile').length === 22`)
	e.ready()
	e.Tap(".tools [data-command*=timer]")
	e.Until("the timer runs", `document.querySelector('.timer')`)
	e.ready()
	e.Tap(".tools [data-command*=round_end]")
	e.over("Ana")
	e.after("dabble", "five words that the program found")
	e.rematch("dabble", 0)
}

// TestTabitIsTypedOnAPhone writes the cards of two rounds down, the second one in Spanish, and plays to the goal.
func TestTabitIsTypedOnAPhone(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "tabit", 390, 664)
	for round := range 2 {
		e.Tap(".tools .challenge")
		e.Until("the TABIT card was drawn", `document.querySelector('.tools .challenge[data-sheet=tab]')`)
		e.Tap(".tools .challenge[data-sheet=tab]")
		e.Fills("p0.word", "moon")
		e.Fills("p1.word", "st-r")
		for k := range 4 {
			e.Chooses(fmt.Sprintf("p0.%d", k), "moon")
			e.Chooses(fmt.Sprintf("p1.%d", k), "star")
		}
		e.Told([]string{"Ana 4 moons and MOON", "Ana 4 lunas y MOON"}[round])
		e.Tap("#sheet [data-is=send]")
		e.Until("it is tabbed", scoreOf("red")+fmt.Sprintf(` === %d`, 500*(round+1)))
		if round == 0 {
			e.Speak("es")
			e.Until("the page is Spanish", `document.documentElement.lang === 'es' && `+shownLive)
		}
	}
	e.Until("the game is over", `document.querySelector('.chip.finished') && document.querySelector('.turn b').textContent.includes('Ana')`)
	e.after("tabit", "4 lunas y MOON")
	e.rematch("tabit", 0)
}
