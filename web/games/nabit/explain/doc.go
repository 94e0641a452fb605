// Package explain says in plain sentences why a word of a NAB-IT! board is whose, and what would change that.
package explain
