// Package club lets any number of programs serve the tables of a club whose games lie on a cluster. A Node shows every table,
// as the games' stream has it, to phones that ask it, and takes what people do: it judges by the rules, appends, and only then
// says yes; if another node was faster, it reads what that one appended and judges again. So no node is needed more than
// another, and one that dies takes nothing along.
//
// A table that a camera watches has a program of its own, its Home. While that runs, nodes pass what people do on to it, for
// it knows what the camera makes of it, and show what it says of the camera. When it does not answer they go on without it.
package club
