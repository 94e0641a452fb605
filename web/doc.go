// Package web shows a table's state to every phone in the room: pages drawn on the server, kept fresh by
// server-sent events, and the same state as JSON. It takes plain data in the engine's words and knows neither
// cameras nor pictures.
//
// One Table is one game's scoreboard. Whoever follows the game publishes a State; the table numbers it and
// hands it to its subscribers. A phone that cannot keep up is disconnected and comes back to a full snapshot.
package web
