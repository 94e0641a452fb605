// Package board draws a NAB-IT! board as SVG: tiles in their owners' colors and patterns, stacks as visible
// layers with their height in figures, the last turn outlined. One drawing serves every page, and, with its
// patterns included, stands alone as a picture.
package board
