// Package advice finds plays: for a board and a rack of two-sided tiles every legal play whose new words are all in
// the word list, and which of them is best. It answers whether anyone can still play, gives hints, and reviews a game.
//
// # How plays are found
//
// All tiles of a turn lie in one line, so each row and column is searched by itself, with a margin around the structure
// as wide as a rack. First every square gets the set of letters that may be laid there: its stack is not full and shows
// another letter, and the word that would cross the line is in the list. Then a search goes along the line and along the
// word graph at the same time: a stack is left or covered, an empty square ends a run or gets a tile. Runs that are no
// beginning of a word are given up at once; those that cannot be joined to the structure with the tiles left are not
// begun. Tiles with the same letter are not distinguished, so that every play is met once. Nothing is allocated for a play.
//
// # What a play is worth
//
// Value estimates what a play does to the difference between the mover's final score and that of the others. It is the sum of
//
//   - the points: words won, less words lost, plus those that others lose; each other player's point counts by how
//     strong that player is (together they count 1, whoever is a point behind the strongest other counts half as much).
//     Only the difference to not playing matters, so words that the play leaves alone count nothing;
//   - one for a tile banked after a nab, if there is a tile left, and one for playing the last tile;
//   - what these points will have become by the end of the game. A word is as safe as its highest level. Level 5 is sealed. Level
//     4 is a gift: the next tile on it seals the word for another, who may bank for it too. So level 3 is rather safe, since
//     nobody likes to lay the fourth tile, and level 2 rather not. How much of a point is at risk was learned (Weights): two
//     players with the same weights play each other, and a fit finds how the difference of the points changed after a
//     play from the words that each controlled, by level, in proportion to the tiles still to come (learn);
//   - what the tiles laid would be worth later: the blank is, other tiles are better laid than kept.
//
// Since only the places and not the letters decide about points, values are remembered by places. Replies are not searched: what
// the next player can do depends on a rack that is often not known, and on the bag.
package advice
