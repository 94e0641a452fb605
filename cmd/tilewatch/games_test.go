package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// exampleFile is the rule page's example as a record; the tests' own folder is not the program's.
const exampleFile = "testdata/example.ndjson"

// inside is call within the test's own process: no native code is in these commands, and starting it takes long.
func inside(t *testing.T, args ...string) (out, diagnostics string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), args, &stdout, &stderr)
	fits(t, stdout.String(), args...)
	return stdout.String(), stderr.String(), status
}

// withGame is a data folder with the example in it.
func withGame(t *testing.T) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "data")
	if out, diagnostics, status := inside(t, "games", "import", "--data", folder, exampleFile); status != exitDone {
		t.Fatalf("status %d: %s%s", status, out, diagnostics)
	}
	return folder
}

// edited is the example with the text replaced, as a file.
func edited(t *testing.T, old, new string) string {
	t.Helper()
	data, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("no %q in the example", old)
	}
	return file(t, strings.Replace(string(data), old, new, 1))
}

func TestAnExportedGameIsWhatWasImported(t *testing.T) {
	folder := withGame(t)
	want, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{nil, {"last"}, {"example-1"}, {"exam"}, {"last", "exam"}} {
		out, diagnostics, status := inside(t, append([]string{"games", "export", "--data", folder}, names...)...)
		if status != exitDone || out != string(want) {
			t.Errorf("%v: status %d, %s, got\n%s", names, status, diagnostics, out)
		}
	}
}

func TestGamesAreListed(t *testing.T) {
	folder := withGame(t)
	out, _, status := inside(t, "games", "list", "--data", folder)
	for _, want := range []string{"example-1", "The example", "2 turns", "finished, won by green", "yellow 0, green 3"} {
		if status != exitDone || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q in\n%s", status, want, out)
		}
	}
	out, _, _ = inside(t, "games", "list", "--data", folder, "--json")
	var line struct {
		Game, Title, Started, Changed string
		Players, Winners              []string
		Events, Turns                 int
		Finished                      bool
		Scores                        []struct{ Color string }
	}
	if err := json.Unmarshal([]byte(out), &line); err != nil || line.Game != "example-1" || line.Events != 8 || !line.Finished || len(line.Scores) != 2 || line.Changed != "2026-11-21T12:08:00.000000Z" {
		t.Errorf("%v, got %s", err, out)
	}
}

func TestAFolderWithoutGamesIsNoError(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "nothing")
	for _, args := range [][]string{{"games", "list"}, {"games", "list", "--json"}, {"games", "export"}, {"games", "repair"}} {
		out, diagnostics, status := inside(t, append(args, "--data", folder)...)
		if status != exitDone || strings.Contains(out, "{") {
			t.Errorf("%v: status %d, %s%s", args, status, out, diagnostics)
		}
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("looking made a folder")
	}
}

func TestImportSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"an edited event", []string{edited(t, `"letter":"M"`, `"letter":"N"`)}, `line 3: event 2 of game \"example-1\": its checksum is wrong`},
		{"a file that was cut off", []string{edited(t, `{"end":8,"sum":"`, "")}, "line 10: "},
		{"a file that is none", []string{"games_test.go"}, "line 1: the header"},
		{"no such file", []string{"nowhere.ndjson"}, "no such file"},
		{"an empty file", []string{file(t, "")}, "no game in this file"},
		{"a folder", []string{"testdata"}, "is a directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			out, diagnostics, status := inside(t, append([]string{"games", "import", "--json", "--data", folder}, c.args...)...)
			if status != exitFailed || !strings.Contains(out, c.says) || !strings.Contains(out, `"error":{"code":`) {
				t.Errorf("status %d, %s%s", status, out, diagnostics)
			}
			if list, _, _ := inside(t, "games", "list", "--json", "--data", folder); list != "" {
				t.Errorf("imported all the same: %s", list)
			}
		})
	}
}

func TestAGameThatTheRulesRefuseIsNotImported(t *testing.T) {
	lines := []string{
		`{"tilewatch":"game","version":1,"game":"a","kind":"nabit","title":"","players":["red","green"],"created":"2026-11-21T12:00:00Z"}`,
		`{"seq":1,"time":"2026-11-21T12:00:00Z","event":{"type":"start","players":["red","green"]}}`,
		`{"seq":2,"time":"2026-11-21T12:00:00Z","event":{"type":"pass","player":"green"}}`, `{"end":2}`,
	}
	name := file(t, strings.Join(lines, "\n"))
	folder := t.TempDir()
	_, diagnostics, status := inside(t, "games", "import", "--data", folder, name)
	if status != exitFailed || !strings.Contains(diagnostics, `line 3: event 2 of game "a": the rules refuse it: it is red's turn`) {
		t.Errorf("status %d, %s", status, diagnostics)
	}
	out, _, status := inside(t, "games", "import", "--repair", "--data", folder, name)
	if status != exitFailed || !strings.Contains(out, "a: 1 event, 1 new") {
		t.Errorf("what is good of it: status %d, %s", status, out)
	}
}

// TestWhatIsTakenInCanBeShown of every kind: an event that the list and the pages would refuse is refused with its line.
func TestWhatIsTakenInCanBeShown(t *testing.T) {
	placed := `{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"C"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"T"}]}`
	for _, c := range []struct {
		name, kind, players string
		events              []string
		says                string // empty: it is taken
	}{
		{"a challenge without a verdict", "nabit", `["red","green"]`, []string{placed, `{"type":"challenge","by":"green","word":"CAT"}`}, `line 4: event 3 of game "a": the rules refuse it: the challenge has no verdict`},
		{"one with a verdict", "nabit", `["red","green"]`, []string{placed, `{"type":"challenge","by":"green","word":"CAT","verdict":"rejected"}`}, ""},
		{"a tile laid twice", "snag", `["Ana","Ben"]`, []string{`{"type":"place","player":0,"number":34}`, `{"type":"place","player":1,"number":34}`}, `line 4: event 3 of game "a": the rules refuse it: 34 is already on the board`},
		{"a game by seats", "snag", `["Ana","Ben"]`, []string{`{"type":"place","player":0,"number":34}`, `{"type":"finish"}`}, ""},
		{"no event of the game", "dabble", `["Ana","Ben"]`, []string{`{"type":"dance"}`}, `line 3: event 2 of game "a": the rules refuse it: no such event`},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := []string{
				`{"tilewatch":"game","version":1,"game":"a","kind":"` + c.kind + `","title":"","players":` + c.players + `,"created":"2026-11-21T12:00:00Z"}`,
				`{"seq":1,"time":"2026-11-21T12:00:00Z","event":{"type":"start","players":` + c.players + `}}`,
			}
			for i, e := range c.events {
				lines = append(lines, fmt.Sprintf(`{"seq":%d,"time":"2026-11-21T12:00:00Z","event":%s}`, i+2, e))
			}
			lines = append(lines, fmt.Sprintf(`{"end":%d}`, len(c.events)+1))
			folder := t.TempDir()
			out, diagnostics, status := inside(t, "games", "import", "--data", folder, file(t, strings.Join(lines, "\n")))
			if c.says != "" {
				if status != exitFailed || !strings.Contains(diagnostics, c.says) {
					t.Errorf("status %d, %s%s", status, out, diagnostics)
				}
				return
			}
			list, _, listed := inside(t, "games", "list", "--json", "--data", folder)
			if status != exitDone || listed != exitDone || strings.Contains(list, `"error"`) || !strings.Contains(list, `"players":`+c.players) {
				t.Errorf("status %d, %s%s, listed as %s", status, out, diagnostics, list)
			}
		})
	}
}

func TestAGameMayBeImportedAgain(t *testing.T) {
	folder := withGame(t)
	out, _, status := inside(t, "games", "import", "--data", folder, exampleFile)
	if status != exitDone || !strings.Contains(out, "0 new") {
		t.Errorf("status %d, %s", status, out)
	}
	out, _, status = inside(t, "games", "import", "--new", "--data", folder, exampleFile)
	if status != exitDone || !strings.Contains(out, "8 new") || strings.Contains(out, "example-1") {
		t.Errorf("as a new one: status %d, %s", status, out)
	}
}

func TestADamagedStoreIsReportedAndRepaired(t *testing.T) {
	folder := withGame(t)
	name := filepath.Join(folder, store.GamesFile)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(data, []byte(`"letter":"L"`)) // green's play
	if at < 0 {
		t.Fatal("the play is not in the file")
	}
	data[at+len(`"letter":"`)] = 'K'
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, status := inside(t, "games", "list", "--json", "--data", folder)
	if status != exitFailed || !strings.Contains(out, `event 3 of game \"example-1\" is damaged`) {
		t.Errorf("list: status %d, %s", status, out)
	}
	out, diagnostics, status := inside(t, "games", "export", "--data", folder)
	if status != exitFailed || out != "" || !strings.Contains(diagnostics, "event 3") {
		t.Errorf("export: status %d, %s%s", status, out, diagnostics)
	}
	out, diagnostics, status = inside(t, "replay", "--data", folder, "last")
	if status != exitFailed || !strings.Contains(out, "yellow plays GAME") || !strings.Contains(diagnostics, "event 3") {
		t.Errorf("replay: status %d, %s%s", status, out, diagnostics)
	}
	out, _, status = inside(t, "games", "repair", "--data", folder)
	if status != exitDone || !strings.Contains(out, "2 events good, 6 moved aside") {
		t.Errorf("repair: status %d, %s", status, out)
	}
	if out, _, status = inside(t, "games", "repair", "--data", folder); status != exitDone || out != "All games are good.\n" {
		t.Errorf("repair again: status %d, %s", status, out)
	}
	if out, _, status = inside(t, "games", "import", "--data", folder, exampleFile); status != exitDone || !strings.Contains(out, "6 new") {
		t.Errorf("import of what is missing: status %d, %s", status, out)
	}
}

func TestAStoreThatCannotBeOpenedIsSavedFrom(t *testing.T) {
	folder := withGame(t)
	name := filepath.Join(folder, store.GamesFile)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	copy(data, "scribbled over it")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	_, diagnostics, status := inside(t, "games", "list", "--data", folder)
	if status != exitFailed || !strings.Contains(diagnostics, "games repair") {
		t.Errorf("list: status %d, %s", status, diagnostics)
	}
	out, _, status := inside(t, "games", "repair", "--data", folder)
	if status != exitDone || !strings.Contains(out, "recovered 1 game with 8 events") {
		t.Errorf("repair: status %d, %s", status, out)
	}
}

// TestAGameWithoutEventsIsNoGame though a repair of an earlier version has left one, in a folder or in an export.
func TestAGameWithoutEventsIsNoGame(t *testing.T) {
	folder := withGame(t)
	j, err := sqlite.Open(t.Context(), filepath.Join(folder, store.GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"nabit", "snag", "dabble", "tabit", "chess"} {
		if err := j.Create(t.Context(), journal.Header{Game: "none-" + kind, Kind: kind, Title: "Nothing of " + kind}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"list"}, {"list", "--json"}, {"export"}} {
		out, diagnostics, status := inside(t, append([]string{"games", args[0], "--data", folder}, args[1:]...)...)
		if status != exitFailed || !strings.Contains(out, "example-1") || strings.Count(out+diagnostics, "none-nabit") == 0 {
			t.Errorf("%v: status %d, %s%s", args, status, out, diagnostics)
		}
	}
	example, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	exported := file(t, `{"tilewatch":"game","version":1,"game":"none-nabit","kind":"nabit","title":"","players":[],"created":"2026-11-21T12:00:00Z"}
{"end":0}
`+string(example))
	for _, args := range [][]string{{"import"}, {"import", "--new"}} {
		into := t.TempDir()
		out, diagnostics, status := inside(t, append(append([]string{"games"}, args...), "--data", into, exported)...)
		if status != exitDone || !strings.Contains(out, "none-nabit: no events, skipped") || strings.Count(out, "8 events, 8 new") != 1 {
			t.Errorf("%v: status %d, %s%s", args, status, out, diagnostics)
		}
	}
	out, _, status := inside(t, "games", "repair", "--data", folder)
	if status != exitDone || strings.Count(out, "is lost") != 5 {
		t.Errorf("repair: status %d, %s", status, out)
	}
	if out, diagnostics, status := inside(t, "games", "list", "--data", folder); status != exitDone || strings.Contains(out, "none-") {
		t.Errorf("list: status %d, %s%s", status, out, diagnostics)
	}
}

// TestAFileThatIsGoneIsMissed where copies of it are there.
func TestAFileThatIsGoneIsMissed(t *testing.T) {
	for name, lose := range map[string]func(file string) error{"gone": os.Remove, "empty": func(file string) error { return os.Truncate(file, 0) }} {
		t.Run(name, func(t *testing.T) {
			folder := withGame(t)
			file := filepath.Join(folder, store.GamesFile)
			j, err := sqlite.Open(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(j.Copy(t.Context()), j.Close(), lose(file)); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"games", "list"}, {"games", "list", "--json"}, {"games", "export"}, {"backup"}} {
				args = append(args, "--data", folder)
				if args[0] == "backup" {
					args = append(args, filepath.Join(t.TempDir(), "b"))
				}
				if out, diagnostics, status := inside(t, args...); status != exitFailed || out != "" || !strings.Contains(diagnostics, "games repair") {
					t.Errorf("%v: status %d, %s%s", args, status, out, diagnostics)
				}
			}
			if out, _, status := inside(t, "doctor", "--addr", "127.0.0.1:0", "--data", folder); status != exitFailed || !strings.Contains(out, "lacks what its copies hold of 1 game") {
				t.Errorf("doctor: status %d, %s", status, out)
			}
			if out, diagnostics, status := inside(t, "games", "repair", "--data", folder); status != exitDone || !strings.Contains(out, "restored 8 events") {
				t.Errorf("repair: status %d, %s%s", status, out, diagnostics)
			}
			if out, _, status := inside(t, "games", "list", "--data", folder); status != exitDone || !strings.Contains(out, "example-1") {
				t.Errorf("list: status %d, %s", status, out)
			}
			if out, _, _ := inside(t, "doctor", "--addr", "127.0.0.1:0", "--data", folder); !strings.Contains(out, "lacked what its copies hold of 1 game") {
				t.Errorf("doctor says nothing of it: %s", out)
			}
		})
	}
}

func TestWrongCallsAboutGames(t *testing.T) {
	folder := withGame(t)
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"no such game to export", []string{"games", "export", "--data", folder, "chess"}, `no such game "chess": "tilewatch games list" names them`},
		{"no such game to replay", []string{"replay", "--data", folder, "chess"}, `no such game "chess"`},
		{"no game", []string{"replay"}, "no game given"},
		{"two games", []string{"replay", "a", "b"}, "2 games given: name only one"},
		{"a turn that is not there", []string{"replay", "--data", folder, "--turn", "9", "last"}, "the turns 0 to 2"},
		{"a turn below none", []string{"replay", "--data", folder, "--turn", "-7", "last"}, "the turns 0 to 2"},
		{"a turn as it was recorded", []string{"replay", "--data", folder, "--turn", "1", "--events", "last"}, "not both"},
		{"no file", []string{"games", "import", "--data", folder}, "no file given"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, diagnostics, status := inside(t, c.args...)
			if status != exitUsage || out != "" || !strings.Contains(diagnostics, c.says) {
				t.Errorf("status %d, out %q, diagnostics %q", status, out, diagnostics)
			}
		})
	}
}
