package scoreboard

// Lesson is a part of how a game is played: its texts are "how.GAME.NAME.title" and "how.GAME.NAME" of the catalog.
type Lesson struct {
	Name  string
	State *State // what its picture shows; nil: it needs none
}

// Teaching is a Game that says how it is played.
type Teaching interface {
	Lessons() []Lesson
}
