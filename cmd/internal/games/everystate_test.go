package games

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/web/access"
	"tilewatch/web/browsertest"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// A state is what a page may show.
type state struct {
	name, path string
	seat       string // the color of who holds the phone; empty: nobody said
	then       string // a script that brings the page there, once its stream is open
	until      string // what holds then
	news       string // the table at which somebody takes a turn back meanwhile
	now        string // a script just before the look: for what goes away by itself
}

const (
	live    = `document.querySelector('[data-part=board]').shown`
	loaded  = `document.readyState === 'complete'`
	toasted = `document.getElementById('toast').hidden = false`
)

// sheetsOf are the sheets of the play page at each stage.
var sheetsOf = map[string]string{
	"middle": "more challenge names tiles keys finish hints cell?at=2,5 why?at=2,5", "silent": "more", "begun": "more names seats", "bank": "more",
	"pad": "place round more names keys seats", "race": "place", "taken": "round place", "snagged": "round",
	"racks": "rack?seat=1 words subject more names seats", "timed": "rack?seat=own", "fives": "words",
	"turned": "seats more names", "tabbing": "tab", "tabbed": "seats tab tab?round=1",
}

// everyState lists all states.
func everyState(w *world) (all []state) {
	for _, id := range slices.Sorted(maps.Keys(stages)) {
		at := "/t/" + id
		all = append(all, state{name: id + " watched", path: at + "/watch", until: live}, state{name: id + " played", path: at + "/play", until: live}, state{name: id + " on the wall", path: at + "/tv", until: live},
			state{name: id + " over a film", path: at + "/overlay", until: live})
		for sheet := range strings.FieldsSeq(sheetsOf[id]) {
			name, query, _ := strings.Cut(sheet, "?")
			all = append(all, state{name: id + " sheet " + sheet, path: at + "/play", until: fmt.Sprintf(`document.getElementById('sheet').open && document.getElementById('sheet').dataset.name === %q`, name),
				then: fmt.Sprintf(`{ const key = document.createElement('button'); key.dataset.sheet = %q; key.dataset.query = %q; document.body.append(key); key.click(); key.remove(); }`, name, cmp.Or("?"+query, ""))})
		}
	}
	all = append(all, typing()...)
	all = append(all, told()...)
	all = append(all, photos()...)
	for _, id := range []string{"race", "pad", "blank", "timed", "tabbing", "middle"} {
		all = append(all, state{name: id + " seated", path: "/t/" + id + "/play", seat: "yellow", until: live})
	}
	return append(all, others(w)...)
}

const types = `document.querySelector('.tools .type').click()`

// typing are the states in which a turn is typed.
func typing() []state {
	typed := func(name, table, letters string) state {
		return state{name: name, path: "/t/" + table + "/play", then: types + fmt.Sprintf(`; { const field = document.getElementById('typing'); field.value += %q; field.dispatchEvent(new Event('input', {bubbles: true})); }`, letters),
			until: `document.body.classList.contains('typing') && document.querySelector('.composer .trial:not(:empty), .movers button')`}
	}
	return []state{typed("typing nothing", "middle", ""), typed("typing a play", "begun", "CRANE"), typed("typing what is refused", "middle", "QXW"), typed("typing for anybody", "anyone", "")}
}

// told are the states in which the page tells something over what it shows.
func told() (all []state) {
	for _, id := range []string{"middle", "judged", "taken", "racks", "turned", "tabbed", "over", "blank", "back"} {
		all = append(all, state{name: id + " news", path: "/t/" + id + "/play", news: id, until: `document.querySelector('#toast span')`, now: toasted})
	}
	all = append(all, state{name: "news to watchers", path: "/t/middle/watch", news: "middle", until: `document.querySelector('#toast span')`, now: toasted},
		state{name: "news on the wall", path: "/t/middle/tv", news: "middle", until: `document.querySelector('#toast span')`, now: toasted},
		state{name: "typing news", path: "/t/middle/play", then: types, news: "middle", until: `document.querySelector('#toast span') && document.body.classList.contains('typing')`, now: toasted},
		state{name: "a word's reason", path: "/t/middle/play", then: `document.querySelector('.entry').click()`, until: `document.querySelector('.why').textContent`},
		state{name: "a word's reason beside news", path: "/t/middle/play", then: `document.querySelector('.entry').click()`, news: "middle", until: `document.querySelector('.why').textContent && document.querySelector('#toast span')`, now: toasted},
		state{name: "a question put off", path: "/t/blank/play", then: `document.querySelector('.question [data-later]').click()`, until: `document.querySelector('.put-off').checkVisibility()`},
		state{name: "a question before the end", path: "/t/middle/play", then: `{ const key = document.createElement('button'); key.dataset.command = '{"type":"finish","out":"red"}'; document.body.append(key); key.click(); key.remove(); }`, until: `document.querySelector('#sheet[open]')?.dataset.name === 'sure'`},
		state{name: "a refusal", path: "/t/middle/play", then: `{ const key = document.createElement('button'); key.dataset.command = '{"type":"bank","player":"red"}'; document.body.append(key); key.click(); key.remove(); }`, until: `document.querySelector('#toast span')`, now: toasted},
	)
	return all
}

const sends = `document.createElement('canvas').toBlob((photo) => { const files = new DataTransfer(), field = document.getElementById('file'); files.items.add(new File([photo], 'table.jpg'));
	field.files = files.files; field.dispatchEvent(new Event('change', {bubbles: true})); }, 'image/jpeg')`

// photos are what the page of photos says of one.
func photos() []state {
	read := `document.querySelector('#answer .banner')`
	return []state{
		{name: "a photo's result", path: "/photo", then: sends, until: read},
		{name: "a photo's doubts", path: "/photo", then: sends, until: read, now: `document.getElementById('check').click()`},
		{name: "a photo's tiles", path: "/photo", then: sends, until: read, now: `document.querySelector('#answer [data-sheet=tiles]').click()`},
	}
}

// others are the pages around a game.
func others(w *world) (all []state) {
	paths := strings.Fields("/ /join /t/middle/join /host /t/nobody/setup /t/middle/setup /t/pad/setup /t/racks/setup /t/turned/setup /t/middle/camera /overlay/setup /nothing-here /offline /how /how/nabit /how/snag /how/dabble /how/tabit " +
		"/games /players /photo /docs /docs/play /docs/rules /docs/schemas /docs?q=undo /about /hub /hub/standings /hub/wall /hub/links /camera /calibrate /calibrate/board /overlay?part=scores&scale=2 /overlay?part=board")
	add := func(name, path string) {
		s := state{name: name, path: path, until: loaded}
		if !strings.HasPrefix(path, "/docs") {
			s.then = `for (const d of document.querySelectorAll('details')) d.open = true`
		}
		all = append(all, s)
	}
	for _, path := range paths {
		add(path, path)
	}
	for _, id := range []string{"over", "middle", "snagged", "taken", "fives", "pairs"} {
		game := "/games/" + w.results[id]
		add(id+" result", game)
		add(id+" replay", game+"/replay")
		add(id+" replay under way", game+"/replay?step=3")
		if stages[id].game == "nabit" {
			add(id+" review", game+"/review")
		}
	}
	return all
}

// A dress is how somebody looks at a page: pixels, percent.
type dress struct{ width, height, text int64 }

var dresses = func() (all []dress) {
	for _, size := range [][2]int64{{320, 640}, {390, 844}, {844, 390}, {820, 1180}, {1280, 800}, {1920, 1080}} {
		all = append(all, dress{size[0], size[1], 100}, dress{size[0], size[1], 200})
	}
	return all
}()

func (d dress) String() string { return fmt.Sprintf("%dx%d at %d%%", d.width, d.height, d.text) }

// wearer is a browser of a host of all tables.
type wearer struct {
	*browsertest.Browser
	*world
	seated string
}

func newWearer(t *testing.T, w *world) *wearer {
	t.Helper()
	b := &wearer{Browser: browsertest.New(t), world: w}
	b.Open(w.url + w.server.Link("middle", access.RoleHost))
	for id := range w.tables {
		b.Script(fmt.Sprintf(`window.entered ??= 0; fetch(%q, {redirect: 'manual'}).then(() => window.entered++)`, w.server.Link(id, access.RoleHost)))
	}
	b.Until("it is host everywhere", fmt.Sprintf(`window.entered === %d`, len(w.tables)))
	return b
}

// show brings the page into the state.
func (b *wearer) show(s state, lang string, d dress) {
	b.T.Helper()
	b.Wear(d.width, d.height, d.text)
	cookies := fmt.Sprintf(`document.cookie = 'lang=%s;path=/'; localStorage.clear(); sessionStorage.clear()`, lang)
	if table := strings.Split(s.path+"///", "/")[2]; s.seat != "" || b.seated != "" {
		cookies += fmt.Sprintf(`; document.cookie = 'seat-%s=%s;path=/%s'`, cmp.Or(b.seated, table), s.seat, map[bool]string{true: ";max-age=0"}[s.seat == ""])
		b.seated = map[bool]string{true: table}[s.seat != ""]
	}
	b.Script(cookies)
	for table := range b.ahead {
		b.update(table, func(shown *scoreboard.State) { shown.Events-- })
		delete(b.ahead, table)
	}
	if s.news != "" {
		b.update(s.news, func(shown *scoreboard.State) { shown.Notice = nil })
	}
	b.Open(b.url + s.path)
	if s.then != "" || s.news != "" {
		b.Until(s.name+" is there", loaded+map[bool]string{true: ` && ` + live}[strings.HasPrefix(s.path, "/t/") && !strings.Contains(s.path, "/setup") && !strings.Contains(s.path, "/join") && !strings.Contains(s.path, "/camera")])
		b.Script(cmp.Or(s.then, "undefined"))
	}
	if s.news != "" {
		b.update(s.news, func(shown *scoreboard.State) {
			shown.Events++
			b.ahead[s.news] = true
			shown.Notice = &scoreboard.Notice{Kind: "undo", Deed: scoreboard.Deed{Type: "play", Turn: 12, Player: shown.Players[0].Color, Words: []string{"CRATED", "DOGWOOD"}}}
		})
	}
	b.Until(s.name, s.until)
}

func (b *wearer) update(table string, change func(*scoreboard.State)) {
	b.T.Helper()
	if _, err := b.tables[table].Update(func(s scoreboard.State) scoreboard.State { change(&s); return s }); err != nil {
		b.T.Fatal(err)
	}
}

// look says what is astray in the state.
func (b *wearer) look(s state, lang string, d dress) {
	b.T.Helper()
	b.Script(cmp.Or(s.now, "undefined"))
	if bad := b.Astray(); len(bad) > 0 {
		b.T.Errorf("%s in %s, %s:\n\t%s", s.name, lang, d, strings.Join(bad, "\n\t"))
	}
	b.Look(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" /?=&%,", r) {
			return '-'
		}
		return r
	}, fmt.Sprintf("%s %s %d %d", s.name, lang, d.width, d.text)))
}

// part is what the suite takes of all states a day: one of so many.
const part = 4

// TestNoControlIsCovered goes over every state of every page, each as somebody may look at it: on a screen of some size, with the text of
// some size, in some language, with the longest names. The middle of each control must be hit by that control, nothing may be beyond the
// page, and what is told of the last deed may cover no control and no text. The day chooses some states and a dress for each;
// EVERY_STATE=20261129 repeats the choice of that day, EVERY_STATE=each dresses every state once, EVERY_STATE=all in every way.
func TestNoControlIsCovered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, all, day := newWearer(t, w), everyState(w), cmp.Or(os.Getenv("EVERY_STATE"), time.Now().Format("20060102"))
	looks := 0
	look := func(s state, lang string, dresses ...dress) {
		b.show(s, lang, dresses[0])
		for _, d := range dresses {
			b.Wear(d.width, d.height, d.text)
			b.look(s, lang, d)
			looks++
		}
	}
	for _, s := range all {
		seed := fnv.New64() // each state's own: one more state changes no other's dress
		_, _ = seed.Write([]byte(day + s.name))
		r := rand.New(rand.NewPCG(seed.Sum64(), 0))
		if skip := r.IntN(part) > 0; skip && day != "all" && day != "each" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			if b.T = t; day != "all" {
				look(s, text.Langs()[r.IntN(len(text.Langs()))].Lang, dresses[r.IntN(len(dresses))])
				return
			}
			b = newWearer(t, w) // a browser's time is limited
			for _, lang := range text.Langs() {
				look(s, lang.Lang, dresses...)
			}
		})
	}
	t.Logf("EVERY_STATE=%s: %d looks at some of %d states", day, looks, len(all))
}
