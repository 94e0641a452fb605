package vision

import "maps"

// witnessed is the structure with the tiles about it that only their letters tell, and without what is neither a letter's face nor a blank.
func (f *finder) witnessed(s *structure) *structure {
	for range witnessRounds {
		w := f.witness()
		next := f.heard(s, &w)
		if next == s {
			next = f.beyond(s, w.reads)
		}
		if next == s {
			break
		}
		s = next
	}
	return s
}

// witness reads faces of the picture for the search.
func (f *finder) witness() witness { return witness{raster: f.raster, reader: f.letters} }

// heard is the structure as the letters in it and beside it tell.
func (f *finder) heard(s *structure, w *witness) *structure {
	told, more := w.hear(s)
	if len(told) == 0 {
		return s
	}
	if next := f.retold(s, told); len(next.cells) >= len(s.cells)+more {
		return next
	}
	return s
}

// growClosely grows a structure as the fine judge sees it, and as the letters of those cells tell that it doubts.
func (f *finder) growClosely(s *structure) {
	before := s.cells
	f.grow(fineJudge(), s)
	if f.letters == nil {
		return
	}
	w, told := f.witness(), stacks{}
	for at, level := range before {
		if e := s.evidence[at]; s.cells[at] == 0 && e.view[level-1].inside && e.height[level-1] > tileBridge && w.sure(s, before, at, level) {
			told[at] = level
		}
	}
	if len(told) == 0 {
		return
	}
	s.tell(told)
	for at, level := range told {
		s.cells[at] = level
	}
	f.grow(fineJudge(), s)
}

// retold is the structure with the tiles that letters tell, and without those that they deny (0). Where one of them hardly lies as the
// pose has it, pose and levels are sought anew.
func (f *finder) retold(s *structure, told stacks) *structure {
	c := s.clone()
	c.evidence, c.gaps = maps.Clone(s.evidence), maps.Clone(s.gaps)
	c.tell(told)
	for at, level := range s.cells {
		if f.look(fineJudge(), s, at).tile < tileAccepted {
			c.gaps = c.gaps.with(at, level) // it may link others, though it is not seen as a face
		}
	}
	doubted := false
	for at, level := range told {
		if level == 0 {
			delete(c.cells, at)
		} else {
			c.cells[at] = level
			doubted = doubted || s.evidence[at] == nil || s.evidence[at].height[level-1] < tileBridge
		}
		delete(c.evidence, at) // what is seen there belongs to the other structure, too
	}
	anew := c.clone()
	anew.told, anew.gaps = nil, s.gaps
	f.complete(&c)
	if doubted {
		for _, other := range f.finishLikely(f.begunAnew(&anew)) {
			if len(other.cells) >= len(c.cells) && other.explained() > c.explained() {
				c = other
			}
		}
	}
	return &c
}
