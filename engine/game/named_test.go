package game_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tilewatch/engine/game"
)

func TestNamed(t *testing.T) {
	for _, tt := range []struct{ rule, event, want string }{
		{"names are kept composed, without what nobody sees", `{"type":"start","players":["Jose\u0301 ","\u202eAna"]}`, `"players":["José","Ana"]`},
		{"so are those of colors", `{"type":"start","players":["red","green"],"names":{"red":"An\u200ba"}}`, `"names":{"red":"Ana"}`},
		{"and a later one", `{"type":"name","player":"red","name":" Ana\ufeff"}`, `"name":"Ana"`},
		{"two of one name", `{"type":"start","players":["Ana","ANA"]}`, `"ANA" is named twice`},
		{"two of one name beside colors", `{"type":"start","players":["red","green"],"names":{"red":"Jose\u0301","green":"jos\u00e9"}}`, `is named twice`},
		{"many without one", `{"type":"start","players":["red","green","yellow"],"names":{"red":"","green":""}}`, `"names":{"green":"","red":""}`},
		{"players by their number", `{"type":"start","players":3}`, `"players":3`},
		{"another event is left as it was", `{"type":"tab", "players":[{"name":"Ana"}], "name":" x"}`, `{"type":"tab", "players":[{"name":"Ana"}], "name":" x"}`},
		{"no event is left to the rules", `[1, 2]`, `[1, 2]`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			got, err := game.Named(json.RawMessage(tt.event))
			text := string(got)
			if err != nil {
				text = err.Error()
			}
			if !strings.Contains(text, tt.want) {
				t.Errorf("%s, want %s", text, tt.want)
			}
		})
	}
}

func TestAPlayerIsFoundHoweverTheNameIsSpelled(t *testing.T) {
	seats := game.Seats{"José", "Ana"}
	for _, name := range []string{"José", "Jose\u0301", "JOSÉ", "Jo\u200bsé"} {
		if seat, v := seats.Find(game.Ref{Name: name}); v != nil || seat != 0 {
			t.Errorf("%q is seat %d, %v", name, seat, v)
		}
	}
	if _, v := seats.Find(game.Ref{Name: "Jose"}); v == nil {
		t.Error("another name is found")
	}
}
