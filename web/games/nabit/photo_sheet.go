package nabit

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/still"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/sheets"
	"tilewatch/web/text"
)

// photoSheets are the live page's sheets that a photo has too: a tile's, and the list of all tiles.
var photoSheets = []string{"cell", "tiles"}

// Sheet implements scoreboard.Counted. The one of a tile is the live page's own, with what a photo has more to ask.
func (m *photoPage) Sheet(name string) (sheet scoreboard.Sheet, known bool, err error) {
	place, bad := sheets.ParsePlace(m.shots.At)
	if !slices.Contains(photoSheets, name) || name == "cell" && bad != nil || m.Standing == nil {
		return sheet, false, nil
	}
	cell, there := m.cellAt(place)
	if sheet, known = m.sheet(name, cell); !known || name != "cell" {
		return sheet, known, nil
	}
	if !there {
		sheet.Title = m.T("after.photo.missing")
	}
	more, err := parts.HTML(templates(), "photo-cell", photoCell{m.reader, cell, there, m.questions(cell), m.free(place)})
	sheet.Body = more + sheet.Body
	return sheet, true, err
}

// cellAt is the stack at the place, or the tile that may be missing there.
func (m *photoPage) cellAt(at engine.Place) (c still.Cell, there bool) {
	if i := slices.IndexFunc(m.reading.Cells, func(c still.Cell) bool { return c.Place == at }); i >= 0 {
		return m.reading.Cells[i], true
	}
	return still.Cell{Place: at, Letter: engine.Unsettled, Color: m.reading.Around(at), Height: 1, Confidence: 1}, false
}

// sheet draws the live page's sheet over the reading with the cell in it.
func (m *photoPage) sheet(name string, cell still.Cell) (scoreboard.Sheet, bool) {
	cells := m.reading.Board()
	laid := crossword(cells)
	if name == "cell" { // the words stay the reading's
		cells[cell.Place] = cell.Cell()
		laid.Board = crossword(cells).Board
	}
	shown := scoreboard.State{Game: "nabit", Detail: laid}
	for _, c := range engine.PlayerColors {
		shown.Players = append(shown.Players, scoreboard.Player{Color: c})
	}
	look := scoreboard.Look{Texts: m.Texts}
	asked := sheets.Asked{
		Role: access.RolePlayer, Values: url.Values{"at": {placeName(cell.Place)}}, Desk: photoDesk{cell: cell},
		Game: photoGame{Page}, Mounted: func(string) bool { return false },
	}
	return sheets.Draw(&shown, look, asked, name)
}

// photoGame is NAB-IT! on a photo: it takes no events, and so has none of the page's tools, but says why a word is whose.
type photoGame struct{ scoreboard.Game }

// Why is the page's.
func (photoGame) Why(s *scoreboard.State, w scoreboard.Word, t *text.Texts) string {
	return page{}.Why(s, w, t)
}

// photoDesk knows what a photo shows of one tile. Its picture is cut out by the browser, which has the photo.
type photoDesk struct {
	desk.Desk // none: a photo's game takes no events
	cell      still.Cell
}

var _ desk.Explorer = photoDesk{}

// Readings implements desk.Explorer.
func (d photoDesk) Readings(engine.Place) []desk.Reading {
	if d.cell.Sure == nil || d.cell.Sure.Letter == 0 || d.cell.Corners == ([4][2]float64{}) {
		return nil
	}
	all := []desk.Reading{{Letter: d.cell.Letter, Blank: d.cell.Blank, Chance: d.cell.Sure.Letter}}
	for _, o := range d.cell.Others {
		if o.Letter != d.cell.Letter || o.Blank != d.cell.Blank {
			all = append(all, desk.Reading{Letter: o.Letter, Blank: o.Blank, Chance: min(o.Chance, 1-d.cell.Sure.Letter)})
		}
	}
	return all
}

// Crop implements desk.Explorer.
func (photoDesk) Crop(engine.Place) []byte { return nil }

// Picture implements desk.Explorer.
func (photoDesk) Picture() ([]byte, desk.Seen) { return nil, desk.Seen{} }

// photoCell is what the part of a tile's sheet reads that only photos have.
type photoCell struct {
	reader
	still.Cell
	There bool
	Asks  []string // the doubts, as questions
	Free  []freeSide
}

// freeSide is an empty place beside a tile.
type freeSide struct{ At, Side string }

// sides are the names of a place's neighbors, in the order of engine.Place.Neighbors.
var sides = [4]string{"above", "right", "below", "left"}

// free are the empty places beside a tile.
func (m *photoPage) free(at engine.Place) (free []freeSide) {
	b := m.reading.Board()
	for i, p := range at.Neighbors() {
		if _, taken := b[p]; !taken {
			free = append(free, freeSide{placeName(p), sides[i]})
		}
	}
	return free
}

// questions are a cell's doubts.
func (m *photoPage) questions(c still.Cell) (asks []string) {
	if !c.Doubtful() {
		return nil
	}
	ask := func(sure float64, key string, pairs ...any) {
		if sure < still.Doubted {
			asks = append(asks, m.T("after.photo.ask."+key, pairs...))
		}
	}
	if s := c.Sure; s != nil {
		ask(s.Tile, "tile")
		if len(c.Others) > 0 {
			ask(s.Letter, "letter", "a", c.Letter, "b", c.Others[0].Letter)
		}
		if c.Or != (still.Or{}) {
			ask(s.Color, "color", "a", m.Name(c.Color), "b", m.Name(c.Or.Color))
			ask(s.Height, "height", "a", min(c.Height, c.Or.Height), "b", max(c.Height, c.Or.Height))
		}
	}
	if len(asks) == 0 {
		asks = append(asks, m.T("after.photo.ask"))
	}
	return asks
}

// Missing are the empty places beside tiles, as the drawing names them: a tap there says that a tile is missing.
func (m *photoPage) Missing() string {
	var all []string
	b := m.reading.Board()
	seen := map[engine.Place]bool{}
	for _, at := range b.Places() {
		for _, p := range at.Neighbors() {
			if _, taken := b[p]; !taken && !seen[p] {
				seen[p] = true
				all = append(all, placeName(p))
			}
		}
	}
	return strings.Join(all, " ")
}

// Events implements scoreboard.Counted.
func (m *photoPage) Events() (kept []json.RawMessage, err error) {
	if m.Standing == nil {
		return nil, nil
	}
	start := nabit.Event{Type: nabit.Start, Game: "nabit", Seen: true, Board: nabit.BoardCells(m.reading.Board()), Banked: m.reading.Banked()}
	if players := m.reading.Players(start.Banked, m.Out); len(players) >= 2 {
		start.Players = players
	}
	events := []nabit.Event{start, {Type: nabit.Finished, Out: m.Out}}
	game := nabit.New(nil)
	for _, e := range events {
		if a := game.Apply(e); !a.OK {
			return nil, errors.New(a.Violations[0].Message())
		}
		kept = append(kept, e.JSON())
	}
	return kept, nil
}
