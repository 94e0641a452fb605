package hypothesis

// Effort is how much the search does to find the structure.
type Effort int

const (
	UsualEffort    Effort = iota // the plainest marks, under the likeliest planes
	CarefulEffort                // also those under a lamp's reflection, and again when it is known how the table lies
	ThoroughEffort               // also what seems to be part of something larger, and under planes from all around
	UtmostEffort                 // also letters that hardly differ from their tiles in gray
	Exhausted                    // none is left
)
