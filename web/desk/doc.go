// Package desk is what web's pages ask of whoever runs a table.
//
// A Desk takes one Command (an event of the engine, and who sends it) and answers with its Outcome. One that can do more implements more:
// an Explorer shows what the camera sees, a Trier says what an event would bring, an Adviser gives hints, a Settable keeps what the table wants to be helped with.
package desk
