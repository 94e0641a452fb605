// Package record keeps NAB-IT! games in a journal while they are played, and takes them up again.
package record
