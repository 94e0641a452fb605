// Package lens finds what a camera is from pictures of a chessboard: its matrix and distortion (Fit), and where it stands
// over a board (Pose). Both say how sure they are. A Collector chooses the pictures, and says what is still to be shown.
package lens
