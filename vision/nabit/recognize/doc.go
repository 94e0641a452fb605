// Package recognize says whether a picture surely shows the game's tiles, for those who do not know what lies on the table. A tile counts if three
// agree: its plastic has a player's hue, the map sees that color's tile, and it has a body. Tiles of several colors make it sure: sets of one color
// look alike. Where no other eyes see a tile, map and body are enough.
//
//	picture -> colors   a cheap look: two players' hues at least, else no more is asked
//	        -> tilemap  where the network sees tiles, and of which color
//	        -> body     faces with edges, at the turn at which they look most like it
//	        -> Seen     tiles by color
//
// Measured on pictures that show the game and on those that do not. Others are tiles of other colors than the commonest; three make a picture sure.
//
//	                                                     sure   others     total
//	204 rendered stills, 24 of them on wild tables       191    0 to 39    0 to 58
//	20 photographs of other sets and of boards           0      0          0 or 1
//	6 made-up photographs of other sets                  0      0          0 to 15
//	45 stills of the three other games                   0      0 or 1     0 to 7
//	60 made-up boards, a fifth with tiles like the game's 1     0 to 6     0 to 22
package recognize
