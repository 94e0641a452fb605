package web

import (
	"embed"
	"html/template"
	"io/fs"
	"net/url"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/text"
)

// nabitGame draws NAB-IT!
type nabitGame struct{}

// nabitPage draws the game.
var nabitPage Game = nabitGame{}

//go:embed games/nabit/templates
var nabitFiles embed.FS

var nabitTemplates = parse(nabitFiles)

// Files are the game's templates.
func (nabitGame) Files() fs.FS { return nabitFiles }

// Name is the name in State.Game.
func (nabitGame) Name() string { return "nabit" }

// Title is as the box prints it.
func (nabitGame) Title() string { return "NAB-IT!" }

// Complete finds the tiles under a stack's top, what a word was, and what the turn laid.
func (nabitGame) Complete(s State, before *State) State {
	if before != nil {
		layer(s.Board, before.Board)
	}
	turn := s.LastTurn
	if turn == nil {
		return s
	}
	if turn.Words == nil {
		turn.Words = changes(before, s.Words, turn.Placements)
	}
	turn.Words = markNabbed(turn.Words, turn.Nabbed)
	markLast(s.Board, turn.Placements)
	return s
}

// Sentence is "Turn 12: Ana plays TAME and TRY, takes TAME from Ben, leads by 2."
func (nabitGame) Sentence(s *State, t *text.Texts) string { return turnSentence(s, t) }

// Parts are the board, the last turn, the words, and what players can do.
func (nabitGame) Parts(s *State, look Look) map[string]template.HTML {
	return draw(nabitTemplates, newNabitModel(s, look), "board", "last", "words", "tools")
}

// Choices are as engine/nabit's Options names them.
func (nabitGame) Choices() []Choice {
	return []Choice{
		{Name: "words", Values: []string{"challenge", "warn", "enforce"}},
		{Name: "tie_break", Values: []string{"top_tiles", "words_topped"}},
		{Name: "require_contiguous"},
		{Name: "tie_nabs"},
	}
}

// Starter is how the first player was found, for the options.
func (nabitGame) Starter(lot bool) string {
	if lot {
		return string(nabit.Lot)
	}
	return string(nabit.Youngest)
}

// Knows are the events of the house's own sheets: passing, exchanging, names and the end.
func (nabitGame) Knows(event string) bool {
	return slices.Contains([]nabit.Type{nabit.Passed, nabit.Exchanged, nabit.Named, nabit.Finished}, nabit.Type(event))
}

// Sheet is what a tap on a tile, or on one of the tools, opens.
func (nabitGame) Sheet(s *State, look Look, name string, values url.Values) (Sheet, bool) {
	return Sheet{}, false
}

// Nabit is a NAB-IT! board as a State: players in the order of the scores, by their names (a color's own name
// where names has none), the board, and its words with their controllers. The caller adds what is not on the
// board: Status, Turn, Next, LastTurn, Question.
func Nabit(b engine.Board, scores []nabit.Score, names map[engine.Color]string) State {
	s := State{Game: "nabit", Status: Live}
	for _, score := range scores {
		s.Players = append(s.Players, Player{
			Color: score.Color, Name: names[score.Color],
			Words: score.Words, Banked: score.Banked, Out: score.Out, Total: score.Total,
		})
	}
	for _, p := range b.Places() {
		s.Board = append(s.Board, Cell{Place: p, Cell: b[p]})
	}
	for _, w := range nabit.ControlledWords(b) {
		s.Words = append(s.Words, Word{Word: w.Word, Controllers: w.Controllers})
	}
	return s
}

// NabitTurn is a play as a scoreboard tells it, for State.LastTurn. nabbed is what the rules say it nabbed.
func NabitTurn(number int, p nabit.Play, nabbed []nabit.Nab) *Turn {
	t := &Turn{Number: number, Kind: Played, Player: p.Color}
	for _, tile := range p.Placements {
		t.Placements = append(t.Placements, Placement{Place: tile.Place, Letter: tile.Letter, Height: tile.Height, Blank: tile.Blank})
	}
	for _, n := range nabbed {
		t.Nabbed = append(t.Nabbed, Nab{Word: n.Word, From: n.From})
	}
	return t
}
