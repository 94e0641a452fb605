package scenes

// slack is by how much the bodies that throw a stack's shadow are smaller than its tiles, millimetres.
const slack, bankSlack = 0.1, 0.3

// blockers are what throws shadows: one body for each stack.
func (s *Scene) blockers() []blocker {
	var all []blocker
	stack := func(tiles []piece, slack float64) {
		p := &tiles[0]
		half := s.Set.Side/2 - slack
		all = append(all, newBlocker(upright(box, vec{p.x, p.y, p.z}, p.yaw, half, half, float64(len(tiles))*s.Set.Thickness)))
	}
	for _, at := range s.board.Places() {
		stack(s.cells[at], slack)
	}
	for _, b := range s.banks {
		stack(b.stack, bankSlack)
	}
	for _, r := range s.racks {
		for k := range r.tiles {
			stack(r.tiles[k:k+1], 0)
		}
	}
	for k := range s.loose {
		stack(s.loose[k:k+1], 0)
	}
	for _, list := range [][]solid{s.things, s.unseen} {
		for i := range list {
			if !list[i].shadeless {
				all = append(all, newBlocker(list[i]))
			}
		}
	}
	return all
}
