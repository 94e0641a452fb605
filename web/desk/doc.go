// Package desk is the interface between web's pages and the package that runs a table.
//
// A Desk takes one Command (an event of the engine, and who sends it) and answers with its Outcome. One that can do more implements more:
// an Explorer shows what the camera sees, a Trier says what an event would bring, an Adviser gives hints, a Settable keeps what the table wants to be helped with.
package desk
