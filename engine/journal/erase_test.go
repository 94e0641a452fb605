package journal

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestOnlySomeJournalsErase(t *testing.T) {
	m := NewMemory()
	if err := m.Create(t.Context(), Header{Game: "g", Kind: "nabit"}, Entry{Payload: json.RawMessage(`{"type":"start"}`)}); err != nil {
		t.Fatal(err)
	}
	if err := Erase(t.Context(), m, "other"); !errors.Is(err, ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
	if err := Erase(t.Context(), m, "g"); err != nil {
		t.Fatal(err)
	}
	if games, err := m.Games(t.Context()); len(games) != 0 || err != nil {
		t.Errorf("%v are left, %v", games, err)
	}
	if err := Erase(t.Context(), struct{ Journal }{m}, "g"); !errors.Is(err, ErrNotErased) {
		t.Errorf("a journal that cannot: %v", err)
	}
}
