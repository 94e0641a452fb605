// Package marks finds marks, the blobs of ink that may be letters, and chooses those that the search begins with. It takes a picture and
// answers a list of marks, best first. A mark is a hint only: cloth patterns, table grain and the print of racks give marks, too, and the
// stages behind this one reject them.
//
//	picture -> reduction           a large picture becomes smaller: it shows large tiles
//	        -> blob.Options.Find   twice, for dark and for light ink: thin strokes (top hat) and local contrast (local mean)
//	        -> Score               contrast, plainness of the ground and how colorful it is
//	        -> bestMarks           non-maximum suppression by score; a cloth's filled squares drop out           = Find
//	        -> SuppressDuplicates  one mark for each spot; patches, counters and fragments of larger marks drop out
//
// Glossary:
//
//	mark      a small connected patch of ink on a ground of one plain color
//	plastic   the color of the ground, if the mark is a tile's letter
//	inner     a mark inside a larger region that stands out, too, as a letter on a light tile on a dark table
//	full      a filled rectangle or ellipse: a square of a checked cloth, or a blurred O
//	uneven    a mark whose ground has one color only after a slope of light is subtracted, as a lamp's reflection leaves it
//	patch     a mark that holds several other marks: a word that stands out from a table as a whole
//	fragment  an inner mark within another mark that is no patch: a part of a letter
//	spot      a place in the picture that may show one letter
//
// Lengths are pixels of the picture unless they say otherwise. Constants without another source are hand-set on the rendered development
// scenes.
package marks
