package tabit

import "slices"

// memory is what the looks at one table say together. A card that nobody has touched is the same card, however badly the newest
// picture shows it.
type memory struct {
	look  Look
	begun bool
}

const (
	kept = 0.8 // of what earlier looks said, when another agrees
	// changed is by how much, as a natural logarithm, a look must contradict the earlier ones before a card is another.
	changed = 3.0
)

// add takes the next look, and answers all of them as one.
func (m *memory) add(look Look) Look {
	if !m.begun {
		m.look, m.begun = look, true
		return look
	}
	for side := range look.Boxes {
		for row := range look.Boxes[side] {
			for k := range look.Boxes[side][row] {
				look.Boxes[side][row][k].join(&m.look.Boxes[side][row][k])
			}
		}
	}
	m.look = look
	return look
}

// join adds what was known of the box, if it still holds the same.
func (b *Box) join(before *Box) {
	now, then := b.holds(), before.holds()
	if now != then {
		return
	}
	switch {
	case now == letterCard && contradicts(b.Letters[:], before.Letters[:]), now == pictureCard && contradicts(b.Pictures[:], before.Pictures[:]):
		return
	}
	for i := range b.Letters {
		b.Letters[i] += kept * before.Letters[i]
	}
	for i := range b.Pictures {
		b.Pictures[i] += kept * before.Pictures[i]
	}
}

// contradicts reports whether a look surely says another thing than what the looks before it did.
func contradicts(now, before []float64) bool {
	was := slices.Index(before, slices.Max(before))
	return slices.Max(now)-now[was] > changed
}

// The kinds of thing that a box may hold.
const (
	noCard = iota
	faceDownCard
	letterCard
	pictureCard
)

// holds is the likeliest kind of thing in the box.
func (b *Box) holds() int {
	all := []float64{noCard: b.Empty, faceDownCard: b.Down, letterCard: b.Letter, pictureCard: b.Picture}
	return slices.Index(all, slices.Max(all))
}
