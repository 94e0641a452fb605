package sheets

import (
	"context"
	"errors"
	"html/template"
	"net/url"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// lettered is a game with one sheet of its own.
type lettered struct{ scoreboard.Game }

func (lettered) Title() string { return "LETTERS" }

func (lettered) Knows(event string) bool { return event == "name" }

func (lettered) Sheet(_ *scoreboard.State, _ scoreboard.Look, name string, values url.Values) (scoreboard.Sheet, bool) {
	return scoreboard.Sheet{Title: "own", Body: template.HTML("seat " + values.Get("seat"))}, name == "own"
}

// adviser knows one hint, and one rack.
type adviser struct{ desk.Desk }

func (adviser) Hints(_ context.Context, rack string, _ int) ([]desk.Hint, error) {
	if rack != "CAT" {
		return nil, errors.New("no such rack")
	}
	return []desk.Hint{{Words: []string{"CATS"}, Points: 4, Placements: []scoreboard.Placement{{Place: engine.Place{Row: 0, Col: 1}, Letter: 'C'}, {Place: engine.Place{Row: 0, Col: 2}, Letter: 'A', Blank: true}}}}, nil
}

func TestSheets(t *testing.T) {
	s := scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red, Name: "Ana"}, {Color: engine.Green, Name: "Ben"}},
		Detail: scoreboard.Crossword{Board: []scoreboard.Cell{{Place: engine.Place{Row: 1, Col: 2}, Cell: engine.Cell{Letter: 'Q', Color: engine.Red, Height: 2}}}}}
	look := scoreboard.Look{Texts: text.For("en")}
	for _, tt := range []struct {
		name, sheet, query string
		ok                 bool
		has                string
	}{
		{"a tile's sheet offers to correct it", "cell", "at=1,2", true, `"letter":"Z"`},
		{"a place without a tile has none", "cell", "at=5,5", false, ""},
		{"neither has nonsense", "cell", "at=here", false, ""},
		{"all tiles are listed", "tiles", "", true, "at=1,2"},
		{"players can be named where the game knows names", "names", "", true, "Ana"},
		{"before a turn nothing can be challenged", "challenge", "", false, ""},
		{"mounted pages are linked", "more", "", true, `href="/photo"`},
		{"the secure address is offered", "more", "", true, "https://x/t/kitchen/play"},
		{"hints are those of the desk", "hints", "rack=cat", true, "CATS"},
		{"a hint can be laid", "hints", "rack=cat", true, `data-type-at="0,1" data-lay="0,1,C;0,2,A,blank"`},
		{"a wrong rack is told", "hints", "rack=dog", true, `class="problem"`},
		{"another sheet is the game's", "own", "seat=1", true, "seat 1"},
		{"one's own seat is known by its number", "own", "seat=own", true, "seat 0"},
		{"an unknown one is nobody's", "unknown", "", false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			values, err := url.ParseQuery(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			a := Asked{Role: access.RolePlayer, Seat: engine.Red, Table: "kitchen", Values: values, Desk: adviser{}, Game: lettered{}, Site: "https://x/", Ctx: t.Context(),
				Mounted: func(path string) bool { return path == "/photo" }}
			sheet, ok := Draw(&s, look, a, tt.sheet)
			if ok != tt.ok || !strings.Contains(string(sheet.Body), tt.has) {
				t.Errorf("there is one: %v, want %v: %s", ok, tt.ok, sheet.Body)
			}
		})
	}
}

// explorer has a picture of every tile, and these readings.
type explorer struct {
	adviser
	readings []desk.Reading
}

func (explorer) Crop(engine.Place) []byte               { return []byte("a picture") }
func (explorer) Picture() ([]byte, desk.Seen)           { return nil, desk.Seen{} }
func (e explorer) Readings(engine.Place) []desk.Reading { return e.readings }

// TestReadingsOfATile shows bars where they say something, and no word of a missing picture beside the picture.
func TestReadingsOfATile(t *testing.T) {
	s := scoreboard.State{Detail: scoreboard.Crossword{Board: []scoreboard.Cell{{Cell: engine.Cell{Letter: engine.Unsettled, Blank: true, Color: engine.Red, Height: 1}}}}}
	even := make([]desk.Reading, 26)
	for i := range even {
		even[i] = desk.Reading{Letter: engine.Letter('A' + i), Blank: true, Chance: 1.0 / 26}
	}
	for _, tt := range []struct {
		name          string
		readings      []desk.Reading
		buttons, bars int
	}{
		{"a blank whose letters are all alike has eight, without bars", even, 8, 0},
		{"the three best have bars", []desk.Reading{{Letter: 'O', Chance: .7}, {Letter: 'Q', Chance: .2}, {Letter: 'C', Chance: .05}, {Letter: 'G', Chance: .01}}, 3, 3},
		{"a picture without readings", nil, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Asked{Role: access.RolePlayer, Table: "kitchen", Values: url.Values{"at": {"0,0"}}, Desk: explorer{readings: tt.readings}, Game: lettered{}, Ctx: t.Context(),
				Mounted: func(string) bool { return false }}
			sheet, ok := Draw(&s, scoreboard.Look{Texts: text.For("en")}, a, "cell")
			body := string(sheet.Body)
			if !ok || strings.Count(body, `class="reading`) != tt.buttons+1 || strings.Count(body, "<progress") != tt.bars {
				t.Errorf("%d buttons, %d bars: %s", strings.Count(body, `class="reading`)-1, strings.Count(body, "<progress"), body)
			}
			if !strings.Contains(body, "<img") || strings.Contains(body, text.For("en").Say("cell.nosaw")) {
				t.Errorf("the picture is there, and missed: %s", body)
			}
		})
	}
}

// TestWhoRenamesWhom: a host everybody, a player the one of the own seat, somebody without a seat nobody.
func TestWhoRenamesWhom(t *testing.T) {
	s := scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red, Name: "Ana"}, {Color: engine.Green, Name: "Ben"}}}
	for _, tt := range []struct {
		name       string
		role       access.Role
		seat       engine.Color
		red, green bool
	}{
		{"a host", access.RoleHost, engine.NoColor, true, true},
		{"a player with a seat", access.RolePlayer, engine.Green, false, true},
		{"a player without", access.RolePlayer, engine.NoColor, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sheet, _ := Draw(&s, scoreboard.Look{Texts: text.For("en")}, Asked{Role: tt.role, Seat: tt.seat, Table: "kitchen", Game: lettered{}}, "names")
			body := string(sheet.Body)
			if red, green := strings.Contains(body, `name="red"`), strings.Contains(body, `name="green"`); red != tt.red || green != tt.green {
				t.Errorf("red %v, green %v: %s", red, green, body)
			}
			if strings.Contains(body, "/t/kitchen/join") != (!tt.red && !tt.green) {
				t.Errorf("the way to a seat: %s", body)
			}
		})
	}
}
