package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
)

// tablesOf are the tables at which a club's games were played.
func tablesOf(t *testing.T, where string) (tables []string) {
	t.Helper()
	conn, err := cluster.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	games, _, err := conn.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		tables = append(tables, g.Table)
	}
	return tables
}

// TestAClubsGamesAreListedExportedAndBackedUp does with a club's servers what is done with a data folder.
func TestAClubsGamesAreListedExportedAndBackedUp(t *testing.T) {
	t.Parallel()
	servers := clustertest.Start(t, 1)
	where, other := servers.URL("club"), servers.URL("other")
	do := func(want string, args ...string) string {
		t.Helper()
		out, diagnostics, status := inside(t, args...)
		if status != exitDone || !strings.Contains(out, want) {
			t.Fatalf("%q: status %d, %s%s; want %q", args, status, out, diagnostics, want)
		}
		return out
	}
	do("No saved games in the club's servers yet", "games", "list", "--journal", where)
	do("events, ", "games", "import", "--journal", where, "--table", "7", exampleFile)
	do("example-1", "games", "list", "--journal", where)
	want, err := os.ReadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	if out := do("", "games", "export", "--journal", where, "last"); out != string(want) {
		t.Errorf("exported:\n%s", out)
	}
	do("", "replay", "--journal", where, "--turn", "1", "last")
	file, folder := filepath.Join(t.TempDir(), "club.backup"), filepath.Join(t.TempDir(), "data")
	do("1 game with", "backup", "--journal", where, file)
	key := hostKey(t, where, "7")
	do("1 game passed the rules check", "restore", "--journal", other, file)
	if got := tablesOf(t, other); len(got) != 1 || got[0] != "7" || hostKey(t, other, "7") != key {
		t.Errorf("restored at %q, with the same links: %v", got, hostKey(t, other, "7") == key)
	}
	do("0 new events", "restore", "--journal", other, file)
	do("1 game passed the rules check", "restore", "--data", folder, file)
	if out := do("", "games", "export", "--data", folder); out != string(want) {
		t.Errorf("from the folder:\n%s", out)
	}
	for _, wrong := range [][]string{{"games", "import", "--journal", where, "--table", "Big One", exampleFile}, {"games", "list", "--journal", "redis://a"}} {
		if out, diagnostics, status := inside(t, wrong...); status == exitDone || !strings.Contains(diagnostics, "use ") {
			t.Errorf("%q: status %d, %s%s", wrong, status, out, diagnostics)
		}
	}
}
