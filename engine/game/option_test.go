package game

import (
	"strings"
	"testing"
)

type house struct {
	Scheme string `json:"scheme"`
	Games  int    `json:"games,omitempty"`
	Fee    int    `json:"fee"`
	Bonus  bool   `json:"bonus"`
	Free   string `json:"free"`
}

var houseRules = HouseRules{{Name: "scheme", Values: []string{"each", "fixed", "series"}}, {Name: "games", Default: 3, Least: 2, Most: 7, With: "scheme=fixed"}, {Name: "fee", Default: 5, Least: 1, Most: 9}, {Name: "bonus", Yes: true}}

// TestHouseRules reads options over what the rule sheet says.
func TestHouseRules(t *testing.T) {
	for _, tt := range []struct {
		name, said string
		want       house
		refused    string
	}{
		{"the rule sheet's", `{}`, house{"each", 0, 5, true, ""}, ""},
		{"others are kept, also a no", `{"scheme":"series","bonus":false,"free":"x"}`, house{"series", 0, 5, false, "x"}, ""},
		{"a number follows what it goes with", `{"scheme":"fixed"}`, house{"fixed", 3, 5, true, ""}, ""},
		{"or says itself", `{"scheme":"fixed","games":4}`, house{"fixed", 4, 5, true, ""}, ""},
		{"and counts nowhere else", `{"games":4}`, house{}, "games counts only with scheme=fixed"},
		{"an unknown name", `{"bonsu":true}`, house{}, "use scheme, games, fee, bonus and free"},
		{"an unknown value", `{"scheme":"all"}`, house{}, `scheme cannot be "all": use each, fixed or series`},
		{"a number out of its range", `{"fee":10}`, house{}, "fee cannot be 10: use 1 to 9"},
		{"a nothing that is too little", `{"fee":0}`, house{}, "fee cannot be 0: use 1 to 9"},
		{"too few with what it goes with", `{"scheme":"fixed","games":1}`, house{}, "games cannot be 1: use 2 to 7"},
		{"a word for a question", `{"bonus":"yes"}`, house{}, "no such option"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o house
			houseRules.Preset(&o)
			err := houseRules.Read([]byte(tt.said), &o)
			houseRules.Fill(&o)
			switch {
			case tt.refused != "" && (err == nil || !strings.Contains(err.Error(), tt.refused)):
				t.Errorf("got %v, want %s", err, tt.refused)
			case tt.refused == "" && (err != nil || o != tt.want):
				t.Errorf("got %+v, %v; want %+v", o, err, tt.want)
			}
		})
	}
}
