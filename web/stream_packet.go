package web

// event appends an event as it leaves; nothing if the phone had it.
func (st *stream) event(to []byte, one said) []byte {
	if one.kind == "update" && st.had(one.event) {
		return to
	}
	r := recipe{kind: one.kind, page: st.view != "", thin: st.thin, build: st.server.build}
	shown := st.shown
	if one.kind == "snapshot" {
		shown = nil
	}
	if r.page {
		r.look, r.may = st.look, st.may
		st.shown = one.event
	}
	if shown != nil {
		r.from = shown.state.Seq
	}
	return st.piece(to, one.packet(r, shown))
}

// piece appends a packet as it leaves.
func (st *stream) piece(to []byte, p packet) []byte {
	if st.chunks {
		return inChunk(to, func(to []byte) []byte { return st.plainPiece(to, p) })
	}
	return st.plainPiece(to, p)
}

func (st *stream) plainPiece(to []byte, p packet) []byte {
	if p.thin && !st.begun {
		to = append(to, gzipHeader...)
	}
	st.begun = true
	return p.leaves(to)
}
