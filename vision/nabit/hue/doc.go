// Package hue says which player's color a plastic has, whatever the lamp. It takes mean colors of faces and answers log-likelihoods of the
// four players' colors.
//
//	color -> HueOf                  logarithms of red and blue against green: brightness drops out
//	hues  -> CommonShift            the light's color, estimated from all faces at once (MAP estimate under Gaussian priors)
//	      -> Hue.LogLikelihoods     a Gaussian for each player's plastic about the shifted mean, with heavy tails
//	faces -> Explain                all faces of a picture together: parts of one hue, and their names by the mean over the explanations
//	      -> Naming.Of              a face beside those: a plastic that they show, or one that they do not
//	told  -> Told                   the colors that a tile set says, one way to explain a picture: evidence, not truth
//	Plastics                        the hues that the tiles of one table have, learned from picture to picture
//
// Glossary:
//
//	hue       a color without brightness, two logarithms
//	shift     the offset that the lamp and the camera's white balance add to all hues of a picture
//	part      faces of nearly one hue: however many, they are one observation of their plastic
//	explanation   which part has which name; the lamp and the means of the plastics follow from it
//	plastic   the material of a player's tiles: a mean hue and its covariance over sets, lamps and cameras
//	Mahalanobis distance   squared, in standard deviations of a plastic
//
// Constants without another source are hand-set on the rendered development scenes.
package hue
