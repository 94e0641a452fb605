// Package command takes what people do at a table: one event of the engine at a time, sent by a page or a program (command.go), typed on a sheet
// (typed.go), or only tried (try.go). It says who may do what; the table's desk judges by the rules.
package command
