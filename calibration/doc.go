// Package calibration holds what is known of the camera and of the tiles before a picture is looked at: the
// pinhole camera with its lens distortion, the tile set's sizes and colors, and what a photo's EXIF block
// says of its lens. It reads and checks their files; it never sees a pixel.
package calibration
