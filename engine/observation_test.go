package engine

import "testing"

func TestARackIsSpelled(t *testing.T) {
	r := Rack{Tiles: []LooseTile{{Letter: 'A'}, {Letter: Unsettled}, {}, {Letter: 'Z'}}}
	if got := r.Letters(); got != "A?-Z" {
		t.Errorf("%q: a blank is ?, and a tile that could not be read -", got)
	}
}
