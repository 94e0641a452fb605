// Package helper does what is risky in a process of its own: decoding and reading pictures that strangers send. The
// libraries that do it are written in C and C++; a picture made to crash them, to fill the memory or to keep them busy
// for ever ends the child, and not the game. The child is this program itself, started when it is first needed, ended
// when it was idle for long, and started again after a death.
package helper
