package web

import (
	"strings"
	"testing"

	"tilewatch/web/browsertest"
	"tilewatch/web/text"
)

func TestDabbleParts(t *testing.T) {
	d := newDabbleTable(t, nil, "", "Ana", "Ben <b>", "Cleo")
	states := map[string]State{"": {Game: "dabble", Drawn: dabblePage}, "started": d.state()}
	states["category"] = d.seen(`{"type":"subject","subject":"household"}`)
	states["running"] = d.seen(`{"type":"timer"}`)
	states["nobody"] = d.seen(`{"type":"round_end"}`)
	d.seen(benRack)
	states["racks"] = d.seen(anaRack)
	states["decided"] = d.seen(`{"type":"round_end"}`)
	states["corrected"] = d.seen(`{"type":"correct","player":1,"unused":["Z","Z","Z","Z","Z","Z","Q","Q","Q","Q"]}`)
	partsOf(t, "dabble", states, map[string][]string{
		"started": {"Take 20 tiles each", "Start timer"},
		"running": {`data-ends="`, "5:00", "Category: household"},
		"nobody":  {"Nobody has five", "exchange any tiles"},
		"racks":   {"round 1", `>P</text>`, "Ana: AT, CUP, LAMP, STONE and CARPET; 0 points unused"},
		"decided": {"Ana has five words", "five words, unused apostrophe 5, category 25", "Score card"},
	})
}

func TestDabbleSentence(t *testing.T) {
	d := newDabbleTable(t, nil, "", "Ana", "Ben")
	d.seen(anaRack)
	d.seen(`{"type":"rack","player":1,"unused":["K"]}`)
	s := complete(d.seen(`{"type":"round_end"}`), nil, dabblePage)
	for lang, want := range map[string]string{"en": "Round 1: Ana 5 and Ben 0. Ana leads by 5.", "es": "Ronda 1: Ana 5 y Ben 0. Ana gana por 5."} {
		if got := s.Drawn.Sentence(&s, text.For(lang)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// The drawing has one size whatever lies on the racks, so that nothing jumps.
func TestDabbleDrawingKeepsItsSize(t *testing.T) {
	d := newDabbleTable(t, nil, "", "Ana", "Ben")
	for name, s := range map[string]State{"nothing": d.state(), "racks": d.seen(anaRack)} {
		s := complete(s, nil, dabblePage)
		drawn := string(renderParts(&s, dabblePage, Look{Texts: text.For("en")})["board"])
		if !strings.Contains(drawn, `viewBox="0 0 600 294"`) || strings.Count(drawn, `class="who"`) != 2 {
			t.Errorf("%s: %.160s", name, drawn)
		}
	}
}

// TestDabbleTimer turns the timer on one phone: both count down, and both show and sound its end. Then a round is played to its end.
func TestDabbleTimer(t *testing.T) {
	place, table := newDabbleSite(t)
	d := newDabbleTable(t, table, `"seconds":10`, "Ana", "Ben")
	table.Seat(d)
	p := newTwoPhones(t, place, "kitchen")
	for _, b := range []*browsertest.Browser{p.ana, p.ben} {
		b.Script(`window.tones = 0; const create = AudioContext.prototype.createOscillator;
			AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this); };
			addEventListener('timesup', () => { window.timesup = (window.timesup ?? 0) + 1; });
			dispatchEvent(new PointerEvent('pointerdown')); undefined`)
	}
	t.Run("the timer turned on one phone runs on all", func(*testing.T) { timerRuns(p) })
	t.Run("its end is seen and heard on all, once", func(*testing.T) { timerEnds(p) })
	t.Run("nobody has five words: tiles are exchanged and the timer is turned again", func(t *testing.T) {
		p.ana.Tap(".tools .challenge")
		p.both("exchange", p.shows("turn", "Nobody has five"))
		p.ana.Tap(".tools .challenge")
		p.both("it counts again", `document.querySelector('.timer')?.textContent.startsWith('0:')`)
	})
	t.Run("the camera's racks are shown", func(t *testing.T) {
		d.seen(anaRack)
		d.seen(benRack)
		p.both("racks", `document.querySelectorAll('.board .tile').length === 24 && document.querySelectorAll('.board .tier.valid').length === 6`)
		p.ana.Look("dabble-racks")
		p.ben.Look("dabble-racks-320")
	})
	t.Run("a challenge is judged by the list", func(*testing.T) { wordChallenged(p) })
	t.Run("without a camera a rack is written down", func(t *testing.T) { rackWritten(t, p) })
	t.Run("the round is decided", func(t *testing.T) {
		p.ana.Tap(".tools .challenge")
		p.both("won", p.shows("turn", "Ana has five words")+" && "+scoreOf("red")+" === 28")
		p.ana.Look("dabble-won")
	})
	t.Run("the page fits and all can use it", func(t *testing.T) { p.fit("dabble") })
	p.ana.Clean(place.url, false)
	p.ben.Clean(place.url, false)
}

func timerRuns(p *twoPhones) {
	p.ben.Tap(".tools .challenge")
	p.both("it counts", `/^0:(10|0\d)$/.test(document.querySelector('.timer')?.textContent)`)
	p.ana.Look("dabble-running")
	p.ana.Until("it goes down", `document.querySelector('.timer').textContent < '0:08'`)
	p.ana.Accessible("running")
}

func timerEnds(p *twoPhones) {
	p.both("the end is seen", `document.querySelector('.timer.over')?.textContent === '0:00' && `+p.shows("turn", "Time is up!"))
	p.both("the end is heard", `window.tones === 3 && window.timesup === 1`)
	p.ana.Until("it is spoken", `document.getElementById('say').textContent === 'Time is up!'`)
	p.ana.Look("dabble-over")
}

func wordChallenged(p *twoPhones) {
	p.ben.Tap(".tools [data-sheet=rack]")
	p.ben.Until("the racks' sheet", `document.querySelector('#sheet[open] [data-sheet=words]')`)
	p.ben.Tap("#sheet [data-sheet=words]")
	p.ben.Until("the sheet", `document.querySelector('#sheet[open] [data-command]')`)
	p.ben.Accessible("challenge")
	p.ben.Look("dabble-challenge")
	p.ben.Tap(`#sheet [data-command*='"STONE"']`)
	p.ben.Until("it is told", `document.querySelectorAll('.board .tier.valid').length === 6 && !document.querySelector('#sheet[open]')`)
}

func rackWritten(t *testing.T, p *twoPhones) {
	p.ana.Tap(".tools [data-sheet=rack]")
	p.ana.Until("the sheet", `document.querySelector('#sheet[open] input[name=t2]')`)
	p.ana.Accessible("rack sheet")
	if small := p.ana.SmallTargets(); small != "" {
		t.Errorf("too small to touch: %s", small)
	}
	p.ana.Look("dabble-sheet")
	p.ana.Script(`const form = document.querySelector('#sheet input[name=t2]').form; form.t2.value = 'it'; undefined`)
	p.ana.Tap("#sheet form:has(input[name=t2]) button")
	p.ana.Tap("#sheet .primary[data-command]")
	p.both("written", `document.querySelector('.board .letter').textContent === 'I'`)
	p.ana.Until("the sheet closes", `!document.querySelector('#sheet[open]')`)
}

// newDabbleSite is a server that draws the game, with a table.
func newDabbleSite(t *testing.T) (place *listener, table *Table) {
	t.Helper()
	place = listening(t, 0, func(invite string) (served, error) {
		s, err := New(Options{Invite: invite, Games: Games{dabblePage}})
		if err == nil {
			table, err = s.Open("kitchen")
		}
		return s, err
	})
	return place, table
}
