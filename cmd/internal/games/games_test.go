package games

import (
	"strings"
	"testing"
)

func TestGamesAreFoundByName(t *testing.T) {
	for _, name := range Names() {
		g, err := Find(name)
		if err != nil || g.Name != name || g.Title == "" || g.Rules(nil) == nil {
			t.Errorf("%s: %v", name, err)
		}
		if a := g.Rules(nil).Handle([]byte(`{"type":"nothing"}`)); a.OK {
			t.Errorf("%s takes an event before a game has begun", name)
		}
	}
	if _, err := Find("chess"); err == nil || !strings.Contains(err.Error(), "--game nabit") {
		t.Errorf("chess: %v", err)
	}
}
