// Package parts draws the parts of a live page that change with a table's state, as HTML by the name of their place.
//
// All games share "head", "turn", "players", "notes", "ask" and "notice"; a scoreboard.Game draws the others. Games embed Model, parse
// their templates with Parse, and draw them with Draw or DrawPlaces. A game that has no drawing of its own is drawn plainly (Plain), and so
// is what a photo shows (TellPhoto). Sentences of the common parts are in words.go.
package parts
