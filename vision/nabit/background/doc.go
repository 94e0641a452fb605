// Package background separates tiles from what the table itself shows: the squares of a cloth, gaps between tiles, stripes and checks.
//
// It takes a hypothesis with its evidence and returns it, or its sets of places, without the background; no stage of it samples the
// picture. All stages compare hues (vision/nabit/hue): of a doubtful place, of lettered tiles, and of the table around. With too few hues to
// compare they change nothing. The order in which a picture meets them:
//
//	search   ScoreBlanks    while a structure grows: a face without a letter is a blank or a gap, by its color
//	         ClothHues      a structure that consists of a cloth's squares: the search starts again, and
//	         Cloth          discounts faces and drops marks in its hues
//	reader   RemoveGaps     cells that have the table's color leave the final structure
//	         LeavePatterns  cells whose face a stripe crosses leave it, too, unless they show a letter
//
// Glossary
//
//   - blank: a tile without a letter
//   - gap: a place among tiles that has edges on all sides, but shows the table
//   - cloth: a table cover whose squares link like tiles
//   - pattern: a stripe or check whose border crosses a face
//   - hue, plastic: a color without brightness; a face's color beside its print
//   - ink: the share of a face that differs from its plastic
package background
