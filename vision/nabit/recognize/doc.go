// Package recognize answers one question: are these tiles the game's? It is asked before a picture is read, by those who do not know what lies on the
// table, and after, of the structure that was found. Other games' letter tiles, and print, look much alike.
//
//	picture -> colors   a cheap look: two players' hues at least, else no more is asked
//	        -> tilemap  where the network sees tiles
//	        -> Seen     tiles whose plastic it names, and others
//	structure -> Seen   the same, of its faces and of all other tiles in the picture
//	        -> Foreign  too few are named, though the tiles have one plastic, or all have one plastic
//
// A tile is named where the map of tiles knows anything of its color, whichever: the colors' uncertainty is summed out. The map calls wood, ivory and most
// plastics of other games each of the four with the same probability, to a few hundredths. A player's plastic, worn, tinted or of a maker who strayed, may
// pass for two of them, or for none; the other players' do not.
//
// Measured by shares of tiles that are named, of structures found. Of 83 tables with plastics drawn freely around their names one has none (three tiles of
// brown under a hand), the others a fifth at least: the line was drawn by these. Of 55 kept back four have none, all of whose plastics look like wood, ivory
// or slate, and are called another game; nine were before. Of 47 photographs and stills of other games, two have more than an eighth: tiles dyed as a
// player's are. Tiles of a structure that surely have two hues are the game's without a name: of 71 pictures of other games none has such
// tiles, but for a board's squares one by one.
package recognize
