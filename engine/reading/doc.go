// Package reading reads a whole NAB-IT! table from one observation, without a board before it: which way is up,
// which places hold tiles, and all letters together as the crossword they form. Words are a prior, not a law: a
// run that is no word costs a bounded amount, so a clear picture always wins.
package reading
