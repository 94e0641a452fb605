// Package lens finds what a camera is from pictures of a chessboard: its matrix and distortion (Fit), and where it stands
// over a board (Pose). Both say how sure they are. A Collector chooses the pictures, and says what is still to be shown.
// Lengths are millimetres, points of a picture pixels, x right and y down; how sure a fit is stands in pixels.
package lens
