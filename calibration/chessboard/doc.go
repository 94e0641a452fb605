// Package chessboard finds a chessboard in a picture, printed or on a screen: the points where four of its squares meet, to
// a tenth of a pixel. It needs no camera, works on gray pixels, and finds the board at any turn and under a steep view.
//
// The way: saddle points of the brightness are found, those with two dark and two bright quarters around them are kept,
// and from each of them a grid is grown along its edges (vision/gridfit).
package chessboard
