// Package motion says for each frame whether the table is free and at rest, whether a hand is over it, or whether
// something moves. It takes the frames of one camera and answers a Verdict; Changed answers the Region that differs
// from the frame the reader accepted last.
//
//	Frame -> view: reduce to about 320 pixels, estimate gain and noise
//	      -> register to the model if the camera sways; level rows if a lamp hums
//	      -> motion against the frame before, where it matters             -> Verdict.Moved
//	      -> difference from the background model: same, shadow, foreground
//	      -> erode -> blobs -> hand? absorb? leave                         -> Verdict.State, Verdict.Foreground
//	      -> the model adapts to slow changes of light while the table is still
//
// The method is background subtraction with shadow detection (compare OpenCV's BackgroundSubtractorMOG2), with one mean
// and one rival color a pixel in place of a mixture.
//
// Glossary:
//   - model: how the free table looks, one color a pixel.
//   - rival: another color that a pixel has shown for some time; it becomes the model's if it stays.
//   - foreground: pixels that neither the model nor a shadow explains.
//   - gain: brightness of a frame over that of the model, by channel.
//   - blob: a connected patch of pixels that differ from the model.
//   - cell: a square of the view in which motion is counted.
//   - zone: where the table's things lie, and how far a play reaches around them; motion elsewhere does not matter.
//   - restless: of a cell, that something moves in it all the time; it is background.
//   - slow camera: one between whose pictures something always moves; a hand shows in the picture itself.
//   - absorb: make a blob part of the model.
package motion
