// Package engine is the table's vocabulary: colors, letters, lattice places, boards, words, and what a
// camera may say about them. It knows nothing of pixels, browsers or any one game; the rules of each
// game live in packages below it (nabit), which import only this one.
package engine
