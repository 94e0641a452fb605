// Package salvage finds what is left of games in damaged files of the journal and in their copies. A page, its list of records, a root or the
// schema may be gone: records are found wherever they begin (carve.go), gathered from all files (Pool), and count as far as their checksums link
// them up to a game. A log is checked before a database takes its end for the end (SoundLog).
package salvage
