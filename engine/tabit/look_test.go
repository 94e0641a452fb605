package tabit

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/game"
)

// lookAt is a clear look at the seats' cards: "MOON moon star - tree"; letters lie in the given row.
func lookAt(t *testing.T, letterRow int, seated map[Seat]string) Look {
	t.Helper()
	look := Look{Tabit: -9}
	for i, seat := range Seats {
		text, sits := seated[seat]
		s := Spread{}
		if sits {
			s = cards(t, text)
		}
		for k := range each {
			letter, picture := bare(), bare()
			if sits {
				letter, picture = showing(s.Letters[k], 0), showing(0, s.Pictures[k])
			}
			look.Boxes[i][letterRow][k], look.Boxes[i][1-letterRow][k] = letter, picture
		}
	}
	return look
}

func bare() Box { return Box{Empty: -0.01, Down: -5, Letter: -6, Picture: -6} }

// showing is a box with a card: a letter, a picture, or neither.
func showing(l Letter, p Picture) Box {
	b := Box{Empty: -6, Down: -0.02, Letter: -5, Picture: -5}
	for c := range b.Letters {
		b.Letters[c] = -7
	}
	for c := range b.Pictures {
		b.Pictures[c] = -7
	}
	switch {
	case l != 0:
		b.Down, b.Letter, b.Letters[l-'A'] = -5, -0.02, 0
	case p != FaceDown:
		b.Down, b.Picture, b.Pictures[p-1] = -5, -0.02, 0
	}
	return b
}

// said is what a reading says, seat by seat.
func said(players []Seen) string {
	var all []string
	for _, p := range players {
		all = append(all, p.Seat.String()+" "+p.Spread.String())
	}
	return strings.Join(all, "; ")
}

func TestReading(t *testing.T) {
	both := map[Seat]string{North: "MOON moon moon moon star", South: "-TAR star - tree tree"}
	want := "north MOON moon moon moon star; south -TAR star - tree tree"
	for _, c := range []struct {
		rule string
		look func() Look
		want string
	}{
		{"letters in the outer row", func() Look { return lookAt(t, 1, both) }, want},
		{"letters in the inner row", func() Look { return lookAt(t, 0, both) }, want},
		{"nobody plays", func() Look { return lookAt(t, 0, nil) }, ""},
		{"whoever plays has all cards, though one box looks bare", func() Look {
			l := lookAt(t, 0, both)
			l.Boxes[0][0][0].Empty = 3
			return l
		}, want},
		{"a bare side does not become a player by one odd box", func() Look {
			l := lookAt(t, 0, both)
			l.Boxes[1][0][0] = showing('M', 0)
			return l
		}, want},
		{"a letter of no word gives way to one of the words", func() Look {
			l := lookAt(t, 0, both)
			l.Boxes[0][0][1].Letters['Q'-'A'] = 2
			return l
		}, want},
		{"a letter of no word stands where nothing else fits", func() Look {
			l := lookAt(t, 0, both)
			for i := range l.Boxes[0][0][1].Letters {
				l.Boxes[0][0][1].Letters[i] = -20
			}
			l.Boxes[0][0][1].Letters['Q'-'A'] = 0
			return l
		}, strings.Replace(want, "MOON", "MQON", 1)},
	} {
		t.Run(c.rule, func(t *testing.T) {
			look := c.look()
			if got := said(look.Players(DefaultOptions)); got != c.want {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

func TestReadingForTheContract(t *testing.T) {
	r := Game{}.Read(lookAt(t, 1, map[Seat]string{East: "MOON moon moon moon star", South: "-TAR star - tree tree"}), nil)
	data, err := json.Marshal(r.Fields)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"players":[{"seat":"east","letters":["M","O","O","N"],"pictures":["moon","moon","moon","star"],"points":400,`,
		`{"seat":"south","letters":[null,"T","A","R"],"pictures":["star",null,"tree","tree"],"points":0,"picture":null,`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("fields %s\nlack %s", data, want)
		}
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Code != "face_down" || !strings.Contains(r.Warnings[0].Message, "south: 2 cards") {
		t.Errorf("warnings %+v, want face_down of south's two cards", r.Warnings)
	}
	if len(r.Marks) != 16 || len(r.Text) != 2 {
		t.Errorf("%d marks, text %q: want 16 and two lines", len(r.Marks), r.Text)
	}
}

func TestADoubtfulCardIsSaid(t *testing.T) {
	look := lookAt(t, 0, map[Seat]string{West: "MOON moon moon moon moon"})
	look.Boxes[3][1][2].Pictures[1] = -0.5
	r := Game{}.Read(look, nil)
	if len(r.Warnings) != 1 || r.Warnings[0].Code != "low_confidence" {
		t.Errorf("warnings %+v, want low_confidence", r.Warnings)
	}
	doubtful := 0
	for _, m := range r.Marks {
		if m.Doubtful {
			doubtful++
		}
	}
	if doubtful != 1 {
		t.Errorf("%d doubtful cards drawn, want 1", doubtful)
	}
}

// scene is what the camera sees for a while.
type scene struct {
	seated map[Seat]string
	tabit  bool
	looks  int
}

// watch follows scenes, five looks a second with a hand between scenes, and answers the lines' types.
func watch(t *testing.T, scenes ...scene) (types []string, lines []game.Line) {
	t.Helper()
	f := Game{}.Follow(nil, nil)
	var m game.Moment
	for _, s := range scenes {
		m.Stirred = true
		for range s.looks {
			look := lookAt(t, 0, s.seated)
			if s.tabit {
				look.Tabit = 5
			}
			lines = append(lines, f.See(m, look)...)
			m = game.Moment{Frame: m.Frame + 3, Time: m.Time + 200*time.Millisecond}
		}
	}
	lines = append(lines, f.Finish(m)...)
	for _, l := range lines {
		types = append(types, l.Type)
	}
	return types, lines
}

func TestAPhotoOfTheCardsIsEnough(t *testing.T) {
	f := Game{}.Follow(nil, nil)
	var types []string
	for i, seated := range []map[Seat]string{{North: "---- - - - -", South: "---- - - - -"}, {North: "MOON moon moon moon star", South: "STAR star star star star"}} {
		look := lookAt(t, 0, seated)
		look.Tabit = float64(5 * i)
		for _, l := range f.See(game.Moment{Frame: i, Time: time.Duration(i) * time.Minute, Stirred: true, Photo: true}, look) {
			types = append(types, l.Type)
		}
	}
	if got := strings.Join(types, " "); got != "cards cards tab" {
		t.Errorf("told %q", got)
	}
}

func TestFollowing(t *testing.T) {
	down := map[Seat]string{North: "---- - - - -", South: "---- - - - -"}
	one := map[Seat]string{North: "MOON moon moon moon star", South: "---- - - - -"}
	up := map[Seat]string{North: "MOON moon moon moon star", South: "STAR star star star star"}
	for _, c := range []struct {
		rule   string
		scenes []scene
		want   string
	}{
		{"cards that are turned up are told", []scene{{down, false, 3}, {one, false, 3}}, "cards cards summary"},
		{"what is seen but once is not told", []scene{{down, false, 3}, {one, false, 1}, {down, false, 3}}, "cards summary"},
		{"the TABIT card brings the tab", []scene{{down, false, 3}, {up, false, 3}, {up, true, 3}}, "cards cards tab summary"},
		{"the tab waits until all cards are turned up", []scene{{one, false, 3}, {one, true, 9}, {up, true, 3}}, "cards cards tab summary"},
		{"cards that nobody turns up are scored without", []scene{{one, false, 3}, {one, true, 120}}, "cards tab summary"},
		{"one tab for one TABIT card", []scene{{up, true, 3}, {up, false, 2}, {up, true, 20}}, "cards tab summary"},
		{"a new deal can be tabbed again", []scene{{up, true, 3}, {down, false, 3}, {up, false, 3}, {up, true, 3}}, "cards tab cards cards tab summary"},
		{"all cards up are no tab without the card, but at the end", []scene{{down, false, 3}, {up, false, 30}}, "cards cards tab summary"},
		{"an empty table tells nothing", []scene{{nil, false, 10}}, "summary"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			types, lines := watch(t, c.scenes...)
			if got := strings.Join(types, " "); got != c.want {
				t.Errorf("told %q, want %q", got, c.want)
			}
			for _, l := range lines {
				if _, err := json.Marshal(l); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestWhatIsSeenCanBePlayed(t *testing.T) {
	up := map[Seat]string{North: "MOON moon moon moon star", South: "STAR star star star star"}
	_, lines := watch(t, scene{up, false, 3}, scene{up, true, 3})
	table := NewTable()
	events := []json.RawMessage{[]byte(two)}
	for _, l := range lines {
		events = append(events, l.Events...)
	}
	if len(events) != 3 {
		t.Fatalf("%d events, want start, cards and tab", len(events))
	}
	if err := game.Replay(table, events); err != nil {
		t.Fatal(err)
	}
	s := table.State().(State)
	if s.Scores[0].Total != 400 || s.Scores[1].Total != 400 || s.Seats["Ben"] != South {
		t.Errorf("scores %+v, seats %v", s.Scores, s.Seats)
	}
}

func FuzzEvents(f *testing.F) {
	for _, line := range []string{two, `{"type":"tabit","player":0}`, `{"type":"tab","players":[{"letters":["M",null,"O","N"],"pictures":["moon",null,"star","tree"]}]}`,
		`{"type":"sit","player":"Ana","seat":"west"}`, `{"type":"correct","round":1,"players":[]}`, `{"type":"cards","players":[{"seat":"north","letters":[],"pictures":[]}]}`, `{"type":"undo"}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		table := NewTable()
		table.Handle([]byte(two))
		for range 2 {
			if _, err := json.Marshal(table.Handle(line)); err != nil {
				t.Fatal(err)
			}
		}
		if err := game.Replay(NewTable(), table.Events()); err != nil {
			t.Errorf("what was accepted is refused: %v", err)
		}
	})
}
