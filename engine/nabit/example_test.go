package nabit_test

import (
	"fmt"

	"tilewatch/engine/nabit"
)

// A game is fed with events, one JSON object each, and answers with the state after it or with the rules that it breaks.
func Example() {
	game := nabit.New(nil).Table() // without a word list, every word stands until somebody says otherwise
	for _, event := range []string{
		`{"type":"start","players":["yellow","green"]}`,
		`{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`,
		`{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"G"}]}`,
		`{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`,
	} {
		answer := game.Handle([]byte(event)).Whole(0).(nabit.Answer)
		for _, v := range answer.Violations {
			fmt.Println("refused:", v.Message())
		}
		for _, w := range answer.NewWords {
			fmt.Println("new word:", w)
		}
		for _, n := range answer.Nabbed {
			fmt.Println("nabbed:", n.Word)
		}
	}
	// Output:
	// new word: GAME
	// refused: G may not go on another G (row 0, column 0)
	// new word: TAME
	// new word: TRY
	// nabbed: TAME
}
