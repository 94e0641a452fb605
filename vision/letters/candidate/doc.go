// Package candidate finds what may be letters in a picture, before anything is known of a lattice.
//
//	Find          blobs of ink of both polarities, in a pyramid of pictures (package blob)
//	KeepLetters   those that read as a letter in one of nine directions over a quarter turn
package candidate
