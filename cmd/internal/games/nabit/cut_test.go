package nabit

import (
	"testing"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/engine/reading/madeup"
	"tilewatch/vision/source"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// turns has the camera's side report a camera that is cut, or back.
func (c *madeUpCamera) turns(kind source.StatusKind, message string) {
	c.t.Helper()
	c.desk.inside(func() {
		if err := c.desk.Report(pipeline.Camera{Type: kind, Message: message}); err != nil {
			c.t.Error(err)
		}
	})
}

// TestAGameGoesOnWithoutItsCamera cuts the camera after the first turn, types five, and gives the camera back: it finds the typed board,
// asks nothing about it, and names the one place that differs.
func TestAGameGoesOnWithoutItsCamera(t *testing.T) {
	c, server, site := served(t)
	lying := colored(madeup.Board("GAME"), engine.Red)
	c.show(engine.Board{}, 9, 1)
	c.show(lying, 30, 1)
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	phone := browsertest.Typist{Browser: b}
	phone.Open(site + server.Link("1", access.RolePlayer))
	phone.Until("the first turn", `document.querySelector('[data-part=board]').shown && document.querySelectorAll('.board .stack').length === 4`)
	c.turns(source.Fault, "the camera was pulled out")
	phone.Until("the page says so", `document.querySelector('.chip.lost') && /pulled out/.test(document.querySelector('.note.lost').textContent)`)
	phone.Lays(0, 0, true, "TRY")
	phone.Lays(2, 0, false, "YES")
	phone.Lays(2, 2, true, "SO")
	phone.Lays(3, 2, false, "ON")
	phone.Lays(3, 3, true, "NO")
	phone.Look("cut-typed")
	typed := c.desk.state()
	if typed.Turn != 6 || len(typed.Board) != 11 || typed.Board[engine.Place{}].Height != 2 {
		t.Fatalf("turn %d, board %v", typed.Turn, typed.Board)
	}
	c.turns(source.Recovered, "the camera is back")
	c.frame += 900 // a minute
	c.show(typed.Board, 30, 1)
	phone.Until("the camera sees the table", `document.querySelector('.chip.live')`)
	if s := c.desk.state(); s.Turn != 6 || len(s.Board) != len(typed.Board) {
		t.Errorf("the camera makes turn %d of it: %v", s.Turn, s.Board)
	}
	if ask := browsertest.Eval[string](b, `document.querySelector('.question')?.textContent ?? ''`); ask != "" {
		t.Errorf("the typed board lies there, and the camera asks %q", ask)
	}
	c.frame += 20
	other := madeup.Board("")
	for at, cell := range typed.Board {
		other[at] = cell
	}
	other[engine.Place{Row: 1, Col: 1}] = engine.Cell{Letter: 'X', Color: engine.Purple, Height: 1}
	c.show(other, 10, 1)
	c.show(other, 12, 15)
	phone.Until("what differs is named", `/X is on the table/.test(document.querySelector('.question .differs')?.textContent)`)
	phone.Look("cut-differs")
	phone.Clean(site, false)
}
