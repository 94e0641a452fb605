package nabit

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"tilewatch/engine/game"
)

func TestAGameKeepsOfAnEventOnlyWhatCounts(t *testing.T) {
	stuffed := Event{Player: green, Placements: down(0, 0, "TRY"), Count: 2, Tiles: 3, By: red, Word: "GAME", Words: slices.Repeat([]string{"GAME"}, 1000),
		Verdict: Rejected, Turn: 1, Out: red, Board: cells(0, 2, red, 1), List: &game.WordList{Name: strings.Repeat("x", 1000)}}
	for kind, want := range map[Type]Event{
		Played:       {Player: green, Placements: down(0, 0, "TRY")},
		Exchanged:    {Player: green, Count: 2},
		Passed:       {Player: green},
		Challenged:   {By: red, Word: "GAME", Words: []string{"GAME"}, Verdict: Rejected},
		AnnouncedEnd: {Player: green, Seen: true},
		Corrected:    {Turn: 1, Player: green, Placements: down(0, 0, "TRY")},
		Finished:     {Out: red},
	} {
		e := stuffed
		e.Type, want.Type, e.Seen = kind, kind, want.Seen
		if kind == Corrected { // so that it is legal
			e.Player, e.Placements = yellow, across(0, 0, "FAME")
			want.Player, want.Placements = e.Player, e.Placements
		}
		g, a := played(t, nil, opened(e)...)
		if !a.OK {
			t.Errorf("%s is refused: %v", kind, a.Violations)
			continue
		}
		if got := g.Events()[2]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s is kept as %+v, want %+v", kind, got, want)
		}
	}
}

func TestAnEventIsNotSharedWithWhoSentIt(t *testing.T) {
	tiles := across(0, 0, "GAME")
	g, _ := played(t, nil, starts(yellow, green), plays(yellow, tiles))
	before := marshal(t, g.State())
	tiles[0].Letter = 'X'
	g.Events()[1].Player = green
	if after := marshal(t, g.State()); after != before || g.Events()[1].Placements[0].Letter != 'G' || g.Events()[1].Player != yellow {
		t.Errorf("state %s, was %s", after, before)
	}
}
