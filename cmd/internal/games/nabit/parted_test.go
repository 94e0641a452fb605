package nabit

import (
	"context"
	"image"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading/madeup"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// madeUpCamera shows made-up boards to a desk, as a watch would.
type madeUpCamera struct {
	t     *testing.T
	desk  *desk
	r     *rand.Rand
	pose  madeup.Pose
	frame int
}

// show shows the board so many times, each step frames after the one before, 15 a second.
func (c *madeUpCamera) show(b engine.Board, times, step int) {
	c.t.Helper()
	for range times {
		obs := madeup.Oblique.Observe(c.r, b, c.pose, c.frame, time.Duration(c.frame)*time.Second/15)
		c.desk.inside(func() {
			c.desk.take(c.desk.live.follower.Observe(obs))
			if err := c.desk.Report(pipeline.Turned{Status: pipeline.Settled}); err != nil {
				c.t.Error(err)
			}
		})
		c.frame += step
	}
}

// serving is a server that runs until the test ends, and its address.
func serving(t *testing.T) (*web.Server, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.New(web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return server, "http://" + l.Addr().String()
}

// served is a desk of red and green with its server, and a camera before it.
func served(t *testing.T) (*madeUpCamera, *web.Server, string) {
	t.Helper()
	server, site := serving(t)
	page, err := server.Open("1")
	if err != nil {
		t.Fatal(err)
	}
	players := []engine.Color{engine.Red, engine.Green}
	d := opened(t, page, journal.NewMemory(), table.Options{}, players...).run()
	d.camera.Show([]byte("a picture"), image.Pt(4, 3))
	d.Seat()
	r := rand.New(rand.NewPCG(21, 22))
	return &madeUpCamera{t, d, r, madeup.Anyhow(r), 0}, server, site
}

// colored is the board with all tiles of one color.
func colored(b engine.Board, c engine.Color) engine.Board {
	for p, cell := range b {
		cell.Color = c
		b[p] = cell
	}
	return b
}

// TestNobodyIsStuckWhereTableAndRecordPart lays a tile that no turn explains: the page names the place, and one tap goes on from what
// lies there.
func TestNobodyIsStuckWhereTableAndRecordPart(t *testing.T) {
	c, server, site := served(t)
	lying := colored(madeup.Board("GAME"), engine.Red)
	c.show(engine.Board{}, 9, 1)
	c.show(lying, 30, 1)
	c.frame += 20
	lying[engine.Place{Row: 1}] = engine.Cell{Letter: 'O', Color: engine.Green, Height: 1}
	c.show(lying, 30, 1)
	c.frame += 20
	lying[engine.Place{Col: 4}] = engine.Cell{Letter: 'S', Color: engine.Red, Height: 1}
	c.show(lying, 30, 1)
	if s := c.desk.state(); s.Turn != 3 || len(s.Board) != 6 {
		t.Fatalf("turn %d, board %v", s.Turn, s.Board)
	}
	phone := browsertest.New(t)
	phone.Dress(390, 844, 2, "light")
	phone.Open(site + server.Link("1", access.RolePlayer))
	phone.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	c.frame += 20
	lying[engine.Place{Row: 1, Col: 1}] = engine.Cell{Letter: 'X', Color: engine.Purple, Height: 1}
	c.show(lying, 10, 1)
	c.show(lying, 12, 15)
	phone.Until("the place is named", `/X is on the table/.test(document.querySelector('.question .differs')?.textContent)`)
	phone.Look("parted-phone")
	phone.Accessible("a board that differs")
	phone.Tap(`.answers [data-command]:nth-last-child(3)`) // before the last answer and "later"
	phone.Until("the card goes", `!document.querySelector('.question')`)
	s := c.desk.state()
	if s.Board[engine.Place{Row: 1, Col: 1}].Letter != 'X' || s.Last == nil || !s.Last.Missed {
		t.Errorf("board %v, last turn %+v", s.Board, s.Last)
	}
	phone.Until("the missed turn is told", `/camera could not see/.test(document.querySelector('[data-part=last]').textContent)`)
	phone.Look("parted-after")
	phone.Clean(site, false)
}

// TestTheEndIsOneTap plays the last tile before a camera's eyes.
func TestTheEndIsOneTap(t *testing.T) {
	c, server, site := served(t)
	out(t, c.desk)
	c.desk.show()
	phone := browsertest.New(t)
	phone.Dress(390, 844, 2, "dark")
	phone.Open(site + server.Link("1", access.RolePlayer))
	phone.Until("the question", `/last tile/.test(document.querySelector('.question h2')?.textContent)`)
	phone.Look("end-phone")
	phone.Accessible("the end is proposed")
	phone.Tap(".answers button:first-child")
	phone.Until("the winner is told", `/wins/.test(document.querySelector('.turn').textContent)`)
	if s := c.desk.state(); !s.Finished || s.Out != engine.Yellow {
		t.Errorf("finished %v, %s went out", s.Finished, s.Out)
	}
	phone.Clean(site, false)
}

// TestAForgottenBankAndATurnNotSeenAreOnThePage has green nab a word, and red skip a turn.
func TestAForgottenBankAndATurnNotSeenAreOnThePage(t *testing.T) {
	c, server, site := served(t)
	d := c.desk
	sees := func(e nabit.Event) {
		t.Helper()
		if a := d.sees(e); !a.OK {
			t.Fatal(a.Violations)
		}
		d.show()
	}
	at := func(row, col int, letter engine.Letter) nabit.Placement {
		return nabit.Placement{Place: engine.Place{Row: row, Col: col}, Letter: letter}
	}
	sees(nabit.Event{Type: nabit.Start, Players: []engine.Color{engine.Red, engine.Green, engine.Yellow}})
	sees(nabit.Event{Type: nabit.Played, Player: engine.Red, Placements: []nabit.Placement{at(0, 0, 'G'), at(0, 1, 'A'), at(0, 2, 'M'), at(0, 3, 'E')}, Seen: true})
	sees(nabit.Event{Type: nabit.Played, Player: engine.Green, Placements: []nabit.Placement{at(0, 0, 'T'), at(1, 0, 'O')}, Seen: true})
	phone := browsertest.New(t)
	phone.Dress(390, 844, 2, "light")
	phone.Open(site + server.Link("1", access.RolePlayer))
	phone.Until("the hint to bank", `/bank/.test(document.querySelector('.nudge')?.textContent)`)
	sees(nabit.Event{Type: nabit.Played, Player: engine.Red, Placements: []nabit.Placement{at(0, 4, 'S')}, Seen: true}) // yellow's turn was not seen
	phone.Until("the turn that was not seen", `/Yellow: not seen/.test(document.querySelector('.unseen')?.textContent)`)
	phone.Look("unseen-phone")
	phone.Accessible("a turn that was not seen")
	browsertest.Eval[any](phone, `document.querySelector('.unseen').scrollIntoView({block: 'center'})`)
	phone.Look("unseen-line")
	phone.Tap(".unseen button")
	phone.Until("it is told", `!document.querySelector('.unseen')`)
	if turns := d.state().Turns; turns[2].Kind != nabit.Exchanged {
		t.Errorf("turns %+v", turns)
	}
	phone.Clean(site, false)
}
