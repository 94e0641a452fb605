package dabble

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/engine/game"
)

// owners are the players with the words on their racks, in the order of the players.
func (b *table) owners() string {
	var all []string
	for _, r := range b.game.State().(State).Racks {
		all = append(all, r.Player+" "+r.Tiers[0].Word)
	}
	return strings.Join(all, ", ")
}

func TestRacksBelongToWhoSitsThere(t *testing.T) {
	lies := func(place, word string) string {
		return fmt.Sprintf(`{"type":"rack","seat":%q,"tiers":[%q],"seen":true}`, place, word)
	}
	const anaSecond = `{"type":"sit","player":"Ana","seat":"second"}`
	for _, tt := range []struct {
		rule, owners string
		events       []string
	}{
		{"from the left in the order of the players", "Ana AT, Ben IT", []string{two, lies("first", "AT"), lies("second", "IT")}},
		{"as somebody said", "Ana IT, Ben AT", []string{two, anaSecond, lies("first", "AT"), lies("second", "IT")}},
		{"it may be said afterwards", "Ana IT, Ben AT", []string{two, lies("first", "AT"), lies("second", "IT"), anaSecond}},
		{"and be taken back", "Ana AT, Ben IT", []string{two, lies("first", "AT"), lies("second", "IT"), anaSecond, `{"type":"undo"}`}},
		{"what people typed stays theirs", "Ben OF", []string{two, lies("second", "IT"), rack(1, []string{"OF"}), anaSecond}},
		{"a start may say it", "Ana IT, Ben AT", []string{`{"type":"start","players":["Ana","Ben"],"seats":["second",""]}`, lies("first", "AT"), lies("second", "IT")}},
		{"nobody sits at a third rack", "Ana AT", []string{two, lies("first", "AT"), "!bad_event " + lies("third", "IT")}},
		{"nobody sits at the tenth", "", []string{two, `!bad_event {"type":"sit","player":"Ana","seat":"tenth"}`}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := begin(t, tt.events[0])
			if b.play(tt.events[1:]...); b.owners() != tt.owners {
				t.Errorf("%s, want %s", b.owners(), tt.owners)
			}
		})
	}
	t.Run("also in earlier rounds", func(t *testing.T) {
		b := begin(t, two)
		b.play(`{"type":"rack","seat":"first","tiers":["AT","CAT","TAME","STONE","RACERS"],"seen":true}`, rack(1, nil, "Q"), `{"type":"rack","seat":"second","tiers":["IT"],"unused":["Q"],"seen":true}`, `{"type":"round_end"}`)
		if b.play(anaSecond); fmt.Sprint(b.state["winners"]) != "[Ben]" {
			t.Errorf("the round is won by %v", b.state["winners"])
		}
	})
}

// A rack is known by where it stands, whichever is seen first.
func TestRacksAreCountedFromTheLeft(t *testing.T) {
	f := Game{}.Follow(testWords, nil)
	b := begin(t, two)
	left, right := seen(0, []string{"AT"}, ""), seen(500, []string{"IT"}, "")
	for frame, racks := range [][]SeenRack{{right}, {right}, {left, right}, {left, right}} {
		for _, l := range f.See(game.Moment{Frame: frame}, Look{Racks: racks}) {
			for _, e := range l.Events {
				b.play(string(e))
			}
		}
		if want := [...]string{"", "Ana IT", "Ana IT", "Ana AT, Ben IT"}[frame]; b.owners() != want {
			t.Errorf("look %d: %s, want %s", frame, b.owners(), want)
		}
	}
}
