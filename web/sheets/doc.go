// Package sheets draws the dialogs that a tap opens over a live page: a tile's readings and corrections, a challenge, hints, names, and
// what is seldom needed. A name that is none of these goes to the game.
package sheets
