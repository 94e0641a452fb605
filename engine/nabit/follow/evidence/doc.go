// Package evidence gathers what the camera says about a table, on the lattice of the game, without deciding what happened there.
//
//	observation ── Register ──> Sighting ── Window.Add ──> Window ── Window.View ──> View
//	                                                         │ at the end of the window
//	                                                         └──> Belief (letters), Unoccluded (places)
//
//	Look        the log-likelihoods of one place: tile, color, height, letter in four orientations
//	Sighting    one observation registered to the game's lattice: a quarter turn and a shift
//	Window      the sum of the looks while nobody disturbs the table
//	View        the window's means as log-probabilities, and how many independent pictures they are worth
//	Belief      the letter evidence for every tile, summed over all windows; it survives while other tiles cover the tile
//	Unoccluded  places that were seen whole, with the stacks that stood around them then
//	Pins        what people said about tiles that the camera misreads
//
// All evidence is in nats. Pictures of one table at rest are not independent: a View discounts them by their correlation.
package evidence
