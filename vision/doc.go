// Package vision turns pictures of a table into observations.
package vision
