package dabble

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/game"
)

var six = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

// after is an event so many seconds after six. Written "seen {...}" the camera saw it.
func after(seconds int, event string) string {
	fields := map[string]any{}
	event, seen := strings.CutPrefix(event, "seen ")
	if err := json.Unmarshal([]byte(event), &fields); err != nil {
		panic(err)
	}
	fields["at"] = six.Add(time.Duration(seconds) * time.Second)
	if seen {
		fields["seen"] = true
	}
	data, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// standing is a rack as the camera sees it at that place from the left.
func standing(place int, tiers []string, unused ...string) string {
	data, err := json.Marshal(map[string]any{"type": "rack", "seat": Places[place], "tiers": tiers, "unused": unused})
	if err != nil {
		panic(err)
	}
	return "seen " + string(data)
}

// letters are so many tiles of five points.
func letters(n int) []string { return slices.Repeat([]string{"K"}, n) }

// missing is what the state says is missing, as "Ben 20, Cleo late".
func (b *table) missing() string {
	var all []string
	for _, m := range b.game.State().(State).Missing {
		what := fmt.Sprint(m.Tiles)
		if m.Late {
			what = "late"
		}
		all = append(all, m.Player+" "+what)
	}
	return strings.Join(all, ", ")
}

// due is what time has brought so many seconds after six.
func (b *table) due(seconds int) string {
	event, at := b.game.(game.Timed).Due()
	if six.Add(time.Duration(seconds) * time.Second).Before(at) {
		return ""
	}
	return string(event)
}

const (
	minute  = `{"type":"timer","seconds":60}`
	timeUp  = `{"type":"time_up"}`
	without = `{"type":"without"}`
)

func TestWhatNobodyKnowsOfARoundIsAsked(t *testing.T) {
	for _, tt := range []struct {
		rule           string
		events         []string
		phase, missing string
		points         []int
	}{
		{"a rack that nobody saw", []string{rack(0, five), ended}, "round_over", "Ben 20", []int{0, 0}},
		{"a rack with fewer than its twenty tiles", []string{rack(0, five), rack(1, []string{"AT"}, "K"), ended}, "round_over", "Ben 17", []int{5, 0}},
		{"nothing where all twenty are known", []string{rack(0, five), rack(1, []string{"AT"}, letters(18)...), ended}, "round_over", "", []int{90, 0}},
		{"nothing before the end", []string{rack(0, five)}, "playing", "", []int{0, 0}},
		{"what is written down afterwards counts", []string{rack(0, five), ended, `{"type":"correct","player":1,"unused":["K","K"]}`}, "round_over", "Ben 18", []int{10, 0}},
		{"nothing once people let it count without", []string{rack(0, five), rack(1, nil, "K"), ended, without}, "round_over", "", []int{5, 0}},
		{"again if that is undone", []string{rack(0, five), rack(1, nil, "K"), ended, without, `{"type":"undo"}`}, "round_over", "Ben 19", []int{5, 0}},
		{"a rack that nobody saw may have five words, if nobody is known to", []string{rack(0, nil, "K"), ended}, "exchange", "Ben 20", []int{0, 0}},
		{"the question outlives the beginning of the next round", []string{rack(0, five), ended, rack(0, []string{"AT"})}, "playing", "Ben 20", []int{0, 0}},
		{"and is answered then", []string{rack(0, five), ended, rack(0, []string{"AT"}), `{"type":"correct","round":1,"player":1,"unused":["K"]}`, without}, "playing", "", []int{0, 0}},
		{"a challenge that takes the win leaves nothing to ask of what was seen", []string{rack(0, five), rack(1, nil, "K"), ended, `{"type":"challenge","player":0,"word":"TAME","verdict":"upheld"}`}, "exchange", "", []int{-6, 0}},
		{"also in a game that is over", []string{rack(0, five), rack(1, nil, "K"), ended, `{"type":"finish"}`, without}, "game_over", "", []int{5, 0}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := begin(t, two)
			b.play(tt.events...)
			if got := b.missing(); got != tt.missing {
				t.Errorf("asked about %q, want %q", got, tt.missing)
			}
			if points, _ := b.points(); !slices.Equal(points, tt.points) || b.state["phase"] != tt.phase {
				t.Errorf("%v in phase %s, want %v in %s", points, b.state["phase"], tt.points, tt.phase)
			}
			if doubts := b.game.State().(State).Doubts; (len(doubts) > 0) != (tt.missing != "") {
				t.Errorf("doubts %q", doubts)
			}
		})
	}
	b := begin(t, two)
	b.play("!bad_event "+without, rack(0, five), rack(1, nil, letters(20)...), "!bad_event "+without, ended, "!bad_event "+without,
		`!bad_event {"type":"correct","player":1,"in_time":true,"round":2}`)
}

func TestTheTimerEndsTheRound(t *testing.T) {
	kept := append([]string{after(0, minute)}, after(10, standing(1, []string{"AT"}, letters(18)...)))
	for _, tt := range []struct {
		rule           string
		events         []string
		phase, missing string
		points         []int
	}{
		{"who has five words then wins", []string{after(50, rack(0, five)), after(60, timeUp)}, "round_over", "", []int{90, 0}},
		{"whoever says that the time is up before it is", []string{"!bad_event " + after(59, timeUp), "!bad_event " + timeUp}, "playing", "", []int{0, 0}},
		{"it ends once", []string{after(60, timeUp), "!bad_event " + after(61, timeUp)}, "exchange", "Ana 20", []int{0, 0}},
		{"a rack written down later is not taken", []string{after(60, timeUp), "!time_up " + after(61, rack(0, five))}, "exchange", "Ana 20", []int{0, 0}},
		{"but what it showed in time is a correction", []string{after(60, timeUp), after(80, `{"type":"correct","player":0,"tiers":["AT","CAT","TAME","STONE","RACERS"]}`)}, "round_over", "", []int{90, 0}},
		{"what the camera has just read was laid in time", []string{after(60, timeUp), after(63, standing(0, five))}, "round_over", "", []int{90, 0}},
		{"unless it is being taken away", []string{after(50, standing(0, five)), after(60, timeUp), after(63, standing(0, []string{"AT"}))}, "playing", "", []int{0, 0}},
		{"whether five words seen later stood in time nobody knows", []string{after(60, timeUp), after(90, standing(0, five))}, "exchange", "Ana late", []int{0, 0}},
		{"people do", []string{after(60, timeUp), after(90, standing(0, five)), after(95, `{"type":"correct","player":0,"in_time":true}`)}, "round_over", "", []int{90, 0}},
		{"of nobody's rack", []string{after(60, timeUp), `!bad_event {"type":"correct","player":0,"in_time":true}`}, "exchange", "Ana 20", []int{0, 0}},
		{"or they do not: then it goes on with the next timer", []string{after(60, timeUp), after(90, standing(0, five)), after(100, minute)}, "playing", "", []int{90, 0}},
		{"in which they stand in time", []string{after(60, timeUp), after(90, standing(0, five)), after(100, minute), after(160, timeUp)}, "round_over", "", []int{90, 0}},
		{"what is laid between two timers counts from the next", []string{after(5, standing(0, []string{"AT"})), after(60, timeUp), after(90, standing(0, five))}, "exchange", "", []int{0, 0}},
		{"and is there when it ends", []string{after(5, standing(0, []string{"AT"})), after(60, timeUp), after(90, standing(0, five)), after(100, minute), after(160, timeUp)}, "round_over", "", []int{90, 0}},
		{"a rack that is shown to all after the end is that round's", []string{after(40, ended), after(50, standing(0, five))}, "round_over", "Ana late", []int{0, 0}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := begin(t, two)
			if b.play(kept...); strings.HasPrefix(tt.rule, "a rack that is shown") {
				b.play(after(30, rack(1, five)))
			}
			b.play(tt.events...)
			points, _ := b.points()
			if got := b.missing(); got != tt.missing || !slices.Equal(points, tt.points) || b.state["phase"] != tt.phase {
				t.Errorf("%v in phase %s, asked about %q, want %v in %s, %q", points, b.state["phase"], got, tt.points, tt.phase, tt.missing)
			}
		})
	}
}

// Time brings the round's end, and does not bring it again to those who have undone it.
func TestTimeBringsTheEnd(t *testing.T) {
	b := begin(t, two)
	for _, tt := range []struct {
		event   string
		seconds int
		due     bool
	}{
		{after(0, rack(0, five)), 1000, false}, {after(0, minute), 59, false}, {`{"type":"undo"}`, 90, false}, {after(0, minute), 60, true}, {after(1, rack(0, five)), 60, true},
		{`{"type":"undo"}`, 60, true}, {after(60, timeUp), 90, false}, {`{"type":"undo"}`, 90, false}, {after(61, rack(0, five)), 90, true}, {after(90, timeUp), 90, false},
		{after(91, minute), 151, true}, {`{"type":"finish"}`, 200, false},
	} {
		if b.play(tt.event); (b.due(tt.seconds) != "") != tt.due {
			t.Errorf("after %s, %d s after six %q is due", tt.event, tt.seconds, b.due(tt.seconds))
		}
	}
}

// TestRandomRoundsKnowWhatTheyCount plays rounds by the clock in which racks are typed and seen, whole, short or never, in time and later.
// Nobody wins by what was laid later, the others' tiles are counted, and those that nobody saw are asked about or given up.
func TestRandomRoundsKnowWhatTheyCount(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		b := begin(t, fmt.Sprintf(`{"type":"start","players":%d}`, 2+r.IntN(3)))
		s := func() State { return b.game.State().(State) }
		b.play(after(0, minute))
		inTime, stop := map[int]bool{}, 30+r.IntN(60) // people end it, or the clock
		for now := range 120 {
			if now == stop && !s().Over && s().Phase == Playing {
				b.play(after(now, ended))
			}
			if event := b.due(now); event != "" {
				b.play(after(now, event))
			}
			if r.IntN(12) > 0 || s().Phase == RoundOver && either(r) || s().Round > 1 {
				continue
			}
			seat, words := r.IntN(len(s().Players)), min(r.IntN(2*Tiers), Tiers)
			spare := MostTiles - tilesOf(words)
			if r.IntN(3) == 0 {
				spare = r.IntN(spare + 1)
			}
			event := rack(seat, five[:words], letters(spare)...)
			if byCamera := either(r); byCamera {
				event = standing(seat, five[:words], letters(spare)...)
			}
			before := s()
			if a := b.game.Handle([]byte(after(now, event))); a.OK && words == Tiers && (before.Phase == Playing || before.Late && strings.HasPrefix(event, "seen") && now < 64) {
				inTime[seat] = true
			} else if a.OK && before.Phase == Playing {
				delete(inTime, seat)
			}
		}
		if s().Round > 1 || s().Timer.Number > 1 {
			continue // another round has begun
		}
		checkKnown(t, seed, s(), inTime)
		seen[string(s().Phase)]++
		if len(s().Missing) > 0 {
			seen["asked"]++
		}
		if s().Phase == RoundOver && len(s().Missing) > 0 {
			if b.play(without); len(s().Missing) > 0 || len(s().Doubts) > 0 || len(s().History[0].Missing) == 0 {
				t.Errorf("seed %d: after all, %v is missing, %v told", seed, s().Missing, s().History[0].Missing)
			}
		}
	}
	for _, kind := range []string{"round_over", "exchange", "asked"} {
		if seen[kind] < 20 {
			t.Errorf("only %d rounds were %s: %v", seen[kind], kind, seen)
		}
	}
}

// tilesOf are how many the first tiers hold.
func tilesOf(tiers int) (n int) {
	for i := range tiers {
		n += i + Shortest
	}
	return n
}

func checkKnown(t *testing.T, seed uint64, s State, inTime map[int]bool) {
	t.Helper()
	missing, tiles, unused := map[int]Missing{}, map[int]int{}, 0
	for _, m := range s.Missing {
		missing[m.Seat] = m
	}
	for _, k := range s.Racks {
		tiles[k.Seat] = len(k.tiles())
		if !inTime[k.Seat] {
			unused += k.UnusedPoints
		}
	}
	for seat := range s.Players {
		m, asked := missing[seat]
		switch won := s.Phase == RoundOver; {
		case won && tiles[seat]+m.Tiles != MostTiles, !won && tiles[seat] == 0 && m.Tiles != MostTiles, asked && m.Tiles == 0 && !m.Late:
			t.Errorf("seed %d: player %d has %d tiles, asked about %+v", seed, seat, tiles[seat], m)
		case s.Scores[seat].Round.Finished != (won && inTime[seat]):
			t.Errorf("seed %d: player %d had five words in time: %v; the round says otherwise", seed, seat, inTime[seat])
		case s.Scores[seat].Round.Won && len(inTime) < len(s.Players) && s.Scores[seat].Round.Base != unused:
			t.Errorf("seed %d: player %d gets %d, want %d", seed, seat, s.Scores[seat].Round.Base, unused)
		}
	}
}
