// Package disturb makes films of a real room out of calm ones: what moves beside the table, cameras that sway, hunt or are
// slow, light that changes. It draws on each frame as the source gives it, so no film of them is stored. Whoever grades the
// watching uses it, and tests do.
//
//	source -> pick the frames a slow camera would give -> draw on a copy -> Next
//
// Sizes are for a picture 720 pixels high and grow with it. Each Kind is the same at every run.
package disturb
