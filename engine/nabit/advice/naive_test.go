package advice

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// naive lists plays the slow way: every tile of the rack on every place near the board, showing every letter it can,
// and asks Check and the word list about each. It shares no code with the search.
type naive struct {
	words   *lexicon.Lexicon
	options nabit.Options
	board   engine.Board
	rack    Rack
	places  []engine.Place
	found   map[string]bool
}

func naivePlays(words *lexicon.Lexicon, b engine.Board, r Rack, o nabit.Options) map[string]bool {
	n := &naive{words: words, options: o, board: b, rack: r, found: map[string]bool{}}
	low, high := b.Bounds()
	reach := len(r)
	for row := low.Row - reach; row <= high.Row+reach; row++ {
		for col := low.Col - reach; col <= high.Col+reach; col++ {
			if p := (engine.Place{Row: row, Col: col}); near(b, p, reach) {
				n.places = append(n.places, p)
			}
		}
	}
	n.lay(nil, 0)
	return n.found
}

// near leaves out places that no chain of so many tiles joins to the board.
func near(b engine.Board, p engine.Place, reach int) bool {
	for q := range b {
		if d := p.Sub(q); max(d.Row, -d.Row)+max(d.Col, -d.Col) <= reach {
			return true
		}
	}
	return len(b) == 0 && p.Row >= 0 && p.Col >= 0
}

// lay adds the tiles from the given one on to the play, or leaves them.
func (n *naive) lay(play []nabit.Placement, tile int) {
	if tile == len(n.rack) {
		if len(play) > 0 && n.legal(play) {
			n.found[name(play)] = true
		}
		return
	}
	n.lay(play, tile+1)
	for _, p := range n.places {
		if !aligned(play, p) {
			continue
		}
		for _, t := range n.shown(n.rack[tile], p) {
			n.lay(append(slices.Clone(play), t), tile+1)
		}
	}
}

// aligned keeps the number of tries down: tiles that share no line are refused in any case.
func aligned(play []nabit.Placement, p engine.Place) bool {
	row, col := true, true
	for _, t := range play {
		row, col = row && t.Row == p.Row, col && t.Col == p.Col
		if t.Place == p {
			return false
		}
	}
	return row || col
}

func (n *naive) shown(t Tile, p engine.Place) []nabit.Placement {
	var all []nabit.Placement
	if t.Blank {
		for l := engine.Letter('A'); l <= 'Z'; l++ {
			all = append(all, nabit.Placement{Place: p, Letter: l, Blank: true})
		}
		return all
	}
	for _, l := range []engine.Letter{t.Front, t.Back} {
		if l != 0 {
			all = append(all, nabit.Placement{Place: p, Letter: l})
		}
	}
	return all
}

func (n *naive) legal(play []nabit.Placement) bool {
	p := nabit.Play{Color: engine.Red, Placements: play}
	if len(n.options.Check(n.board, p)) > 0 {
		return false
	}
	for _, w := range nabit.NewWords(n.board, nabit.Place(n.board, p), p) {
		if len(n.words.Matches(w.Text, 1)) == 0 {
			return false
		}
	}
	return true
}

// name is a play as text, its tiles in order.
func name(play []nabit.Placement) string {
	tiles := make([]string, len(play))
	for i, t := range play {
		tiles[i] = fmt.Sprintf("%d,%d%s", t.Row, t.Col, t.Letter)
		if t.Blank {
			tiles[i] += "*"
		}
	}
	slices.Sort(tiles)
	return strings.Join(tiles, " ")
}

// fewWords has short words of few letters, so that random boards allow many plays.
var fewWords = lexicon.New("few", strings.Fields("AB ABA BA BAC CAB CA AC ACAB BACA AA CC DAB DACA BD ABBA CABACA AABB DD DCD BCA"))

// randomBoard lays tiles by random legal plays, words or not: stacks up to five, all colors, now and then a blank that
// is not settled.
func randomBoard(r *rand.Rand, plays int, letters string, unsettledToo bool) engine.Board {
	b := engine.Board{}
	for range plays * 6 {
		from := engine.Place{}
		if places := b.Places(); len(places) > 0 {
			from = places[r.IntN(len(places))].Add(engine.Place{Row: r.IntN(3) - 1, Col: r.IntN(3) - 1})
		}
		p := nabit.Play{Color: engine.PlayerColors[r.IntN(4)]}
		step := engine.Direction(r.IntN(2)).Step()
		for range 1 + r.IntN(3) {
			t := nabit.Placement{Place: from, Letter: engine.Letter(letters[r.IntN(len(letters))])}
			if unsettledToo && r.IntN(12) == 0 {
				t.Letter, t.Blank = engine.Unsettled, true
			}
			p.Placements = append(p.Placements, t)
			from = from.Add(step)
		}
		if len(nabit.Check(b, p)) == 0 {
			b = nabit.Place(b, p)
		}
		if plays--; plays == 0 {
			break
		}
	}
	return b
}

func randomRack(r *rand.Rand, size int, letters string, blank bool) Rack {
	rack := make(Rack, size)
	for i := range rack {
		rack[i] = Tile{Front: engine.Letter(letters[r.IntN(len(letters))]), Back: engine.Letter(letters[r.IntN(len(letters))])}
		if r.IntN(5) == 0 {
			rack[i].Back = 0
		}
	}
	if blank && size > 0 {
		rack[r.IntN(size)] = Tile{Blank: true}
	}
	return rack
}

// TestTheListIsExactlyWhatIsLegal compares with the naive enumerator: no legal play is missing, nothing that is
// refused is listed, nothing twice.
func TestTheListIsExactlyWhatIsLegal(t *testing.T) {
	for _, test := range []struct {
		name           string
		boards         int
		words          *lexicon.Lexicon
		letters        string
		plays, tiles   int
		blank, guesses bool
		options        nabit.Options
	}{
		{"small racks, few letters", 300, fewWords, "ABCD", 7, 2, false, false, nabit.Options{}},
		{"three tiles, few letters", 7, fewWords, "ABCD", 6, 3, false, false, nabit.Options{}},
		{"blanks", 14, fewWords, "ABCD", 6, 2, true, false, nabit.Options{}},
		{"blanks on the board that are not settled", 130, fewWords, "ABCD", 8, 2, false, true, nabit.Options{}},
		{"tiles in one run only", 130, fewWords, "ABCD", 8, 2, false, false, nabit.Options{RequireContiguous: true}},
		{"real words", 130, lexicon.Default(), "ETAOINSRHLDP", 7, 2, false, false, nabit.Options{}},
		{"real words and blanks", 14, lexicon.Default(), "ETAOINSRHLDP", 5, 2, true, true, nabit.Options{}},
		{"four tiles", 3, fewWords, "ABC", 2, 4, false, false, nabit.Options{}},
		{"an empty table", 4, lexicon.Default(), "ETAOINS", 0, 3, true, false, nabit.Options{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, uint64(test.boards)))
			a, plays := New(test.words), 0
			for i := range test.boards * soak(t) {
				b := randomBoard(r, r.IntN(test.plays+1), test.letters, test.guesses)
				plays += compare(t, a, i, b, randomRack(r, r.IntN(test.tiles)+1, test.letters, test.blank), test.options)
			}
			if t.Logf("%d boards, %d plays", test.boards*soak(t), plays); plays < test.boards*soak(t) {
				t.Error("the test says little")
			}
		})
	}
}

// soak is how many times as many boards are tried as usual: ADVICE_SOAK=24 go test -run Exactly.
func soak(t *testing.T) int {
	text := os.Getenv("ADVICE_SOAK")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("ADVICE_SOAK is %q: give a number of 1 or more", text)
	}
	return n
}

func compare(t *testing.T, a *Advisor, number int, b engine.Board, rack Rack, o nabit.Options) int {
	t.Helper()
	want := naivePlays(a.words, b, rack, o)
	if len(b) == 0 {
		want = onlyFromOrigin(want)
	}
	list, err := a.Plays(b, rack, o)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for play := range list {
		n := name(play)
		switch {
		case got[n]:
			t.Errorf("board %d, rack %v: %s is listed twice", number, rack, n)
		case !want[n]:
			t.Errorf("board %d, rack %v: %s is listed, but not legal\n%v", number, rack, n, nabit.BoardCells(b))
		}
		got[n] = true
	}
	for n := range want {
		if !got[n] {
			t.Errorf("board %d, rack %v: %s is missing\n%v", number, rack, n, nabit.BoardCells(b))
		}
	}
	if can, err := a.CanPlay(b, o, rack); err != nil || can != (len(want) > 0) {
		t.Errorf("board %d, rack %v: CanPlay is %v, error %v, with %d plays", number, rack, can, err, len(want))
	}
	return len(want)
}

// onlyFromOrigin are the plays across from the origin: on the empty table all places are alike.
func onlyFromOrigin(all map[string]bool) map[string]bool {
	some := map[string]bool{}
	for n := range all {
		tiles := strings.Fields(n)
		if strings.HasPrefix(tiles[0], "0,0") && strings.HasPrefix(tiles[1], "0,1") {
			some[n] = true
		}
	}
	return some
}
