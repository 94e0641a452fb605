package parts

import (
	"html/template"
	"io/fs"

	"tilewatch/engine/game"
	"tilewatch/web/scoreboard"
)

// Seated is the head of a page whose players have seats: its names, its templates, and what all such games answer alike.
type Seated struct {
	name, title string
	files       fs.FS
	choices     game.HouseRules
	parsed      *parsed // states are compared, and hold the head: functions cannot be
}

// parsed are templates that are read when the first page is drawn with them.
type parsed struct{ get func() *template.Template }

// NewSeated is the head of the game of that name, and of the title on its box, which is drawn with the files.
func NewSeated(name, title string, files fs.FS, choices game.HouseRules) Seated {
	return Seated{name, title, files, choices, &parsed{ParseGame(files)}}
}

// Name is the name in State.Game.
func (s Seated) Name() string { return s.name }

// Title is the name as the box prints it.
func (s Seated) Title() string { return s.title }

// Templates are the game's, ready to be drawn.
func (s Seated) Templates() *template.Template { return s.parsed.get() }

// Files are the game's templates.
func (s Seated) Files() fs.FS { return s.files }

// Choices are the rules' own.
func (s Seated) Choices() game.HouseRules { return s.choices }

// Complete has nothing to add: the rules' state has it all.
func (Seated) Complete(s scoreboard.State, _ *scoreboard.State) scoreboard.State { return s }

// Knows are the events of the house's own sheets that these games take.
func (Seated) Knows(event string) bool { return event == "name" || event == "sit" }
