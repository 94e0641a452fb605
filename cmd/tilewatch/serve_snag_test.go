package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"
)

// snagNow is what the test reads of a SNAG table's state.
type snagNow struct {
	Game    string
	Turn    int
	Players []struct {
		Name  string
		Total int
	}
	Detail struct{ Board []int }
}

// snagState waits for a state that is wanted.
func snagState(t *testing.T, address string, wanted func(snagNow) bool) (s snagNow) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(300 * time.Millisecond) {
		answer, err := http.Get(address + "/api/tables/1")
		if err != nil {
			continue
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		s = snagNow{}
		if err == nil && json.Unmarshal(body, &s) == nil && wanted(s) {
			return s
		}
	}
	t.Fatalf("it never came: %+v", s)
	return s
}

// TestServeSnag shows the film's game, and goes on with it after the program was killed.
func TestServeSnag(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	flags := []string{"--game", "snag", "--data", folder, "--source", "../../testdata/snag/live/oblique.mp4"}
	server, address := served(t, append(flags, "--players", "Ana,Ben,Cleo")...)
	s := snagState(t, address, func(s snagNow) bool { return len(s.Detail.Board) > 0 })
	if s.Game != "snag" || len(s.Players) != 3 || s.Players[2].Name != "Cleo" {
		t.Errorf("%+v", s)
	}
	pictured(t, address, hostLink(t, folder))
	kill(t, server)
	_, address = served(t, "--game", "snag", "--data", folder)
	again := snagState(t, address, func(s snagNow) bool { return s.Game == "snag" })
	if again.Turn < s.Turn || len(again.Players) != 3 || len(again.Detail.Board) == 0 {
		t.Errorf("after the kill: %+v, before: %+v", again, s)
	}
}

// pictured waits for the camera's picture in the game's replay.
func pictured(t *testing.T, address, link string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	host := http.Client{Jar: jar}
	page := func(path string) string {
		answer, err := host.Get(address + path)
		if err != nil {
			return ""
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return ""
		}
		return string(body)
	}
	page(link)
	for end := time.Now().Add(patience); !strings.Contains(page("/games/last/replay"), "turn-shot"); time.Sleep(300 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the replay never shows the camera's picture")
		}
	}
}
