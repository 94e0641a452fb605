// Package picture decodes picture files and samples their pixels. It takes the bytes of a file and answers a Picture
// (OpenCV's pixels), a Raster (the same pixels as plain bytes) or an Error with a code of the contract.
//
//	file bytes -> CheckHeader -> Decode ------> Picture -> WithRaster -> Raster -> At, GrayAt, CheckLight
//	                          \-> DecodeLive -> Mat (a live frame)
//	a Picture of a screen: Moire -> SuppressMoire        a video frame: InterpolateChroma
//
// Glossary:
//   - Picture: one decoded color picture, upright, 8-bit BGR. Whoever makes it closes it.
//   - Raster: read-only bytes of a picture, lent for one call.
//   - BGR: one color sample, blue, green, red, 0 to 255.
//   - moire: the fine wave that a screen's pixel grid and the camera's pixel grid make together.
//   - chroma subsampling: video stores one color for two or four pixels.
//   - live picture: a picture that someone follows in a video; it needs no more than LiveSide pixels on a side.
package picture
