package follow

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Rename is what a person says of a plastic: the tiles that the eyes called one color are another's, and the two trade names.
type Rename struct{ From, To engine.Color }

// leastDoubts is in how many more observations a plastic's name is in doubt than sure before somebody is asked: a hand, or a glare, looks like a plastic for
// some pictures. Hand-set.
const leastDoubts = 5

// doubtNames counts in how many observations the plastics' names are in doubt, less those in which they are sure.
func (f *Follower) doubtNames(all []engine.Plastic) {
	for _, p := range all {
		if p.Doubtful() {
			f.doubts[p.Color]++
		} else {
			f.doubts[p.Color]--
		}
	}
}

// Unnamed is a plastic on the table whose name has been in doubt, and who may have it: players of this game whose name nobody has confirmed. False if there
// is none, or only one name is left.
func (f *Follower) Unnamed() (p engine.Plastic, names []engine.Color, ok bool) {
	if len(f.board()) == 0 {
		return p, nil, false
	}
	return f.unnamed()
}

func (f *Follower) unnamed() (p engine.Plastic, names []engine.Color, ok bool) {
	for _, c := range engine.PlayerColors {
		if playing := f.game.Players; !slices.Contains(f.named, c) && (len(playing) == 0 || slices.Contains(playing, c)) {
			names = append(names, c)
		}
	}
	i := slices.IndexFunc(f.newest.Plastics, func(p engine.Plastic) bool {
		return p.Doubtful() && f.doubts[p.Color] >= leastDoubts && slices.Contains(names, p.Color) && slices.Contains(names, p.Or)
	})
	if i < 0 {
		return p, nil, false
	}
	return f.newest.Plastics[i], names, true
}

// Name says whose the tiles of a plastic are. Everything that was recorded of the two players is the other's from then on; what the eyes are to call
// otherwise, Renames says. It reports whether the rules allow it.
func (f *Follower) Name(from, to engine.Color) bool {
	r := Rename{from, to}
	f.named = append(f.named, to)
	if f.renames = append(f.renames, r); from == to {
		return true
	}
	for i := range f.newest.Plastics {
		f.newest.Plastics[i].Confidence = 1 // of the names before
	}
	for at, c := range f.game.Start {
		if c.Color != c.Color.Swapped(from, to) {
			c.Color = c.Color.Swapped(from, to)
			f.FixStart(at, c)
		}
	}
	ok := true
	for _, t := range slices.Clone(f.game.Turns) {
		if c := t.Play.Color.Swapped(from, to); c != t.Play.Color && !t.Revoked {
			ok = f.Enter(nabit.Event{Type: nabit.Corrected, Turn: t.Number, Player: c}).OK && ok
		}
	}
	f.owners = map[engine.Color]int{} // racks and banks are seen again, by their new names
	return ok
}

// Renames are all that people have said of plastics, in order.
func (f *Follower) Renames() []Rename { return f.renames }
