// Package background tells blank tiles from gaps among tiles by their color.
//
// It takes a hypothesis with its evidence and changes the evidence of faces without a letter; it samples no picture. It compares hues
// (vision/nabit/hue): of a doubtful place, of lettered tiles, and of the table around. With too few hues to compare it changes nothing. The search
// calls ScoreBlanks while a structure grows. What a pattern of the table adds to a structure, the map (vision/nabit/tilemap) and the inventory
// (vision/nabit/inventory) take away.
//
// Glossary
//
//   - blank: a tile without a letter
//   - gap: a place among tiles that has edges on all sides, but shows the table
//   - hue, plastic: a color without brightness; a face's color beside its print
//   - ink: the share of a face that differs from its plastic
package background
