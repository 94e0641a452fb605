package hypothesis

// Effort is how much the search does to find a structure: which marks it looks at.
type Effort int

// The search's attempts, one after the other.
const (
	UsualEffort  Effort = iota // the best marks
	MapEffort                  // the faces whose middles the map shows, in place of marks
	UtmostEffort               // all marks, also those under a lamp's reflection and fragments of larger ones; and again once the plane is refined
)
