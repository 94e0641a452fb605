package board

// alone is what it counts that few letters lie between the board's places.
func (b *Board) alone() float64 { return b.Lattice.Alone(b.Linked(), b.Dark, b.High) }
