package nabit

import (
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// TestWhoseTilesTheseAreIsAskedOnce plays a word whose plastic may be either player's. The page asks with a patch of it while the game goes on; the answer
// renames the turn, the camera learns it, and nothing is asked again.
func TestWhoseTilesTheseAreIsAskedOnce(t *testing.T) {
	server, site := serving(t)
	page, err := server.Open("1")
	if err != nil {
		t.Fatal(err)
	}
	d := opened(t, page, journal.NewMemory(), table.Options{}, engine.Red, engine.Green).run()
	d.camera.Show([]byte("a picture"), image.Pt(4, 3))
	d.Seat()
	r := rand.New(rand.NewPCG(73, 4))
	pose := madeup.Anyhow(r)
	word := madeup.Board("GAME")
	for p, c := range word {
		c.Color = engine.Red
		word[p] = c
	}
	frame := 0
	look := func(lying engine.Board, plastic engine.Plastic) {
		for range 12 {
			obs := madeup.Camera{}.Observe(r, lying, pose, frame, time.Duration(frame)*time.Second/15)
			if len(lying) > 0 {
				obs.Plastics = []engine.Plastic{plastic}
			}
			d.inside(func() { d.take(d.live.follower.Observe(obs)) })
			frame++
		}
	}
	doubtful := engine.Plastic{Color: engine.Red, RGB: [3]int{150, 90, 110}, Confidence: 0.6, Or: engine.Green}
	look(engine.Board{}, doubtful)
	look(word, doubtful)
	turns := func() (all []nabit.Turn) {
		d.inside(func() { all = d.live.follower.State().Turns })
		return all
	}
	if all := turns(); len(all) != 1 || all[0].Player != engine.Red {
		t.Fatalf("the word is not red's: %+v", all)
	}
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(site + server.Link("1", access.RolePlayer))
	b.Until("the question", `document.querySelector('.question .patch rect')?.getAttribute("fill") === "#965a6e" && document.querySelectorAll(".question .answers [data-command]").length === 2`)
	b.Look("whose-phone")
	b.Accessible("the question")
	b.Tap(".question .answers [data-command]:nth-child(2)")
	b.Until("no question", `!document.querySelector(".question .patch")`)
	if all := turns(); all[len(all)-1].Kind != nabit.Played || all[len(all)-1].Player != engine.Green { // red, whose turn it was, was passed over
		t.Errorf("after the answer the word is %+v", all)
	}
	for p, c := range word {
		c.Color = engine.Green
		word[p] = c
	}
	before := len(turns())
	doubtful.Color, doubtful.Or = engine.Green, engine.Red // the eyes' confidence does not matter any more
	look(word, doubtful)
	d.inside(func() {
		f := d.live.follower
		if board, renames := f.State().Board, f.Renames(); len(renames) != 1 || renames[0] != (follow.Rename{From: engine.Red, To: engine.Green}) {
			t.Errorf("the eyes hear %v", renames)
		} else if len(f.State().Turns) != before || board[engine.Place{}].Color != engine.Green {
			t.Errorf("the board is %v", board)
		}
		if d.live.asking.propose(f.State()) != nil || d.live.asking.open != nil {
			t.Error("something is asked again")
		}
	})
}
