// Package candidate finds what may be letters in a picture, before anything is known of a lattice.
//
//	Find          blobs of ink of both polarities, in a pyramid of pictures (package blob)
//	Read          how likely each is a letter in nine directions over a quarter turn
//	Foreshortened how much of their letters' heights a picture taken aslant leaves
//	KeepLetters   those that read as a letter
package candidate
