// Package glyph reads the letter of one rectified tile face, without knowing which way is up. It takes a square of 8-bit
// gray, MinSize to MaxSize pixels a side, and answers natural-log likelihoods: 4 quarter turns x 27 classes (A to Z, blank).
//
// The way of a face: its light is evened out and brought to one scale of ink (ink.go, with its loops in ink.c), the big letter is boxed,
// the window around it becomes a histogram of stroke directions and a small picture of the ink (features.go), and a
// net with one hidden layer (net.go, and package nn) scores that in all four quarter turns at once. Turning a face only
// permutes its features, so they are computed once. The weights come from the program in ocr/train.
package glyph
