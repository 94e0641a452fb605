package nabit

import (
	"math/rand/v2"
	"testing"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/reading/madeup"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// doubtful is a desk whose camera has seen red lay CAME, or GAME: it cannot decide.
func doubtful(t *testing.T, server *web.Server) *desk {
	t.Helper()
	page, err := server.Open("1")
	if err != nil {
		t.Fatal(err)
	}
	players := []engine.Color{engine.Red, engine.Green}
	d := opened(t, page, journal.NewMemory(), table.Options{}, players...).run()
	d.Seat()
	r := rand.New(rand.NewPCG(11, 12))
	pose := madeup.Anyhow(r)
	for frame := range 40 {
		lying := madeup.Board("CAME")
		for p, c := range lying {
			c.Color = engine.Red
			lying[p] = c
		}
		if frame < 9 {
			lying = engine.Board{}
		}
		at := time.Duration(frame) * time.Second / 15
		obs := madeup.Camera{}.Observe(r, lying, pose, frame, at)
		for i := range obs.Cells {
			e := &obs.Cells[i]
			if e.Tile > 0 && e.Place.Sub(pose.Shift).Turn(-pose.Turn) == (engine.Place{}) {
				upright := &e.Letter[(4-pose.Turn)%4]
				upright['C'-'A'], upright['G'-'A'] = 9, 9.1
			}
		}
		d.inside(func() { d.take(d.live.follower.Observe(obs)) })
	}
	return d
}

// TestAQuestionIsOneCardOnAllPhones has two phones before a camera in doubt.
func TestAQuestionIsOneCardOnAllPhones(t *testing.T) {
	server, site := serving(t)
	d := doubtful(t, server)
	first := browsertest.New(t)
	first.Dress(390, 844, 2, "light")
	first.Open(site + server.Link("1", access.RolePlayer))
	second := first.Tab()
	second.Dress(768, 1024, 1, "dark")
	second.Open(site + "/t/1/play")
	watcher := browsertest.New(t)
	watcher.Dress(390, 844, 2, "light")
	watcher.Open(site + "/t/1/play")
	for _, b := range []*browsertest.Browser{first, second} {
		b.Until("the question", `/or/.test(document.querySelector('.question h2')?.textContent)`)
		b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	}
	first.Look("question-phone")
	putOff(t, first)
	second.Look("question-tablet")
	first.Accessible("a question")
	if browsertest.Eval[bool](watcher, `Boolean(document.querySelector('.question'))`) {
		t.Error("who only watches is asked")
	}
	first.Tap(".answers button:first-child")
	for _, b := range []*browsertest.Browser{first, second} {
		b.Until("the card goes", `!document.querySelector('.question')`)
		b.Until("a line tells what it is", `/Turn 1 settled/.test(document.querySelector('#toast').textContent)`)
	}
	if s := d.state(); d.live.asking.open != nil || s.Turn != 1 {
		t.Errorf("turn %d, still open: %+v", s.Turn, d.live.asking.open)
	}
	first.Clean(site, false)
}

// putOff puts the question off on one phone, and takes it up again. The card covers neither its tile nor a sheet.
func putOff(t *testing.T, b *browsertest.Browser) {
	t.Helper()
	if covered := browsertest.Eval[bool](b, `(() => {
		const r = document.querySelector('.board [data-at="' + document.querySelector('.question').dataset.place + '"]').getBoundingClientRect();
		return Boolean(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2).closest('.asking'));
	})()`); covered {
		t.Error("the card covers the tile in question")
	}
	b.Tap(".question [data-later]")
	b.Until("the card goes, its button stays", `!document.querySelector('.question').checkVisibility() && document.activeElement.matches('.put-off')`)
	b.Look("question-later")
	b.Tap(".put-off")
	b.Until("the card is back", `document.querySelector('.question').checkVisibility()`)
	b.Tap(".tools .challenge")
	b.Until("the challenge opens", `document.querySelector('#sheet[open] .judge')`)
	b.Rest()
	if covered := browsertest.Eval[bool](b, `(() => {
		const r = document.querySelector('#sheet .primary').getBoundingClientRect();
		return !document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2).closest('#sheet');
	})()`); covered {
		t.Error("something covers the challenge")
	}
	b.Tap("#sheet [data-close]")
	b.Until("it closes", `!document.getElementById('sheet').open`)
}
