// Package board decides which places of a lattice hold tiles. It sees no picture: a Cell holds what was read of its place.
//
//	bestOrientation  which way up the letters stand, and heightModes: how high they are; each height is tried
//	decide           the log-odds of each cell, step by step: LetterOdds and Typical.odds by its print, addColor, addSides, addInk, addNeighbors
//	Structure        the largest group of tiles side by side, with its parts
//	score            how much all of it looks like a board; the best hypothesis wins
package board
