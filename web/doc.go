// Package web shows a table's state to every phone in the room: pages drawn on the server, kept fresh by
// server-sent events, and the same state as JSON. It takes plain data in the engine's words and knows neither
// cameras nor pictures.
//
// One Table is one game's scoreboard. Whoever follows the game publishes a State; the table numbers it and
// hands it to its subscribers. A phone that cannot keep up is disconnected and comes back to a full snapshot.
//
// # People
//
// Watching is free to everybody in the network. Who opens a player's or the host's link (Server.Link) gets a cookie with that
// Role; commands and the camera's pictures need one. Commands go to the table's Desk (Table.Seat): whoever keeps the game
// implements it, takes one event of the engine at a time, and publishes the State that follows. A Desk that can do more
// implements Explorer, Adviser or Settable too.
//
// # Another game
//
// A Game draws the places of a page that only it fills, from a State; it is added to the list in game.go. What it knows
// beyond the common fields goes into State.Detail; players without colors get engine.PlayerColors in the order of their turns.
// The page's frame, the head, the turn, the players, questions, sheets, undoing, roles and streams are common to all.
// Its commands reach its own Desk.
//
// # Other pages
//
// Options.Mount is given the Server and its routes. A mounted page draws itself in the house's frame with Server.Page, in the
// reader's language (Server.Texts), adds its files with Server.Asset, lets only some in with Server.Require, and can be linked
// from the set-up page with Server.LinkSetup. What it says belongs into files of its own in text/en and text/es.
package web
