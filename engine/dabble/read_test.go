package dabble

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// place is a place of a rack where a tile with that face is seen, as surely as eyes mostly are: "_" is an empty one. A letter's value,
// if not 0, was read.
func place(face byte, value int, x, y float64) SeenTile {
	t := SeenTile{Tile: 10, Quad: engine.Quad{{X: x, Y: y}, {X: x + 9, Y: y}, {X: x + 9, Y: y + 9}, {X: x, Y: y + 9}}}
	switch face {
	case '_':
		t.Tile = -10
	case '?':
		t.Faces[BlankFace] = 10
	case '\'':
		t.Faces[ApostropheFace] = 10
	default:
		t.Faces[face-'A'] = 8
	}
	if value > 0 {
		t.Values = new(ValueLikelihoods)
		for v := range t.Values {
			t.Values[v] = -6
		}
		t.Values[value] = 0
	}
	return t
}

// seen is a rack with these tiers, and tiles in front.
func seen(x float64, tiers []string, loose string) SeenRack {
	var r SeenRack
	for i := range Tiers {
		text := ""
		if i < len(tiers) {
			text = tiers[i]
		}
		text += strings.Repeat("_", i+Shortest-len(text))
		for k := range text {
			r.Tiers[i] = append(r.Tiers[i], place(text[k], 0, x+10*float64(k), 10*float64(i)))
		}
	}
	for k := range loose {
		r.Loose = append(r.Loose, place(loose[k], 0, x+10*float64(k), 80))
	}
	return r
}

func racksOf(t *testing.T, look Look) []Rack {
	t.Helper()
	data, err := json.Marshal(Game{}.Read(look, testWords).Fields)
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ Racks []Rack }
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out.Racks
}

func TestReadingRacks(t *testing.T) {
	for _, test := range []struct {
		name           string
		tiers          []string
		loose          string
		words          string // of the tiers, in brackets where they do not count
		points, unused int
	}{
		{"full tiers with words count", []string{"AT", "CAT"}, "", "AT CAT () () ()", 2 + 5, 0},
		{"tiles of unfinished and wrong tiers and those in front are unused", []string{"XX", "CA_", "TAME"}, "Q'?", "(XX) (CA) TAME () ()", 6, 16 + 4 + 10},
		{"a word with an apostrophe counts double", []string{"", "I'M"}, "", "() I'M () () ()", 8, 0},
		{"a blank is written as its letter if exactly one word fits", []string{"W?", "?AT"}, "", "WE ?AT () () ()", 4 + 2, 0},
		{"a blank is never an apostrophe", []string{"", "I?M"}, "", "() (I?M) () () ()", 0, 4},
		{"a gap makes a tier unfinished", []string{"", "", "T_ME"}, "", "() () (TME) () ()", 0, 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := racksOf(t, Look{Racks: []SeenRack{seen(0, test.tiers, test.loose)}})[0]
			var words []string
			for _, tier := range r.Tiers {
				if tier.Valid {
					words = append(words, tier.Word)
				} else {
					words = append(words, "("+tier.Word+")")
				}
			}
			if got := strings.Join(words, " "); got != test.words || r.Points != test.points || r.UnusedPoints != test.unused {
				t.Errorf("%s: %d points, %d unused; want %s: %d, %d", got, r.Points, r.UnusedPoints, test.words, test.points, test.unused)
			}
		})
	}
}

func TestWordsAndValuesConfirmLetters(t *testing.T) {
	doubtful := seen(0, []string{"", "CAT"}, "")
	doubtful.Tiers[1][0].Faces['G'-'A'] = 9 // a little more like a G
	if r := racksOf(t, Look{Racks: []SeenRack{doubtful}})[0]; r.Tiers[1].Word != "CAT" {
		t.Errorf("the word is %s: words should weigh in", r.Tiers[1].Word)
	}
	doubtful.Tiers[1][0].Faces['G'-'A'] = 20
	if r := racksOf(t, Look{Racks: []SeenRack{doubtful}})[0]; r.Tiers[1].Word != "GAT" {
		t.Errorf("the word is %s: what is plainly seen should stand", r.Tiers[1].Word)
	}
	// Two tiles plainly say that a Q is worth 12, and one with a 12 that may be an O or a Q is then a Q.
	look := Look{Racks: []SeenRack{seen(0, nil, "")}}
	look.Racks[0].Loose = []SeenTile{place('Q', 12, 0, 80), place('Q', 12, 10, 80), place('O', 12, 20, 80), place('O', 1, 30, 80)}
	look.Racks[0].Loose[2].Faces['Q'-'A'] = 7
	r := racksOf(t, look)[0]
	if got := r.Unused[2].Letter; got != "Q" || r.UnusedPoints != 37 {
		t.Errorf("the tile with 12 points is %s, all are worth %d", got, r.UnusedPoints)
	}
	look.Values = Values{"Q": 10, "O": 1}
	if r := racksOf(t, look)[0]; r.Unused[0].Value != 10 {
		t.Errorf("a Q is worth %d: what the tile set says should count", r.Unused[0].Value)
	}
}

func TestSpanishTilesAreOneTileEach(t *testing.T) {
	rack := seen(0, []string{"", "", "CA_E", "PE_O", "LA_IZO"}, "A")
	for tier, at := range map[int]int{2: 2, 3: 2, 4: 2} {
		face := map[int]int{2: LLFace, 3: RRFace, 4: EnyeFace}[tier]
		rack.Tiers[tier][at] = place('?', 8, 20, 10*float64(tier))
		rack.Tiers[tier][at].Faces = FaceLikelihoods{}
		rack.Tiers[tier][at].Faces[face] = 10
	}
	rack.Tiers[3] = slices.Delete(rack.Tiers[3], 4, 5)
	rack.Loose[0].Faces = FaceLikelihoods{}
	rack.Loose[0].Faces[RRFace] = 10
	r := racksOf(t, Look{Racks: []SeenRack{rack}})[0]
	if w := []string{r.Tiers[2].Word, r.Tiers[3].Word, r.Tiers[4].Word}; !slices.Equal(w, []string{"CALLE", "PERRO", "LAÑIZO"}) || len(r.Tiers[2].Tiles) != 4 {
		t.Errorf("the words are %v", w)
	}
	if tile := r.Tiers[2].Tiles[2]; tile.Letter != "LL" || tile.Value != 8 || r.Unused[0].Letter != "RR" {
		t.Errorf("the tiles are %s with %d points, and %s", tile.Letter, tile.Value, r.Unused[0].Letter)
	}
}

func TestDoubtsAreReported(t *testing.T) {
	rack := seen(0, []string{"O"}, "")
	rack.Tiers[0][0].Faces['Q'-'A'] = 7.8
	r := Game{}.Read(Look{Racks: []SeenRack{rack}}, testWords)
	if len(r.Warnings) != 1 || r.Warnings[0].Code != "low_confidence" || len(r.Marks) != 1 || !r.Marks[0].Doubtful {
		t.Errorf("warnings %v, marks %v", r.Warnings, r.Marks)
	}
}

func TestFollowingRacks(t *testing.T) {
	f := Game{}.Follow(testWords, []string{"Ana", "Ben"})
	table := Game{}.Table(testWords)
	if a := table.Handle([]byte(two)); !a.OK {
		t.Fatal(a.Violations)
	}
	frame, stirred := 0, false
	look := func(want int, racks ...SeenRack) {
		t.Helper()
		frame++
		lines := f.See(game.Moment{Frame: frame, Time: time.Duration(frame) * time.Second, Stirred: stirred}, Look{Racks: racks})
		if len(lines) != want {
			t.Fatalf("look %d tells %d lines, want %d", frame, len(lines), want)
		}
		for _, l := range lines {
			for _, e := range l.Events {
				if a := table.Handle(e); l.Type != "rack" || !a.OK {
					t.Errorf("%s: %s is refused: %v", l.Type, e, a.Violations)
				}
			}
		}
	}
	left, right := seen(0, []string{"A"}, ""), seen(500, []string{"", "HAT"}, "K")
	look(0, left, right)
	look(2, left, right) // both have been still
	look(0, left, right)
	left = seen(0, []string{"AT"}, "")
	look(0, left, right)
	look(0, left, right) // nothing has moved: another reading of the same tiles
	stirred = true
	look(1, left, right) // only what changed is reported
	if !f.Settled() {
		t.Error("nothing has changed, but it is not settled")
	}
	last := f.Finish(game.Moment{Frame: frame})
	if len(last) != 1 || last[0].Type != game.Summary {
		t.Errorf("it ends with %v", last)
	}
	state := table.State().(State)
	if len(state.Racks) != 2 || state.Racks[0].Tiers[0].Word != "AT" || state.Racks[1].Player != "Ben" {
		t.Errorf("the table has %+v", state.Racks)
	}
}

func TestAPhotoOfTheRacksIsEnough(t *testing.T) {
	f := Game{}.Follow(testWords, []string{"Ana", "Ben"})
	left, right := seen(0, []string{"A"}, ""), seen(500, []string{"", "HAT"}, "K")
	for i, want := range []int{2, 0, 1} {
		if i == 2 {
			left = seen(0, []string{"AT"}, "")
		}
		lines := f.See(game.Moment{Frame: i, Time: time.Duration(i) * time.Minute, Stirred: true, Photo: true}, Look{Racks: []SeenRack{left, right}})
		if len(lines) != want || !f.Settled() {
			t.Errorf("photo %d brings %d lines, want %d; settled: %v", i, len(lines), want, f.Settled())
		}
	}
}

func FuzzHandle(f *testing.F) {
	f.Add(two, rack(0, five), ended)
	f.Add(`{"type":"start","players":2,"options":{"language":"spanish"}}`, `{"type":"rack","player":0,"tiers":["LL",["RR","?"]]}`, `{"type":"challenge","word":"A"}`)
	f.Add(two, `{"type":"timer","seconds":5}`, `{"type":"correct","player":1,"tiers":["A'"]}`)
	f.Fuzz(func(t *testing.T, a, b, c string) {
		table := Game{}.Table(testWords)
		for _, e := range []string{a, b, c, b, ended, `{"type":"undo"}`} {
			answer := table.Handle([]byte(e))
			if !answer.OK && len(answer.Violations) == 0 {
				t.Errorf("%q is refused without a reason", e)
			}
			if _, err := json.Marshal(answer); err != nil {
				t.Errorf("%q: %v", e, err)
			}
		}
		if err := game.Replay(Game{}.Table(testWords), table.Events()); err != nil && len(table.Events()) > 0 {
			t.Error(err)
		}
	})
}
