package nabit

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"tilewatch/engine"
)

var initials = map[byte]engine.Color{'r': engine.Red, 'p': engine.Purple, 'y': engine.Yellow, 'g': engine.Green}

// board draws a board: cells are color, letter and height ("yG1"), "." is empty, rows are lines. A lower-case
// letter is a blank, "?" an unsettled one.
func board(t *testing.T, rows ...string) engine.Board {
	t.Helper()
	b := engine.Board{}
	for r, row := range rows {
		for c, cell := range strings.Fields(row) {
			if cell == "." {
				continue
			}
			letter := rune(cell[1])
			b[engine.Place{Row: r, Col: c}] = engine.Cell{Letter: engine.Letter(unicode.ToUpper(letter)), Color: initials[cell[0]],
				Blank: letter == '?' || unicode.IsLower(letter), Height: int(cell[2] - '0')}
		}
	}
	return b
}

// across and down lay letters from a place on; a space leaves a place out, a lower-case letter is a blank.
func across(row, col int, letters string) []Placement {
	return lay(row, col, letters, engine.Across)
}
func down(row, col int, letters string) []Placement { return lay(row, col, letters, engine.Down) }

func lay(row, col int, letters string, d engine.Direction) []Placement {
	var list []Placement
	p := engine.Place{Row: row, Col: col}
	for _, l := range letters {
		if l != ' ' {
			list = append(list, Placement{Place: p, Letter: engine.Letter(unicode.ToUpper(l)), Blank: unicode.IsLower(l) || l == '?'})
		}
		p = p.Add(d.Step())
	}
	return list
}

func rulesOf(violations []Violation) []Rule {
	list := []Rule{}
	for _, v := range violations {
		list = append(list, v.Rule)
	}
	return list
}

func texts(words []engine.Word) string {
	var list []string
	for _, w := range words {
		list = append(list, w.Text)
	}
	return strings.Join(list, " ")
}

func TestWords(t *testing.T) {
	for _, test := range []struct {
		name string
		rows []string
		want string
	}{
		{"an empty board has none", nil, ""},
		{"a single tile is no word", []string{"yA1"}, ""},
		{"runs of two or more, across first, then down", []string{"yC1 yA1 yT1 . rX1", ". . gE1 . .", ". . gA1 gT1 ."}, "CAT AT TEA"},
		{"a gap ends a word", []string{"yA1 yT1 . yA1 yT1"}, "AT AT"},
		{"an unsettled blank is a question mark", []string{"yA1 y?1"}, "A?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := texts(Words(board(t, test.rows...))); got != test.want {
				t.Errorf("words %q, want %q", got, test.want)
			}
		})
	}
	first := Words(board(t, ". yA1", "rB1 yT1"))
	want := []engine.Word{{Text: "BT", Place: engine.Place{Row: 1}, Direction: engine.Across}, {Text: "AT", Place: engine.Place{Col: 1}, Direction: engine.Down}}
	if !slices.Equal(first, want) {
		t.Errorf("words %v, want %v", first, want)
	}
}

func TestControl(t *testing.T) {
	for _, test := range []struct {
		name, row string
		want      []engine.Color
	}{
		{"the owner of all tiles controls", "rC1 rA1 rT1", []engine.Color{engine.Red}},
		{"most tiles on the highest level control", "rC1 rA1 gT1", []engine.Color{engine.Red}},
		{"majority on the highest level controls, not the majority below", "rC1 rA1 rS1 gT2", []engine.Color{engine.Green}},
		{"a tie is shared by all who tie", "yC2 rA1 gT2", []engine.Color{engine.Yellow, engine.Green}},
		{"a tie of four is shared by four, in the order of the colors", "gC3 yA3 pT3 rS3 rX2", []engine.Color{engine.Red, engine.Purple, engine.Yellow, engine.Green}},
		{"two against one on the highest level control", "gC4 rA4 gT4 rS1", []engine.Color{engine.Green}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := board(t, test.row)
			if got := Controllers(b, Words(b)[0]); !slices.Equal(got, test.want) {
				t.Errorf("controllers %v, want %v", got, test.want)
			}
		})
	}
}

func TestLegalPlays(t *testing.T) {
	game := []string{"yG1 yA1 yM1 yE1", ". . . rA5", ". . . rT1"}
	for _, test := range []struct {
		name  string
		rows  []string
		tiles []Placement
		opts  Options
		want  []Rule
	}{
		{"the first play may be two tiles", nil, across(3, -7, "AT"), Options{}, nil},
		{"the first play links two or more", nil, across(0, 0, "A"), Options{}, []Rule{FirstPlay}},
		{"the first play is one word", nil, across(0, 0, "AT AT"), Options{}, []Rule{FirstPlay}},
		{"the first play may not bend", nil, append(across(0, 0, "AT"), down(1, 0, "T")...), Options{}, []Rule{OneLine}},
		{"tiles are stacked and linked in one column", game, down(0, 0, "TRY"), Options{}, nil},
		{"all tiles lie in one row or column", game, append(across(0, 4, "S"), across(1, 0, "O")...), Options{}, []Rule{OneLine}},
		{"tiles of a turn need not be contiguous", game, append(across(0, 0, "T"), across(0, 4, "S")...), Options{}, nil},
		{"a gap within the line is fine", []string{"yG1 . . . yA1", "yO1 yN1 yC1 yE1 yN1"}, across(0, 0, "N  X"), Options{}, nil},
		{"a gap is refused where runs are required", []string{"yG1 . . . yA1", "yO1 yN1 yC1 yE1 yN1"}, across(0, 0, "N  X"), Options{RequireContiguous: true}, []Rule{OneLine}},
		{"board tiles fill the gap where runs are required", game, across(0, 0, "T   S"), Options{RequireContiguous: true}, nil},
		{"at most one tile per stack", game, append(across(0, 0, "T"), across(0, 0, "F")...), Options{}, []Rule{OnePerStack}},
		{"no stack above five", game, across(1, 3, "I"), Options{}, []Rule{MaxHeight}},
		{"no tile on the same letter", game, across(0, 0, "G"), Options{}, []Rule{SameLetter}},
		{"a blank counts as its letter", game, across(0, 0, "g"), Options{}, []Rule{SameLetter}},
		{"an unsettled blank never violates same letter", []string{"yG1 y?1 yM1"}, across(0, 1, "?"), Options{}, nil},
		{"a letter may go on an unsettled blank", []string{"yG1 y?1 yM1"}, across(0, 1, "A"), Options{}, nil},
		{"a word may not be covered entirely", game, across(0, 0, "TIDY"), Options{}, []Rule{CoversWord}},
		{"three of four letters may be covered", game, across(0, 0, "TID"), Options{}, nil},
		{"a crossing word may not be covered entirely", []string{"yA1 yT1", ". yO1"}, down(0, 1, "SH"), Options{}, []Rule{CoversWord}},
		{"tiles must connect to what was there", game, across(5, 5, "AT"), Options{}, []Rule{NotConnected}},
		{"a corner does not connect", game, across(1, 4, "S"), Options{}, nil},
		{"diagonal is not adjacent", []string{"yA1 yT1"}, across(1, 2, "O"), Options{}, []Rule{NotConnected}},
		{"tiles connect through tiles of the turn, in any order", game, []Placement{down(3, 0, "S")[0], down(2, 0, "E")[0], down(1, 0, "O")[0]}, Options{}, nil},
		{"every tile must connect", game, append(across(0, 4, "S"), across(0, 7, "S")...), Options{}, []Rule{NotConnected}},
		{"no more than the rack holds", game, down(1, 0, "ABCDEF"), Options{}, []Rule{TooManyTiles}},
		{"one blank a player", game, down(1, 0, "ab"), Options{}, []Rule{TooManyTiles}},
		{"no tiles are no play", game, nil, Options{}, []Rule{BadEvent}},
		{"a tile shows a letter", game, []Placement{{Place: engine.Place{Row: 1}}}, Options{}, []Rule{BadEvent}},
		{"all broken rules are told", game, append(across(0, 0, "GAME"), across(5, 5, "X")...), Options{}, []Rule{SameLetter, SameLetter, SameLetter, SameLetter, CoversWord, OneLine, NotConnected}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := test.opts.Check(board(t, test.rows...), Play{engine.Green, test.tiles})
			if !slices.Equal(rulesOf(got), test.want) {
				t.Errorf("violations %v, want %v", rulesOf(got), test.want)
			}
			for _, v := range got {
				if v.Message() == "" || unicode.IsUpper(rune(v.Message()[0])) && v.Rule != SameLetter {
					t.Errorf("%s has the message %q", v.Rule, v.Message())
				}
			}
		})
	}
}

func TestPlaceLeavesTheBoardBefore(t *testing.T) {
	before := board(t, "yG1 yA1")
	after := Place(before, Play{engine.Green, across(0, 0, "T  m")})
	if before[engine.Place{}].Letter != 'G' || len(before) != 2 {
		t.Error("the board before was changed")
	}
	want := engine.Board{{}: {Letter: 'T', Color: engine.Green, Height: 2}, {Row: 0, Col: 1}: {Letter: 'A', Color: engine.Yellow, Height: 1},
		{Row: 0, Col: 3}: {Letter: 'M', Blank: true, Color: engine.Green, Height: 1}}
	for p, c := range want {
		if after[p] != c {
			t.Errorf("%v is %v, want %v", p, after[p], c)
		}
	}
}

func TestNewWordsAndNabs(t *testing.T) {
	game := []string{"yG1 yA1 yM1 yE1"}
	for _, test := range []struct {
		name  string
		rows  []string
		tiles []Placement
		opts  Options
		words string
		nabs  string
	}{
		{"GAME becomes TAME, which green nabs; TRY is new, not nabbed", game, down(0, 0, "TRY"), Options{}, "TAME TRY", "TAME<yellow"},
		{"linking alone does not nab", game, across(0, 4, "S"), Options{}, "GAMES", ""},
		{"a word taken with a longer one is nabbed", game, across(0, 3, "YS"), Options{}, "GAMYS", "GAMYS<yellow"},
		{"two words crossing are both nabbed", []string{"yA1 yT1", ". yO1"}, across(0, 1, "H"), Options{}, "AH HO", "AH<yellow HO<yellow"},
		{"the own word is not nabbed", []string{"gG1 gA1 gM1"}, across(0, 0, "T"), Options{}, "TAM", ""},
		{"a shared word is nabbed from the one who shared it", []string{"gA1 yT1 . ."}, across(0, 1, "H"), Options{}, "AH", "AH<yellow"},
		{"from all who controlled", []string{"rA1 yT1 pE1"}, across(0, 1, "L"), Options{}, "ALE", "ALE<red,purple,yellow"},
		{"stacking below the highest level nabs nothing", []string{"yA3 yT1 yE1"}, across(0, 1, "L"), Options{}, "ALE", ""},
		{"a tie at the highest level nabs nothing", []string{"yA2 yT1 yE1"}, across(0, 1, "L"), Options{}, "ALE", ""},
		{"a tie nabs where the table plays it so", []string{"yA2 yT1 yE1"}, across(0, 1, "L"), Options{TieNabs: true}, "ALE", "ALE<yellow"},
		{"joining an own word to another's nabs nothing", []string{"gA1 gT1 . yA1 yT1"}, across(0, 2, "BU"), Options{}, "ATBUT", ""},
		{"of two crossing words only the foreign one is nabbed", []string{"yA1 yT1", "gN1 .", "gD1 ."}, across(0, 0, "I"), Options{}, "IT IND", "IT<yellow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, p := board(t, test.rows...), Play{engine.Green, test.tiles}
			after := Place(before, p)
			if got := texts(NewWords(before, after, p)); got != test.words {
				t.Errorf("new words %q, want %q", got, test.words)
			}
			if got := nabText(test.opts.Nabbed(before, after, p)); got != test.nabs {
				t.Errorf("nabbed %q, want %q", got, test.nabs)
			}
		})
	}
}

func nabText(nabs []Nab) string {
	var list []string
	for _, n := range nabs {
		var from []string
		for _, c := range n.From {
			from = append(from, c.String())
		}
		list = append(list, n.Word+"<"+strings.Join(from, ","))
	}
	return strings.Join(list, " ")
}

func TestScores(t *testing.T) {
	b := board(t, "yT2 yA1 rM1", "gO1 . gE3", ". . gN1")
	got := Scores(b, map[engine.Color]int{engine.Red: 2, engine.Purple: 1}, engine.Yellow, nil)
	want := []Score{{Color: engine.Red, Banked: 2, Total: 2, TopTiles: 1, WordsTopped: 2}, {Color: engine.Purple, Banked: 1, Total: 1},
		{Color: engine.Yellow, Words: 2, Out: 1, Total: 3, TopTiles: 2, WordsTopped: 2}, {Color: engine.Green, Words: 1, Total: 1, TopTiles: 3, WordsTopped: 2}}
	if !slices.Equal(got, want) {
		t.Errorf("scores\n%v, want\n%v", got, want)
	}
}

func TestTieBreak(t *testing.T) {
	score := func(c engine.Color, total, top, topped int) Score {
		return Score{Color: c, Total: total, TopTiles: top, WordsTopped: topped}
	}
	tied := []Score{score(engine.Green, 5, 7, 2), score(engine.Red, 5, 6, 4), score(engine.Yellow, 4, 20, 9)}
	for _, test := range []struct {
		name   string
		opts   Options
		scores []Score
		want   []engine.Color
	}{
		{"the most points win", Options{}, tied[1:], []engine.Color{engine.Red}},
		{"among the tied, the most top tiles win", Options{}, tied, []engine.Color{engine.Green}},
		{"the other reading counts words with an own tile on top", Options{TieBreak: WordsTopped}, tied, []engine.Color{engine.Red}},
		{"still equal is a true tie", Options{}, []Score{score(engine.Red, 5, 7, 0), tied[0]}, []engine.Color{engine.Red, engine.Green}},
		{"nobody wins without players", Options{}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.opts.Winners(test.scores); !slices.Equal(got, test.want) {
				t.Errorf("winners %v, want %v", got, test.want)
			}
		})
	}
}
