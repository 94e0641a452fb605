package history

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history/historytest"
)

func games(t *testing.T) []*Game {
	t.Helper()
	var all []*Game
	for i, p := range historytest.Games(t, 40) {
		g, err := Of(p.Events, p.Times)
		if err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		all = append(all, g)
	}
	return all
}

func TestSteps(t *testing.T) {
	var taken, corrected, timed int
	for i, g := range games(t) {
		last := g.Steps[len(g.Steps)-1]
		if !maps.Equal(boardOf(last.Stacks), g.State.Board) && !last.Withdrawn {
			t.Errorf("game %d: the last step's board is not the game's", i)
		}
		number := 0
		for n, s := range g.Steps[1:] {
			if s.Number != number+1 && !(s.Number == number && g.Steps[n].Withdrawn) {
				t.Fatalf("game %d: turn %d follows upon %d", i, s.Number, number)
			}
			number = s.Number
			if s.Withdrawn {
				taken++
			}
			corrected += len(s.Corrected)
			if s.Took > 0 {
				timed++
			}
			checkStep(t, s, g.Steps[n])
		}
	}
	if taken < 20 || corrected < 20 || timed < 500 {
		t.Errorf("only %d plays taken back, %d corrections, %d timed turns: the test shows little", taken, corrected, timed)
	}
}

func checkStep(t *testing.T, s, before Step) {
	t.Helper()
	for _, p := range s.Placements {
		at := slices.IndexFunc(s.Stacks, func(st Stack) bool { return st.Place == p.Place })
		if at < 0 || s.Stacks[at].Letter != p.Letter || s.Stacks[at].Color != s.Player || s.Stacks[at].Height != p.Height {
			t.Errorf("turn %d: %+v is not on the board", s.Number, p)
			continue
		}
		if layers := s.Stacks[at].Layers; len(layers) != p.Height || layers[len(layers)-1] != s.Player {
			t.Errorf("turn %d: the layers at %v are %v", s.Number, p.Place, layers)
		}
	}
	if s.Kind != nabit.Played && !before.Withdrawn && !maps.Equal(boardOf(s.Stacks), boardOf(before.Stacks)) {
		t.Errorf("turn %d laid nothing and changed the board", s.Number)
	}
	if s.Time.Before(before.Time) {
		t.Errorf("turn %d was before the one before", s.Number)
	}
}

func boardOf(stacks []Stack) engine.Board {
	b := engine.Board{}
	for _, s := range stacks {
		b[s.Place] = s.Cell
	}
	return b
}

// events makes events of lines, ten seconds apart.
func events(t *testing.T, lines ...string) ([]nabit.Event, []time.Time) {
	t.Helper()
	var all []nabit.Event
	var times []time.Time
	for i, line := range lines {
		e, err := nabit.ParseEvent([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		all, times = append(all, e), append(times, historytest.Began.Add(time.Duration(10*i)*time.Second))
	}
	return all, times
}

const (
	start = `{"type":"start","players":["yellow","green"],"names":{"yellow":"Ana"}}`
	game  = `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`
	try   = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`
	toy   = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"O"},{"row":2,"col":0,"letter":"Y"}]}`
	fix   = `{"type":"correct","turn":2,"placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"O"},{"row":2,"col":0,"letter":"Y"}]}`
	bank  = `{"type":"bank","player":"green"}`
	undo  = `{"type":"undo"}`
)

func TestTimesAndCorrections(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string // of the last step: number, seconds since the beginning, seconds taken, corrections
	}{
		{"a turn ends when it was played", []string{start, game, try}, "2 20 10 0"},
		{"a banked tile belongs to its turn", []string{start, game, try, bank}, "2 20 10 0"},
		{"a corrected turn keeps its time, and tells what it was taken for", []string{start, game, try, fix}, "2 20 10 1"},
		{"turns that nobody saw take no time from the next", []string{start, game, `{"type":"play","player":"yellow","seen":true,"placements":[{"row":1,"col":1,"letter":"T"}]}`, try}, "4 30 10 0"},
		{"an undone correction is none", []string{start, game, try, fix, undo}, "2 20 10 0"},
		{"one done again is one", []string{start, game, try, fix, undo, `{"type":"redo"}`}, "2 20 10 1"},
		{"a turn played anew has its new time", []string{start, game, try, undo, toy}, "2 40 30 0"},
		{"one done again has its old time", []string{start, game, try, undo, `{"type":"redo"}`}, "2 20 10 0"},
		{"after a challenge the next try is a step of its own", []string{start, game, try, `{"type":"challenge","by":"yellow","word":"TRY","verdict":"upheld"}`, toy}, "2 40 20 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Of(events(t, tt.lines...))
			if err != nil {
				t.Fatal(err)
			}
			s := g.Steps[len(g.Steps)-1]
			if got := fmt.Sprint(s.Number, s.Time.Sub(g.Began).Seconds(), s.Took.Seconds(), len(s.Corrected)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	t.Run("who was skipped is not timed", func(t *testing.T) {
		g, err := Of(events(t, start, game, `{"type":"play","player":"yellow","seen":true,"placements":[{"row":1,"col":1,"letter":"T"}]}`))
		if err != nil || len(g.Steps) != 4 || g.Steps[2].Kind != nabit.Skipped || g.Steps[2].Took != 0 || g.Steps[3].Took != 10*time.Second {
			t.Errorf("%v, %+v", err, g.Steps)
		}
	})
	t.Run("the scores of a turn count its banked tile", func(t *testing.T) {
		g, err := Of(events(t, start, game, try, bank))
		if err != nil {
			t.Fatal(err)
		}
		if s := g.Steps[2]; s.Scores[1].Total != 3 || !s.Banked || g.Steps[1].Scores[1].Total != 0 {
			t.Errorf("%+v", s.Scores)
		}
	})
	t.Run("a turn that is put in later has no time, and the others keep theirs", func(t *testing.T) {
		all, times := events(t, start, game, try, `{"type":"correct","before":3,"to":{"type":"exchange","player":"green","count":1}}`)
		g, err := Of(all, times)
		if err != nil {
			t.Fatal(err)
		}
		if last := g.Steps[len(g.Steps)-1]; !g.Steps[2].Time.IsZero() || !last.Time.Equal(times[2]) || last.Took != times[2].Sub(times[1]) {
			t.Errorf("%+v", g.Steps)
		}
	})
	t.Run("without times nothing is known of them", func(t *testing.T) {
		all, _ := events(t, start, game, try)
		g, err := Of(all, nil)
		if err != nil || !g.Began.IsZero() || g.Steps[2].Took != 0 {
			t.Errorf("%v, %+v", err, g)
		}
	})
	if _, err := Of(nil, nil); err == nil {
		t.Error("a game of no events")
	}
}

func TestDecide(t *testing.T) {
	score := func(c engine.Color, total, top, topped int) nabit.Score {
		return nabit.Score{Color: c, Total: total, TopTiles: top, WordsTopped: topped}
	}
	for _, tt := range []struct {
		name   string
		scores []nabit.Score
		by     nabit.TieBreak
		want   Decision
	}{
		{"most points", []nabit.Score{score(engine.Red, 5, 9, 1), score(engine.Green, 8, 1, 1)}, "",
			Decision{Winners: []engine.Color{engine.Green}, By: nabit.TopTiles}},
		{"equal points: most top tiles", []nabit.Score{score(engine.Red, 8, 9, 1), score(engine.Green, 8, 12, 1), score(engine.Yellow, 3, 20, 9)}, "",
			Decision{Winners: []engine.Color{engine.Green}, By: nabit.TopTiles, Tied: []engine.Color{engine.Red, engine.Green}, Counts: []int{9, 12}}},
		{"by a house rule: most words topped", []nabit.Score{score(engine.Red, 8, 9, 4), score(engine.Green, 8, 12, 3)}, nabit.WordsTopped,
			Decision{Winners: []engine.Color{engine.Red}, By: nabit.WordsTopped, Tied: []engine.Color{engine.Red, engine.Green}, Counts: []int{4, 3}}},
		{"all equal: all of them", []nabit.Score{score(engine.Red, 8, 9, 4), score(engine.Green, 8, 9, 3)}, "",
			Decision{Winners: []engine.Color{engine.Red, engine.Green}, By: nabit.TopTiles, Tied: []engine.Color{engine.Red, engine.Green}, Counts: []int{9, 9}, Shared: true}},
		{"nobody", nil, "", Decision{By: nabit.TopTiles}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Decide(tt.scores, nabit.Options{TieBreak: tt.by})
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// read is the notation's other direction: the board that the turns lead to.
func read(t *testing.T, text string) (board map[string]string, result string) {
	t.Helper()
	board = map[string]string{}
	var before map[string]string
	tile := regexp.MustCompile(`([A-Z]+[0-9]+)([=+])([A-Za-z?])`)
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		turn := regexp.MustCompile(`^[0-9]+\. (\w+) ([^{]*)`).FindStringSubmatch(line)
		if turn == nil {
			result = line
			continue
		}
		before = maps.Clone(board)
		for _, m := range tile.FindAllStringSubmatch(turn[2], -1) {
			if _, there := board[m[1]]; there != (m[2] == "+") {
				t.Fatalf("%q: a stack is where there is none, or the other way round", line)
			}
			board[m[1]] = m[3] + turn[1]
		}
		if strings.HasSuffix(strings.TrimSpace(turn[2]), "*") {
			board = before
		}
	}
	return board, result
}

func TestNotation(t *testing.T) {
	t.Run("a game can be read back from it", func(t *testing.T) {
		for i, g := range games(t) {
			var b bytes.Buffer
			if err := g.Notation(&b, "a game"); err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(b.String(), "\n\n")
			board, result := read(t, moves)
			want, at := map[string]string{}, g.origin()
			for p, c := range g.State.Board {
				letter := c.Letter.String()
				if c.Blank {
					letter = strings.ToLower(letter)
				}
				want[at.place(p)] = letter + c.Color.String()
			}
			if !maps.Equal(board, want) {
				t.Fatalf("game %d: got %v, want %v\n%s", i, board, want, b.String())
			}
			if result != g.result() {
				t.Errorf("game %d: ends with %q", i, result)
			}
		}
	})
	t.Run("it is as its page says", func(t *testing.T) {
		g, err := Of(events(t, start, game, try, bank))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := g.Notation(&b, `the "first"`); err != nil {
			t.Fatal(err)
		}
		want := `[Game "NAB-IT!"]
[Title "the \"first\""]
[Date "2026.11.14"]
[Time "19:30:00"]
[Yellow "Ana"]
[Players "yellow green"]
[Result "yellow 0 green 3 ..."]
[Life "in_play"]

1. yellow A1=G B1=A C1=M D1=E {GAME}
2. green A1+T A2=R A3=Y {TAME TRY; nabs TAME; banks; 10s}
yellow 0 green 3 ...
`
		if b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	})
	t.Run("columns go on after Z", func(t *testing.T) {
		for col, want := range map[int]string{0: "A1", 25: "Z1", 26: "AA1", 51: "AZ1", 52: "BA1"} {
			if got := (origin{}).place(engine.Place{Col: col}); got != want {
				t.Errorf("column %d: %s, want %s", col, got, want)
			}
		}
	})
}

func TestCSV(t *testing.T) {
	for i, g := range games(t) {
		var b bytes.Buffer
		if err := g.CSV(&b); err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(lines) != len(g.Steps) {
			t.Fatalf("game %d: %v, %d lines for %d turns", i, err, len(lines)-1, len(g.Steps)-1)
		}
		last := lines[len(lines)-1]
		for n, s := range g.Steps[len(g.Steps)-1].Scores {
			if got := last[len(last)-len(g.Players())+n]; got != strconv.Itoa(s.Total) {
				t.Errorf("game %d: %s has %s points in the last line, want %d", i, s.Color, got, s.Total)
			}
		}
	}
}

// TestALongGameTakesAsMuchAnEvent as a short one. What it allocates stands for its time, which depends on the machine.
func TestALongGameTakesAsMuchAnEvent(t *testing.T) {
	perEvent := func(exchanges int) int64 {
		all := []nabit.Event{{Type: nabit.Start, Players: []engine.Color{engine.Red, engine.Green}}}
		for n := range exchanges {
			all = append(all, nabit.Event{Type: nabit.Exchanged, Player: []engine.Color{engine.Red, engine.Green}[n%2], Count: 1})
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Of(all, nil); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return int64(after.TotalAlloc-before.TotalAlloc) / int64(exchanges)
	}
	if short, long := perEvent(50), perEvent(1000); long > 2*short {
		t.Errorf("an event of a short game takes %d bytes, one of a long game %d", short, long)
	}
}

func BenchmarkOf(b *testing.B) {
	games := historytest.Games(b, 20)
	b.ReportAllocs()
	for i := range b.N {
		g := games[i%len(games)]
		if _, err := Of(g.Events, g.Times); err != nil {
			b.Fatal(err)
		}
	}
}
