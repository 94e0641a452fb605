// Package board decides which places of a lattice hold tiles. It sees no picture: a Cell holds what was read of its place.
//
//	orientations   which way up the letters stand, and heightModes: how high they are; each hypothesis is tried
//	decide         the log-odds of each cell, step by step: LetterOdds and Typical.odds by its print, addColor, addSides, addInk, addNeighbors
//	limitBlanks    a set has few blanks
//	Structure      the largest group of tiles side by side, with its parts
//	score          how much all of it looks like a board; the best hypothesis wins
package board
