// Package follow tracks a running NAB-IT! game through observations of a table at rest, and reports what happened: plays, plays taken
// back, a moved structure, banked tiles. It keeps the board that it believes in, finds that board in every observation (any origin, any
// quarter turn), and explains the differences by the fewest turns that the rules allow.
//
//	observation
//	    |  evidence     register it to the board's lattice; gather the window while nobody disturbs the table
//	    |  hypothesis   turns taken back, late tiles, plays: priors by the rules and words, likelihoods by the view
//	    |  decide       accept the best hypothesis, ask a person, or wait for more pictures
//	    |  record       the turns that stand, in step with nabit's game and its events
//	    |  review       a second look at recorded letters, the way up, and places that no turn explains
//	    v  bank         votes on the banks' counts
//	lines
//
// Glossary:
//
//	window       the time between two disturbances (hands); its pictures show one table and vote together
//	provisional  reported, but later pictures or a person may still amend it
//	in doubt     provisional because a tile may be occluded, or be none
//	revoked      taken back by a person while the tiles still lie there
//	pin          a person's word on a tile that the camera misreads
//
// Nothing looks ahead: each line rests on the observations so far.
package follow
