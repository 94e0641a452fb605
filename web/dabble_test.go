package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/web/browsertest"
	"tilewatch/web/text"
)

// dabbleTable is a table with DABBLE's rules behind it, as people and a camera use it.
type dabbleTable struct {
	t     *testing.T
	mu    sync.Mutex
	game  *game.Fold[dabble.Position]
	table *Table // nil: nobody looks
}

func newDabbleTable(t *testing.T, table *Table, options string, players ...string) *dabbleTable {
	t.Helper()
	words, err := lexicon.OpenFor("dabble", "")
	if err != nil {
		t.Fatal(err)
	}
	d := &dabbleTable{t: t, game: dabble.NewTable(words), table: table}
	names, err := json.Marshal(players)
	if err != nil {
		t.Fatal(err)
	}
	d.seen(fmt.Sprintf(`{"type":"start","game":"dabble","players":%s,"options":{%s}}`, names, options))
	return d
}

// Do takes what people tap. The server's clock says when.
func (d *dabbleTable) Do(_ context.Context, c Command) (Outcome, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	event, err := game.Stamped(c.Event, time.Now())
	if err != nil {
		return Outcome{}, err
	}
	a := d.game.Handle(event)
	if !a.OK {
		return Outcome{Rule: a.Violations[0].Rule, Why: a.Violations[0].Message}, nil
	}
	answer, err := json.Marshal(a)
	if err != nil {
		return Outcome{}, err
	}
	s := d.state()
	if d.table != nil {
		_, err = d.table.Publish(s)
	}
	return Outcome{Answer: answer, OK: true, State: s}, err
}

// seen takes what the camera tells.
func (d *dabbleTable) seen(event string) State {
	d.t.Helper()
	o, err := d.Do(context.Background(), Command{Event: json.RawMessage(event)})
	if err != nil || !o.OK {
		d.t.Fatalf("%s: %v %s", event, err, o.Why)
	}
	return o.State
}

func (d *dabbleTable) state() State {
	s := Dabble(d.game.State().(dabble.State))
	s.Events = len(d.game.Events())
	if d.game.CanUndo() {
		s.Undo = &Deed{Type: "rack"}
	}
	return s
}

const (
	anaRack = `{"type":"rack","player":0,"tiers":["AT","CUP","LAMP","STONE","CARPET"],"unused":[]}`
	benRack = `{"type":"rack","player":1,"tiers":["ON","","XQ"],"unused":["K","'","?"]}`
)

func TestDabbleParts(t *testing.T) {
	d := newDabbleTable(t, nil, "", "Ana", "Ben <b>", "Cleo")
	states := map[string]State{"": {Game: "dabble"}, "started": d.state()}
	states["category"] = d.seen(`{"type":"subject","subject":"household"}`)
	states["running"] = d.seen(`{"type":"timer"}`)
	states["nobody"] = d.seen(`{"type":"round_end"}`)
	d.seen(benRack)
	states["racks"] = d.seen(anaRack)
	states["decided"] = d.seen(`{"type":"round_end"}`)
	states["corrected"] = d.seen(`{"type":"correct","player":1,"unused":["Z","Z","Z","Z","Z","Z","Q","Q","Q","Q"]}`)
	for _, lang := range text.Langs() {
		for name, s := range states {
			s = complete(s, nil)
			got := renderParts(&s, Look{Texts: lang})
			for _, part := range []string{"head", "turn", "players", "board", "last", "words", "tools", "notes"} {
				html, ok := got[part]
				if !ok || strings.Contains(string(html), "dabble.") || strings.Contains(string(html), "<b>Ben <b>") || strings.Contains(string(html), "ZgotmplZ") {
					t.Errorf("%s, %s: part %s is %q", lang.Lang, name, part, html)
				}
			}
		}
	}
	for name, want := range map[string][]string{
		"started": {"Take 20 tiles each", "Turn timer"},
		"running": {`data-ends="`, "5:00", "Category: household"},
		"nobody":  {"Nobody has five", "exchange any tiles"},
		"racks":   {"Round 1", "CUP", "End round"},
		"decided": {"Ana has five words", "five words, unused apostrophe 5, category 25", "Score card"},
	} {
		s := complete(states[name], nil)
		all := ""
		for _, html := range renderParts(&s, Look{Texts: text.For("en")}) {
			all += string(html)
		}
		for _, w := range want {
			if name != "racks" && !strings.Contains(all, w) {
				t.Errorf("%s: %q is not on the page", name, w)
			}
		}
	}
}

func TestDabbleSentence(t *testing.T) {
	d := newDabbleTable(t, nil, "", "Ana", "Ben")
	d.seen(anaRack)
	d.seen(`{"type":"rack","player":1,"unused":["K"]}`)
	s := complete(d.seen(`{"type":"round_end"}`), nil)
	for lang, want := range map[string]string{"en": "Round 1: Ana 5 and Ben 0. Ana leads by 5.", "es": "Ronda 1: Ana 5 y Ben 0. Ana gana por 5."} {
		if got := gameOf("dabble").Sentence(&s, text.For(lang)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// The drawing has one size whatever lies on the racks, so that nothing jumps.
func TestDabbleDrawingKeepsItsSize(t *testing.T) {
	d := newDabbleTable(t, nil, "", "Ana", "Ben")
	for name, s := range map[string]State{"nothing": d.state(), "racks": d.seen(anaRack)} {
		s := complete(s, nil)
		drawn := string(renderParts(&s, Look{Texts: text.For("en")})["board"])
		if !strings.Contains(drawn, `viewBox="0 0 600 294"`) || strings.Count(drawn, `class="who"`) != 2 {
			t.Errorf("%s: %.160s", name, drawn)
		}
	}
}

// TestDabbleTimer turns the timer on one phone: both count down, and both show and sound its end.
func TestDabbleTimer(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	d := newDabbleTable(t, table, `"seconds":10`, "Ana", "Ben")
	table.Seat(d)
	ana := browsertest.New(t)
	ana.Dress(390, 844, 2, "light")
	ana.Open(place.url + place.server.Link("kitchen", RolePlayer))
	if at := browsertest.Eval[string](ana, `location.pathname`); !strings.HasSuffix(at, "/play") {
		ana.Open(place.url + "/t/kitchen/play")
	}
	ben := ana.Tab()
	ben.Dress(320, 640, 2, "dark")
	ben.Open(place.url + "/t/kitchen/play")
	both := func(what, expression string) {
		t.Helper()
		ana.Until("Ana: "+what, expression)
		ben.Until("Ben: "+what, expression)
	}
	both("the stream opens", `document.querySelector('[data-part=board]').shown`)
	shows := func(part, what string) string {
		return fmt.Sprintf("document.querySelector('[data-part=%s]').textContent.includes(%q)", part, what)
	}
	// A page takes no second tap for a moment: it would be a double one.
	press := func(b *browsertest.Browser, what string) {
		t.Helper()
		time.Sleep(500 * time.Millisecond)
		b.Tap(what)
	}
	for _, b := range []*browsertest.Browser{ana, ben} {
		b.Script(`window.tones = 0; const create = AudioContext.prototype.createOscillator;
			AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this); };
			addEventListener('timesup', () => { window.timesup = (window.timesup ?? 0) + 1; });
			dispatchEvent(new PointerEvent('pointerdown')); undefined`)
	}
	t.Run("the timer turned on one phone runs on all", func(t *testing.T) {
		ben.Tap(".tools .challenge")
		both("it counts", `/^0:(10|0\d)$/.test(document.querySelector('.timer')?.textContent)`)
		ana.Look("dabble-running")
		ana.Until("it goes down", `document.querySelector('.timer').textContent < '0:08'`)
		ana.Accessible("running")
	})
	t.Run("its end is seen and heard on all, once", func(t *testing.T) {
		both("the end is seen", `document.querySelector('.timer.over')?.textContent === '0:00' && `+shows("turn", "Time is up!"))
		both("the end is heard", `window.tones === 3 && window.timesup === 1`)
		ana.Until("it is spoken", `document.getElementById('say').textContent === 'Time is up!'`)
		ana.Look("dabble-over")
	})
	t.Run("nobody has five words: tiles are exchanged and the timer is turned again", func(t *testing.T) {
		press(ana, ".tools .challenge")
		both("exchange", shows("turn", "Nobody has five"))
		press(ana, ".tools .challenge")
		both("it counts again", `document.querySelector('.timer')?.textContent.startsWith('0:')`)
	})
	t.Run("the camera's racks are shown", func(t *testing.T) {
		d.seen(anaRack)
		d.seen(benRack)
		both("racks", `document.querySelectorAll('.board .tile').length === 24 && document.querySelectorAll('.board .tier.valid').length === 6`)
		ana.Look("dabble-racks")
		ben.Look("dabble-racks-320")
	})
	t.Run("a challenge is judged by the list", func(t *testing.T) {
		ben.Tap(".tools [data-sheet=rack]")
		ben.Until("the racks' sheet", `document.querySelector('#sheet[open] [data-sheet=words]')`)
		ben.Tap("#sheet [data-sheet=words]")
		ben.Until("the sheet", `document.querySelector('#sheet[open] [data-command]')`)
		ben.Accessible("challenge")
		ben.Look("dabble-challenge")
		ben.Tap(`#sheet [data-command*='"STONE"']`)
		ben.Until("it is told", `document.querySelectorAll('.board .tier.valid').length === 6 && !document.querySelector('#sheet[open]')`)
	})
	t.Run("without a camera a rack is written down", func(t *testing.T) {
		ana.Tap(".tools [data-sheet=rack]")
		ana.Until("the sheet", `document.querySelector('#sheet[open] input[name=t2]')`)
		ana.Accessible("rack sheet")
		if small := ana.SmallTargets(); small != "" {
			t.Errorf("too small to touch: %s", small)
		}
		ana.Look("dabble-sheet")
		ana.Script(`const form = document.querySelector('#sheet input[name=t2]').form; form.t2.value = 'it'; undefined`)
		ana.Tap("#sheet form:has(input[name=t2]) button")
		press(ana, "#sheet .primary[data-command]")
		both("written", `document.querySelector('.board .letter').textContent === 'I'`)
		ana.Until("the sheet closes", `!document.querySelector('#sheet[open]')`)
	})
	t.Run("the round is decided", func(t *testing.T) {
		press(ana, ".tools .challenge")
		both("won", shows("turn", "Ana has five words")+" && "+scoreOf("red")+" === 28")
		ana.Look("dabble-won")
	})
	t.Run("the page fits and all can use it", func(t *testing.T) {
		for _, b := range []*browsertest.Browser{ana, ben} {
			b.Accessible("decided")
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%d pixels wider than the screen", wide)
			}
			if small := b.SmallTargets(); small != "" {
				t.Errorf("too small to touch: %s", small)
			}
		}
	})
	ana.Clean(place.url, false)
	ben.Clean(place.url, false)
}
