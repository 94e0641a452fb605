// Package source gives the pictures of a film, a folder, a camera or a phone, one after the other, and says when they
// stop. Open takes a name and answers a Source; OpenFeed does the same for pictures that someone sends.
//
//	film, folder ------------------\
//	device, stream -> live ---------> guard -> RequireColor -> Tap -> Next: a Frame or a *Status
//	phone (Feed) ---> feed ---------/  (all)   (if colors      (if someone
//	                                            matter)         looks on)
//
// Glossary:
//   - Frame: one picture with its number, its time and its Mat, which the source lends until the next call.
//   - Status: news between two frames: Fault, Recovered or Note. The source lives on.
//   - live: reads a camera in a goroutine of its own, keeps only the newest picture and reconnects.
//   - guard: holds back black and frozen pictures and reduces large ones.
//   - idle: the picture does not change, so the source decodes fewer of them.
//   - paced: a film plays at its own speed. A slow caller misses frames, but never more than a fifth of a second; then the film runs slower.
package source
