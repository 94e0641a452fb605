// Package sqlite keeps a journal's games in one file of an embedded database.
//
//   - Store is the journal; order.go says in which order its games stand.
//   - Beside the file lie its copies (Copy); what the file lacks comes back from them (Lacking, Recover).
//   - What is damaged is found (Sound, Check) and mended: a game in the file (Repair, Mend), the whole file (Salvage). Nothing is deleted: the
//     rest is put aside, and a Report stays until somebody has seen it.
package sqlite
