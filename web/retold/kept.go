package retold

import (
	"html/template"
	"io"
	"time"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Kept is a game that was kept, as the pages after a game tell it. A Game is one for all rules that are a game.Fold; a game that has more to
// tell brings its own.
type Kept interface {
	About() About
	// Name is what the player is called; empty where the color is the name.
	Name(c engine.Color, t *text.Texts) string
	// Length says how many turns the game has, and how long it took; 0: nobody knows.
	Length(r Reader, took time.Duration) string
	Standing(r Reader) *Standing
	// Points are everybody's after the step, in the order of the players; turn is what the step is called.
	Points(step int) (turn int, points []Points)
	// Moment is the step; quarters is how the reader has turned the board.
	Moment(step, quarters int, r Reader) Moment
	// Marks are the steps but for the start; lanes are the players'.
	Marks(lanes []engine.Color) []Mark
	Result(r Reader) Result
	// End is the state at the end, with what the game is remembered for and what follows it; nil: its page cannot draw it.
	End() *scoreboard.State
	// Picture is the board at the end, for a picture to share.
	Picture(t *text.Texts) (Picture, error)
	// CSV writes the game as a table; Notation writes it as chess players do.
	CSV(w io.Writer, t *text.Texts) error
	Notation(w io.Writer, title string, t *text.Texts) error
}

// About is a kept game in short.
type About struct {
	Began, Ended time.Time // of the start and of the last turn; zero where nobody kept time
	Life         engine.Life
	Players      []engine.Color
	Steps        int // the start is the first
	Turns        int
	// Title is what the box calls the game, and Named says that the pages call it so beside its own title: it is one of several.
	Title string
	Named bool
}

// Points are a player's.
type Points struct {
	Color engine.Color
	Total int
}

// Moment is one step of a replay: all that changes when the slider moves, but for the points and the camera's picture.
type Moment struct {
	Number  int // of the turn
	Player  engine.Color
	Heading string
	Deed    string
	Further []string
	Words   []Made
	Whys    []Why    // of all words on the board
	Notes   []string // who saw it, what was corrected
	Board   template.HTML
	// Quarters is by how many quarter turns the board is turned.
	Quarters int
	Took     string
	Laid     []engine.Place // the turn's tiles, for their outlines in the camera's picture
}

// Made is a new word with who controls it.
type Made struct {
	Text        string
	Cells       string // as the drawing names them: "0,0 0,1"; empty if it is not on the board any more
	Controllers []engine.Color
	Nabbed      bool
}

// Why explains a word.
type Why struct{ Cells, Text string }

// Mark is a step in the strip: how high it stands in its player's lane. Without a player it crosses all lanes.
type Mark struct {
	Lane  int // -1: nobody's
	High  float64
	Class string
}

// Result is what the page of a result shows of one game alone.
type Result struct {
	Board   template.HTML
	Judge   string          // the word list that the game began with; empty: none
	Before  []template.HTML // sections before the chart, and
	After   []template.HTML // after it
	Exports template.HTML   // further ones
}

// Picture is a drawing as SVG, with its size; it is not drawn larger than Most times that.
type Picture struct {
	SVG        []byte
	Wide, High float64
	Most       float64 // 0: any size
}
