package hypothesis

// Effort is how much the search does to find a structure; each level includes those before.
type Effort int

const (
	UsualEffort    Effort = iota // the best marks, under the likeliest planes
	MapEffort                    // the faces whose middles the map shows, in place of marks
	CarefulEffort                // also marks under a lamp's reflection, and candidates again once the plane is refined
	ThoroughEffort               // also fragments of larger marks, and planes all around
	UtmostEffort                 // also pale letters, which differ from their tiles in color only
	Exhausted                    // no attempt is left
)
