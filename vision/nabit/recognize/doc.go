// Package recognize says whether a picture surely shows the game's tiles, for those who do not know what lies on the table. A tile counts if three
// agree: its plastic has a player's hue, the map sees that color's tile, and it has a body. Tiles of several colors make it sure: sets of one color
// look alike. Where no other eyes see a tile, map and body are enough, and two tiles: the game's own eyes then say whether these are its, or another's.
//
//	picture -> colors   a cheap look: two players' hues at least, else no more is asked
//	        -> tilemap  where the network sees tiles, and of which color
//	        -> body     faces with edges, at the turn at which they look most like it
//	        -> Seen     tiles by color
//
// Measured on pictures that show the game and on those that do not. Others are tiles of other colors than the commonest; three make a picture sure.
//
//	                                                     sure   others     total
//	223 rendered stills, 55 of them on random tables     212    0 to 40    0 to 59
//	20 photographs of other sets and of boards           0      0          0 to 2
//	6 made-up photographs of other sets                  0      0          0 to 16
//	21 stills of the three other games                   0      0          0 to 8
//	60 made-up boards, a fifth with tiles like the game's 3     0 to 6     0 to 15
//
// The six empty ones of the made-up boards show no tile by map and body alone.
package recognize
