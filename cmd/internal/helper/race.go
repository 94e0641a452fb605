//go:build race

package helper

// A race detector's shadow counts as memory, and there is more of it than any machine has.
const raced = true
