// Package web is the server: it shows a table's state to every phone in the room, with pages drawn on the server and kept fresh by
// server-sent events, and the same state as JSON. It takes plain data in the engine's words and knows neither cameras nor pictures, nor any
// single game.
//
// # Rooms
//
//	web            server, routes, headers, and the pages that all games share
//	web/scoreboard what a table shows (State), and the door for games (Game)
//	web/parts      the pieces of a live page as HTML; any game plainly
//	web/command    what people do at a table, typed and tried
//	web/setup      the page on which a host begins a game
//	web/sheets     dialogs over a live page
//	web/games/*    a package for each game's pages
//	web/stream     tables, and the event streams to phones
//	web/access     roles, links, codes, PIN, limits, refusals
//	web/frame      the head of every page
//	web/desk       what pages need from the package that runs a table
//	web/viewer     how the sender of a request looks at a table
//	web/invite     addresses and QR codes
//	web/text       sentences in every language
//	web/board, web/svg  drawings
//	web/after, web/album, web/calibrate, web/camera, web/docs, web/hub  further pages, which mount themselves on the server
//	web/secure     TLS
//
// Rooms do not import web.
//
// # People
//
// Watching is free to everybody in the network. Whoever opens a player's or the host's link (Server.Link) gets a cookie with that
// role; commands and the camera's pictures need one. Commands go to the table's Desk (stream.Table.Seat), which takes one event of the
// engine at a time and publishes the state that follows.
//
// # Another game
//
// A game is a package under web/games with a value of scoreboard.Game, its templates, and its texts in every folder of web/text. Options.Games
// lists the games of a program. What a game knows beyond the common fields goes into State.Detail; players without colors get
// engine.PlayerColors in the order of their turns. The page's frame, the head, the turn, the players, questions, undoing, roles and
// streams are common to all.
//
// # Other pages
//
// Options.Mount gets the Server and its routes. A mounted page draws itself in the house's frame with Server.Page, in the
// reader's language (Server.Texts), adds its files with Server.Asset, lets only some in with Server.Require, and can put a link on
// the set-up page with Server.LinkSetup. Its sentences belong into files of its own in each folder of web/text.
package web
