package game

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestStandings(t *testing.T) {
	tests := map[string]struct {
		state string
		want  Standings
		none  bool
	}{
		"a game that goes on has no winner, and tells who moves": {`{"scores":[{"player":"Ana","total":3},{"player":"Ben","total":5}],"next":"Ana","winners":["Ben"]}`,
			Standings{[]Standing{{"Ana", 3, false}, {"Ben", 5, false}}, false, "Ana", nil}, false},
		"once it is over, the winners are told, by number too": {`{"scores":[{"player":0,"total":3},{"player":1,"total":3}],"over":true,"next":1,"winners":[0,1]}`,
			Standings{[]Standing{{"0", 3, true}, {"1", 3, true}}, true, "", nil}, false},
		"players are called by their names, however the last event named its own": {`{"players":["Ana","Ben"],"scores":[{"player":0,"total":3},{"player":1,"total":9}],"over":true,"winners":[1]}`,
			Standings{[]Standing{{"Ana", 3, false}, {"Ben", 9, true}}, true, "", nil}, false},
		"who moves next too": {`{"players":["Ana","Ben"],"scores":[{"player":0,"total":3},{"player":1,"total":9}],"next":1}`,
			Standings{[]Standing{{"Ana", 3, false}, {"Ben", 9, false}}, false, "Ben", nil}, false},
		"of a series the winner of all its games wins": {`{"scores":[{"player":"Ana","total":3},{"player":"Ben","total":9}],"over":true,"winners":["Ana"],"series_over":true,"series_winners":["Ben"]}`,
			Standings{[]Standing{{"Ana", 3, false}, {"Ben", 9, true}}, true, "", nil}, false},
		"a series goes on after one of its games": {`{"scores":[{"player":"Ana","total":3}],"over":true,"winners":["Ana"],"series_over":false,"series_winners":[]}`,
			Standings{[]Standing{{"Ana", 3, false}}, false, "", nil}, false},
		"the winners of the game, not of its last round": {`{"scores":[{"player":"Ana","total":500},{"player":"Ben","total":20}],"over":true,"winners":["Ben"],"won":["Ana"]}`,
			Standings{[]Standing{{"Ana", 500, true}, {"Ben", 20, false}}, true, "", nil}, false},
		"without scores nobody stands": {`{"over":true}`, Standings{}, true},
		"nor before the first start":   {`null`, Standings{}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := StandingsOf(json.RawMessage(test.state))
			if ok == test.none || ok && !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %t\nwant %+v", got, ok, test.want)
			}
		})
	}
}
