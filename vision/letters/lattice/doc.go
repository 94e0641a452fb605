// Package lattice grows square lattices from candidates of one size that repeat in two directions.
//
//	findSeeds   each candidate votes for the best pair of steps to its neighbors
//	grow        extends the best seeds (vision/gridfit)
//	Find        orders the lattices by their letters, less for lattices with letters between their places (Isolation)
package lattice
