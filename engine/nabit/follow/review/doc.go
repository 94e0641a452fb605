// Package review takes a second look at turns that the follower has already recorded, with all evidence gathered since.
//
//	Reread       the joint reading of the whole board: letters' belief, the present view, the dictionary
//	Misread      a recorded letter whose posterior is too small
//	Orientation  whether the letters now say that the first board was read the wrong way up; Reorient turns the game
//	Differences  places where the table shows what no turn explains
//	Certain      tiles whose letters nothing contradicts: labels that a letter reader can learn from
//
// review changes nothing but the ledger that Reorient is given; the follower decides what to do about the findings.
package review
