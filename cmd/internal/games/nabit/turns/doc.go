// Package turns shows a kept game of NAB-IT! in a terminal, as "tilewatch replay" does: each event that stands, or each as it was recorded,
// with the rules' answer to it, the board and the words.
package turns
