package dabble_test

import (
	"strings"
	"testing"
	webdabble "tilewatch/web/games/dabble"

	"tilewatch/web"
	"tilewatch/web/browsertest"
	"tilewatch/web/invite"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

func TestDabbleParts(t *testing.T) {
	d := webtest.NewDabbleTable(t, nil, "", "Ana", "Ben <b>", "Cleo")
	states := map[string]scoreboard.State{"": {Game: "dabble", Drawn: webdabble.Page}, "started": d.State()}
	states["category"] = d.Seen(`{"type":"subject","subject":"household"}`)
	states["running"] = d.Seen(`{"type":"timer"}`)
	states["nobody"] = d.Seen(`{"type":"round_end"}`)
	d.Seen(webtest.BenRack)
	states["racks"] = d.Seen(webtest.AnaRack)
	states["decided"] = d.Seen(`{"type":"round_end"}`)
	states["settled"] = d.Seen(`{"type":"without"}`)
	states["corrected"] = d.Seen(`{"type":"correct","player":1,"unused":["Z","Z","Z","Z","Z","Z","Q","Q","Q","Q"]}`)
	webtest.PartsOf(t, "dabble", states, map[string][]string{
		"started": {"Take 20 tiles each", "Start timer"},
		"running": {`data-ends="`, "5:00", "Category: household"},
		"nobody":  {"Who has five words?", "Ana’s rack was not seen.", `data-query="?seat=2&amp;round=1"`, "may exchange tiles"},
		"racks":   {"round 1", `>P</text>`, "Ana: AT, CUP, LAMP, STONE and CARPET; 0 points unused"},
		"decided": {"Ana has five words", "five words, unused apostrophe 5, category 25", "Score card", "13 of Ben &lt;b&gt;’s tiles were not seen.", "Cleo’s rack was not seen.", "Count without them"},
		"settled": {"Without 13 of Ben &lt;b&gt;’s tiles", "Without 20 of Cleo’s tiles"},
	})
}

func TestDabbleSentence(t *testing.T) {
	d := webtest.NewDabbleTable(t, nil, "", "Ana", "Ben")
	d.Seen(webtest.AnaRack)
	d.Seen(`{"type":"rack","player":1,"unused":["K"]}`)
	s := scoreboard.Complete(d.Seen(`{"type":"round_end"}`), nil, webdabble.Page)
	for lang, want := range map[string]string{"en": "Round 1: Ana 5 and Ben 0. Ana leads by 5.", "es": "Ronda 1: Ana 5 y Ben 0. Ana gana por 5."} {
		if got := s.Drawn.Sentence(&s, text.For(lang)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// The drawing has one size whatever lies on the racks, so that nothing jumps.
func TestDabbleDrawingKeepsItsSize(t *testing.T) {
	d := webtest.NewDabbleTable(t, nil, "", "Ana", "Ben")
	for name, s := range map[string]scoreboard.State{"nothing": d.State(), "racks": d.Seen(webtest.AnaRack)} {
		s := scoreboard.Complete(s, nil, webdabble.Page)
		drawn := string(parts.Render(&s, webdabble.Page, scoreboard.Look{Texts: text.For("en")})["board"])
		if !strings.Contains(drawn, `viewBox="0 0 600 294"`) || strings.Count(drawn, `class="who"`) != 2 {
			t.Errorf("%s: %.160s", name, drawn)
		}
	}
}

// TestDabbleTimer turns the timer on one phone: both count down, and both show and sound its end. Then a round is played to its end.
func TestDabbleTimer(t *testing.T) {
	place, table := newDabbleSite(t)
	d := webtest.NewDabbleTable(t, table, `"seconds":10`, "Ana", "Ben")
	table.Seat(d)
	p := webtest.NewTwoPhones(t, place, "kitchen")
	for _, b := range []*browsertest.Browser{p.Ana, p.Ben} {
		b.Script(`window.tones = 0; const create = AudioContext.prototype.createOscillator;
			AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this); };
			addEventListener('timesup', () => { window.timesup = (window.timesup ?? 0) + 1; });
			dispatchEvent(new PointerEvent('pointerdown')); undefined`)
	}
	t.Run("the timer turned on one phone runs on all", func(*testing.T) { timerRuns(p) })
	t.Run("its end is seen and heard on all, once", func(*testing.T) { timerEnds(p) })
	t.Run("nobody knows of five words: tiles are exchanged and the timer is turned again", func(t *testing.T) {
		p.Ana.Tap(".tools .challenge")
		p.Both("exchange", p.Shows("turn", "Who has five words?"))
		p.Ana.Tap(".tools .challenge")
		p.Both("it counts again", `document.querySelector('.timer')?.textContent.startsWith('0:')`)
	})
	t.Run("the camera's racks are shown", func(t *testing.T) {
		d.Seen(webtest.AnaRack)
		d.Seen(webtest.BenRack)
		p.Both("racks", `document.querySelectorAll('.board .tile').length === 24 && document.querySelectorAll('.board .tier.valid').length === 6`)
		p.Ana.Look("dabble-racks")
		p.Ben.Look("dabble-racks-320")
	})
	t.Run("a challenge is judged by the list", func(*testing.T) { wordChallenged(p) })
	t.Run("without a camera a rack is written down", func(t *testing.T) { rackWritten(t, p) })
	t.Run("the round is decided", func(t *testing.T) {
		p.Ana.Tap(".tools .challenge")
		p.Both("won", p.Shows("turn", "Ana has five words")+" && "+webtest.ScoreOf("red")+" === 28")
		p.Ana.Look("dabble-won")
	})
	t.Run("what is missing of it is asked, typed and let go", func(*testing.T) { missingAsked(p) })
	t.Run("the page fits and all can use it", func(t *testing.T) { p.Fit("dabble") })
	p.Ana.Clean(place.Url, false)
	p.Ben.Clean(place.Url, false)
}

func timerRuns(p *webtest.TwoPhones) {
	p.Ben.Tap(".tools .challenge")
	p.Both("it counts", `/^0:(10|0\d)$/.test(document.querySelector('.timer')?.textContent)`)
	p.Ana.Look("dabble-running")
	setClock(p.Ana, "24 * 3600e3")
	setClock(p.Ben, "-24 * 3600e3")
	p.Ana.Until("it goes down", `document.querySelector('.timer').textContent < '0:08'`)
	p.Ana.Accessible("running")
}

// setClock sets a phone's clock that much ahead, in milliseconds, while its page is open.
func setClock(b *browsertest.Browser, ahead string) {
	b.Script(`const told = Date.now; Date.now = () => told() + ` + ahead + `; undefined`)
}

func timerEnds(p *webtest.TwoPhones) {
	p.Both("the end is seen", `document.querySelector('.timer.over')?.textContent === '0:00' && `+p.Shows("turn", "Time’s up!"))
	p.Both("the end is heard", `window.tones === 3 && window.timesup === 1`)
	p.Ana.Until("it is spoken", `document.getElementById('say').textContent === 'Time’s up!'`)
	p.Ana.Look("dabble-over")
}

func wordChallenged(p *webtest.TwoPhones) {
	p.Ben.Tap(".tools [data-sheet=rack]")
	p.Ben.Until("the racks' sheet", `document.querySelector('#sheet[open] [data-sheet=words]')`)
	p.Ben.Tap("#sheet [data-sheet=words]")
	p.Ben.Until("the sheet", `document.querySelector('#sheet[open] [data-command]')`)
	p.Ben.Accessible("challenge")
	p.Ben.Look("dabble-challenge")
	p.Ben.Tap(`#sheet [data-command*='"STONE"']`)
	p.Ben.Until("it is told", `document.querySelectorAll('.board .tier.valid').length === 6 && !document.querySelector('#sheet[open]')`)
}

func rackWritten(t *testing.T, p *webtest.TwoPhones) {
	p.Ana.Tap(".tools [data-sheet=rack]")
	p.Ana.Until("the sheet", `document.querySelector('#sheet[open] input[name=t2]')`)
	p.Ana.Accessible("rack sheet")
	if small := p.Ana.SmallTargets(); small != "" {
		t.Errorf("too small to touch: %s", small)
	}
	p.Ana.Look("dabble-sheet")
	typist := browsertest.Typist{Browser: p.Ana}
	typist.Fills("t2", "iq")
	typist.Told("IQ not in the word list")
	typist.Fills("t2", "i")
	typist.Told("I 1 letter missing")
	p.Ana.Look("dabble-sheet-wrong")
	t.Run("what was typed outlives the sheet", func(t *testing.T) {
		p.Ana.Tap("#sheet [data-close]")
		p.Ana.Tap(".tools [data-sheet=rack]")
		p.Ana.Until("it is there again", `document.querySelector('#sheet[open] input[name=t2]')?.value === 'i'`)
	})
	typist.Fills("t2", "it")
	typist.Told("IT 2 points")
	typist.Told("Five words! 32 points · 0 points unused")
	p.Ana.Tap("#sheet [data-is=send]")
	p.Both("written", `document.querySelector('.board .letter').textContent === 'I'`)
	p.Ana.Until("the sheet closes", `!document.querySelector('#sheet[open]')`)
}

// missingAsked types what the round's end asks for, in part, and then lets the round count.
func missingAsked(p *webtest.TwoPhones) {
	p.Both("asked", `document.querySelector('.note.ask')?.textContent.includes('13 of Ben’s tiles were not seen.')`)
	p.Ana.Accessible("asked")
	p.Ana.Tap(".note.ask [data-sheet=rack]")
	p.Ana.Until("Ben's rack", `document.querySelector('#sheet[open] h2')?.textContent.includes('Ben’s rack') && document.querySelector('#sheet [name=unused]').value === "K'?"`)
	p.Ana.Look("dabble-missing")
	typist := browsertest.Typist{Browser: p.Ana}
	typist.Fills("unused", "k'?z")
	typist.Told("33 points unused")
	p.Ana.Tap("#sheet [data-is=send]")
	p.Both("it counts", webtest.ScoreOf("red")+` === 38 && document.querySelector('.note.ask').textContent.includes('12 of Ben’s tiles')`)
	p.Ana.Until("the sheet closes", `!document.querySelector('#sheet[open]')`)
	p.Ana.Tap(`.note.ask [data-command*=without]`)
	p.Both("nobody is asked any more", `!document.querySelector('.note.ask') && `+p.Shows("last", "Without 12 of Ben’s tiles"))
}

// newDabbleSite is a server that draws the game, with a table.
func newDabbleSite(t *testing.T) (place *webtest.Site, table *stream.Table) {
	t.Helper()
	place = webtest.Listen(t, 0, func(address string) (webtest.Server, error) {
		s, err := web.New(web.Options{Invite: invite.Choose("", address), Games: parts.Games{webdabble.Page}})
		if err == nil {
			table, err = s.Open("kitchen")
		}
		return s, err
	})
	return place, table
}
