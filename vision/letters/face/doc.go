// Package face rectifies one place of a lattice and separates its print.
//
//	Frame.Sample     the patch: the face with a margin around it
//	Patch.Levels     gray levels of plastic and ink, from percentiles
//	Patch.Print      shares of ink, connected components, and which of them are the letter
//	Print.LetterFace the letter alone, for the letter reader
//
// Beside the print it measures what surrounds a tile: Patch.Sides (gaps between tiles) and Patch.Profile (edges).
// Lengths are in steps of the lattice from the face's middle, unless they are in pixels of the patch.
package face
