package club

import "tilewatch/engine/journal/cluster"

// Result is one game of the club in figures.
type Result struct{ cluster.Listed }
