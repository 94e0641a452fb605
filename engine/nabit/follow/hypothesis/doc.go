// Package hypothesis explains a picture by what may have happened since the believed board: multiple-hypothesis tracking with the
// rules of NAB-IT! as the motion model.
//
//	State ──> bases: nothing happened, tiles of earlier turns appear late, the last turns are taken back
//	            └─> lines of places where new tiles explain the view ──> spelled with the dictionary ──> further turns, depth first
//	                                                                                                  └─> Hypotheses by score
//
//	hypothesis   turns taken back (backtracking), late tiles, then plays; and the board afterwards
//	prior        log-probability before the picture: turn order, rules, words, how rare such a turn is
//	covered      of a tile: another player covered it before any picture showed it; the height of the stack gives it away, its letter is guessed
//	evidence     log-likelihood of the board under the view, place by place
//	score        prior + evidence: the unnormalized log-posterior
//	Posterior    the probability of the best hypothesis among all that were tried
//
// The search prunes: it continues a base only where the most that new tiles could explain reaches the best score so far, and it
// keeps the best few lines of each turn (beam search).
package hypothesis
