// Package follow watches a running NAB-IT! game through observations of a table at rest and tells what happened:
// plays, plays taken back, the structure moved, tiles banked. It keeps the board it believes in, finds it again in
// every observation (any origin, any quarter turn), and explains what differs by the fewest turns the rules allow.
// Several observations of the same table vote; nothing looks ahead.
package follow
