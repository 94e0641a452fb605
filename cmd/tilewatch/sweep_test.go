package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/web/album"
)

// deleted puts a game of that player into the folder, which was deleted so long ago, with a picture.
func deleted(t *testing.T, folder, player string, ago time.Duration) {
	t.Helper()
	j, err := sqlite.Open(t.Context(), filepath.Join(folder, store.GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	at, game := time.Now().Add(-ago), strings.ToLower(player)
	entry := func(event string) journal.Entry { return journal.Entry{Time: at, Payload: json.RawMessage(event)} }
	err = j.Create(t.Context(), journal.Header{Game: game, Kind: "nabit", Title: "An evening with " + player, Players: []string{"red", "green"}, Created: at},
		entry(`{"type":"start","players":["red","green"]}`), entry(fmt.Sprintf(`{"type":"name","player":"red","name":%q}`, player)))
	for range 2 { // two copies know it
		err = errors.Join(err, j.Copy(t.Context()))
		if g, failed := journal.Load(t.Context(), j, game); failed == nil && len(g.Events) == 2 {
			err = errors.Join(err, j.Append(t.Context(), game, 2, entry(`{"type":"mark","deleted":true}`)))
		}
	}
	pictures, failed := album.Open(filepath.Join(folder, "pictures"), 0)
	if err = errors.Join(err, failed, j.Close()); err != nil {
		t.Fatal(err)
	}
	if err := pictures.Keep(game, album.Shot{Turn: 1, JPEG: []byte("\xff\xd8\xff" + player), Width: 8, Height: 8, Time: at}); err != nil {
		t.Fatal(err)
	}
}

// holders are the files below the folder that hold the text.
func holders(t *testing.T, folder, text string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && entry.IsDir() {
			return nil
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) { // it was being made
			return nil
		}
		if bytes.Contains(data, []byte(text)) {
			names = append(names, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestAServerErasesWhatWasDeletedLongAgo starts one with games that were deleted more and less than thirty days ago. The events' own times say
// when that was, so that the server runs by its own clock.
func TestAServerErasesWhatWasDeletedLongAgo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	deleted(t, folder, "Ottilie", engine.DeletedFor+time.Hour)
	deleted(t, folder, "Leopold", engine.DeletedFor-time.Hour)
	if found := holders(t, folder, "Ottilie"); len(found) < 4 {
		t.Fatalf("before, %v hold it", found)
	}
	h := host(t, nil, "--data", folder, "--source", "phone")
	await(t, "it is not erased", func() bool { return len(holders(t, folder, "Ottilie")) == 0 })
	h.begun().must(true)
	h.stops()
	if found := holders(t, folder, "Ottilie"); len(found) > 0 {
		t.Errorf("at the end %v hold it", found)
	}
	if found := holders(t, folder, "Leopold"); len(found) < 4 {
		t.Errorf("of what can be restored still there are %v", found)
	}
}

// TestTheGameAtTheTableIsNotErasedSilently: it may have been deleted by another program, or by hand.
func TestTheGameAtTheTableIsNotErasedSilently(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	deleted(t, folder, "Ottilie", engine.DeletedFor+time.Hour)
	h := host(t, nil, "--data", folder, "--source", "phone")
	await(t, "nobody says why it stays", func() bool {
		return strings.Contains(h.log.String(), `deleted games are not erased yet`) && strings.Contains(h.log.String(), `is at the table`)
	})
	if len(holders(t, folder, "Ottilie")) == 0 {
		t.Error("the game at the table is gone")
	}
}
