// Package sheets draws the dialogs that a tap opens over a live page: a tile's readings and corrections, a challenge, hints, names, and
// what is seldom needed. Every other name goes to the game.
package sheets
