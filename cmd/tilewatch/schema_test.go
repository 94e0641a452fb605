package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/cmd/internal/games"
	"tilewatch/web/schemas"
	"tilewatch/web/schemas/schematest"
)

// fits holds what a command of these arguments printed to its schema. All tests that run such a command call it.
func fits(t *testing.T, out string, args ...string) {
	t.Helper()
	if len(args) > 0 && slices.Contains(schemas.Names(), args[0]) && (args[0] == "engine" || slices.Contains(args, "--json")) {
		schematest.Strict(t, args[0]).Lines(t, []byte(out))
	}
}

func TestASchemaIsPrinted(t *testing.T) {
	t.Parallel()
	for _, name := range schemas.Names() {
		out, diagnostics, status := inside(t, "schema", name)
		if status != exitDone || !json.Valid([]byte(out)) || !strings.Contains(out, `"$id": "/schemas/`+name+`.json"`) {
			t.Errorf("%s: status %d, %s, %.200s", name, status, diagnostics, out)
		}
	}
	if _, diagnostics, status := inside(t, "schema", "scare"); status != exitUsage || !strings.Contains(diagnostics, `no schema "scare": use score, read, watch, engine`) {
		t.Errorf("status %d, %s", status, diagnostics)
	}
}

// engineEvents has each kind of event of each game, and some that the rules refuse.
const engineEvents = `
{"type":"start","players":["yellow","green"],"options":{"words":"warn","tie_break":"words_topped"}}
{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A","blank":true},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}
{"type":"challenge","by":"green","word":"GAME"}
{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"L"},{"row":1,"col":0,"letter":"X"}]}
{"type":"bank","player":"green"}
{"type":"exchange","player":"yellow","count":2}
{"type":"pass","player":"green"}
{"type":"pass","player":"green"}
{"type":"correct","turn":2,"placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"O"}]}
{"type":"undo"}
{"type":"redo"}
{"type":"announce_last","player":"yellow"}
{"type":"name","player":"yellow","name":"Ana"}
{"type":"caught","player":"green"}
{"type":"dance"}
{"type":"finish","out":"yellow"}
{"type":"start","game":"snag","players":["Ana","Ben"],"options":{"scheme":"fixed","games":3}}
{"type":"place","player":0,"number":34}
{"type":"place","player":1,"number":44}
{"type":"place","player":"Ana","number":54}
{"type":"call","player":0}
{"type":"place","player":1,"number":64}
{"type":"call","player":1}
{"type":"undo"}
{"type":"redo"}
{"type":"finish"}
{"type":"start","game":"dabble","players":["Ana","Ben"],"options":{},"subject":"animals"}
{"type":"timer"}
{"type":"rack","player":0,"tiers":["AT","TEA"],"unused":["Q"],"exchanged":false}
{"type":"rack","player":1,"tiers":["IT","I'D","TAME"],"unused":[],"exchanged":true}
{"type":"challenge","by":1,"player":0,"word":"TEA"}
{"type":"correct","round":1,"player":0,"tiers":["AT"],"unused":["Q"]}
{"type":"round_end"}
{"type":"undo"}
{"type":"timer","seconds":60,"at":"2026-11-21T18:00:00Z"}
{"type":"rack","player":0,"tiers":["AT","TEA","GOAT","STONE","PLANET"]}
{"type":"time_up","at":"2026-11-21T18:01:00Z"}
{"type":"rack","seat":"second","tiers":["AT","TEA","GOAT","STONE","PLANET"],"seen":true,"at":"2026-11-21T18:01:20Z"}
{"type":"without"}
{"type":"start","game":"tabit","players":["Ana","Ben"]}
{"type":"sit","player":0,"seat":"north"}
{"type":"sit","player":0,"color":"green"}
{"type":"cards","players":[{"seat":"north","letters":["M","O","O",null],"pictures":["moon",null,"star","moon"]},{"seat":"east","letters":["T","R","E","E"],"pictures":["tree","tree","tree","tree"]}]}
{"type":"tabit","player":1}
{"type":"tab","players":[{"letters":["M","O","O","N"],"pictures":["moon","moon","star","moon"]},{"letters":["S","T","A","R"],"pictures":["moon","moon","star","moon"]}]}
{"type":"undo"}
`

func TestEveryAnswerOfTheEngineFitsItsSchema(t *testing.T) {
	t.Parallel()
	events := strings.TrimSpace(engineEvents) + "\n"
	engine := program(t, "engine")
	engine.Stdin = strings.NewReader(events)
	out, err := engine.Output()
	if err != nil {
		t.Fatal(err)
	}
	fits(t, string(out), "engine")
	if n, want, taken := bytes.Count(out, []byte("\n")), strings.Count(events, "\n"), bytes.Count(out, []byte(`{"ok":true,`)); n != want || taken < want*3/4 {
		t.Errorf("%d answers to %d events, %d of them taken", n, want, taken)
	}
}

// TestLinesFitTheirSchemas of one photo of each game, and of one that fails. With ALL=1 it reads all photos and films of testdata.
func TestLinesFitTheirSchemas(t *testing.T) {
	t.Parallel()
	const data = "../../testdata/"
	photos := map[string][]string{"nabit": {data + "nabit/stills/009.jpg"}, "snag": {data + "snag/stills/001.jpg"}, "dabble": {data + "dabble/stills/001.jpg"}, "tabit": {data + "tabit/stills/004.jpg"}, "": {data + "letters/stills/003.jpg"}}
	var films []string
	if os.Getenv("ALL") != "" {
		for game := range photos {
			folder := game
			if game == "" {
				folder = "letters"
			}
			photos[game] = matches(t, fmt.Sprintf("%s%s/*/*.jpg", data, folder))
			films = append(films, matches(t, fmt.Sprintf("%s%s/*/*.mp4", data, folder))...)
		}
	}
	for game, files := range photos {
		args := []string{"score", "--json", "--game", game}
		if game == "" {
			args = []string{"read", "--json"}
		}
		out, diagnostics, _ := inside(t, append(append(args, files...), "nowhere.jpg")...)
		if n := strings.Count(out, "\n"); n != len(files)+1 {
			t.Errorf("%q: %d lines for %d photos: %s", game, n, len(files)+1, diagnostics)
		}
	}
	for _, film := range films {
		game := strings.Split(strings.TrimPrefix(film, data), "/")[0]
		if slices.Contains(games.Names(), game) {
			inside(t, "watch", "--json", "--game", game, film)
		}
	}
}

func matches(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return files
}
