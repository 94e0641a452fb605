// Package glyphs reads the letters of faces.
//
// It takes a picture, a hypothesis and a letter reader (ocr.Reader), and returns the letters' log-likelihoods.
//
//	LettersOf    face of a pose -> rectified pixels and mask of hidden ones -> reader -> letters (read.go)
//	ReadFaces    the same for quadrilaterals that are known (faces.go)
//
// Glossary
//
//   - letters: log-likelihoods of every letter and of a blank, for each of four quarter turns
//   - plastic: the color of a face beside its print
package glyphs
