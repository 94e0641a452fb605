package nabit

import (
	"embed"
	"html/template"
	"io/fs"
	"net/url"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/nabit"
	"tilewatch/web/games/nabit/explain"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// page draws NAB-IT!
type page struct{}

// Page draws the game.
var Page scoreboard.Game = page{}

//go:embed templates
var files embed.FS

var templates = parts.ParseGame(files)

// Files are the game's templates.
func (page) Files() fs.FS { return files }

// Name is the name in State.Game.
func (page) Name() string { return "nabit" }

// Title is the name as the box prints it.
func (page) Title() string { return "NAB-IT!" }

// Complete finds the tiles under a stack's top, what a word was, and what the turn laid.
func (page) Complete(s scoreboard.State, before *scoreboard.State) scoreboard.State {
	c := s.Crossword()
	c.Board = slices.Clone(c.Board)
	s.Detail = c
	if before != nil {
		layer(c.Board, before.Crossword().Board)
	}
	turn := s.LastTurn
	if turn == nil {
		return s
	}
	if turn.Words == nil {
		turn.Words = changes(before, c.Words, turn.Placements)
	}
	turn.Words = markNabbed(turn.Words, turn.Nabbed)
	markLast(c.Board, turn.Placements)
	return s
}

// Sentence is "Turn 12: Ana plays TAME and TRY, takes TAME from Ben, leads by 2."
func (page) Sentence(s *scoreboard.State, t *text.Texts) string { return turnSentence(s, t) }

// Parts are the board, the last turn, the words, and what players can do.
func (page) Parts(s *scoreboard.State, look scoreboard.Look) map[string]template.HTML {
	return parts.Draw(templates(), newModel(s, look), "board", "last", "words", "tools")
}

// Choices are the rules' own.
func (page) Choices() game.HouseRules { return nabit.HouseRules }

// Starter is how the first player was found, for the options.
func (page) Starter(lot bool) string {
	if lot {
		return string(nabit.Lot)
	}
	return string(nabit.Youngest)
}

// Trial is what a play that is being typed would bring: s is the state after it.
func (page) Trial(s *scoreboard.State, look scoreboard.Look) template.HTML {
	return parts.Draw(templates(), newModel(s, look), "trial")["trial"]
}

// Knows are the events of the house's own sheets and keys.
func (page) Knows(event string) bool {
	return slices.Contains([]nabit.Type{nabit.Played, nabit.Passed, nabit.Exchanged, nabit.Challenged, nabit.Banked, nabit.Named, nabit.Seated, nabit.Finished}, nabit.Type(event))
}

// GoesOut: who plays the last tile has a point.
func (page) GoesOut() bool { return true }

// Sheet is what a tap on a tile, or on one of the tools, opens.
func (page) Sheet(s *scoreboard.State, look scoreboard.Look, name string, values url.Values) (scoreboard.Sheet, bool) {
	return scoreboard.Sheet{}, false
}

// Why says why a word is whose, and what would change that.
func (page) Why(s *scoreboard.State, w scoreboard.Word, t *text.Texts) string {
	return explain.Reason(s, w, t)
}

// Laid is a NAB-IT! board as a State: players in the order of the scores, by their names (a color's own name
// where names has none), the board, and its words with their controllers. The caller adds what is not on the
// board: Status, Turn, Next, LastTurn.
func Laid(b engine.Board, scores []nabit.Score, names map[engine.Color]string) scoreboard.State {
	s := scoreboard.State{Game: "nabit", Drawn: Page, Status: scoreboard.Live}
	for _, score := range scores {
		s.Players = append(s.Players, scoreboard.Player{
			Color: score.Color, Name: names[score.Color],
			Words: score.Words, Banked: score.Banked, Out: score.Out, Total: score.Total,
		})
	}
	s.Detail = crossword(b)
	return s
}

// crossword is a board with its words and their controllers.
func crossword(b engine.Board) (c scoreboard.Crossword) {
	for _, p := range b.Places() {
		c.Board = append(c.Board, scoreboard.Cell{Place: p, Cell: b[p]})
	}
	for _, w := range nabit.ControlledWords(b) {
		c.Words = append(c.Words, scoreboard.Word{Word: w.Word, Controllers: w.Controllers})
	}
	return c
}

// TurnOf makes a play a scoreboard's turn, for State.LastTurn. nabbed is what it nabbed by the rules.
func TurnOf(number int, p nabit.Play, nabbed []nabit.Nab) *scoreboard.Turn {
	t := &scoreboard.Turn{Number: number, Kind: scoreboard.Played, Player: p.Color}
	for _, tile := range p.Placements {
		t.Placements = append(t.Placements, scoreboard.Placement{Place: tile.Place, Letter: tile.Letter, Height: tile.Height, Blank: tile.Blank})
	}
	for _, n := range nabbed {
		t.Nabbed = append(t.Nabbed, scoreboard.Nab{Word: n.Word, From: n.From})
	}
	return t
}

// OwnTiles: a player's color is that of the tiles.
func (page) OwnTiles() bool { return true }
