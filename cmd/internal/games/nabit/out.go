package nabit

import (
	"encoding/json"
	"fmt"

	"tilewatch/engine/nabit"
)

// notOut is the rule by which a page asks to confirm who played the last tile: that player still has tiles.
const notOut = "not_out"

// notOut says why the player whom a finish names cannot have played the last tile, as far as anybody counts; empty: it may be.
func (p *party) notOut(e nabit.Event) string {
	if e.Type != nabit.Finished {
		return ""
	}
	s := p.follower.State()
	for _, h := range s.Hands {
		if h.Color != e.Out || h.Rack+h.Bag == 0 {
			continue
		}
		name := s.Names[h.Color]
		if name == "" {
			name = h.Color.String()
		}
		return fmt.Sprintf("%s has %d tiles left: did they really play the last one?", name, h.Rack+h.Bag)
	}
	return ""
}

// sure says that a person confirmed it.
func sure(event json.RawMessage) bool {
	var e struct{ Sure bool }
	return json.Unmarshal(event, &e) == nil && e.Sure
}
