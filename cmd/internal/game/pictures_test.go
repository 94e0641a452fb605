package game

import (
	"image"
	"testing"

	"tilewatch/cmd/internal/table"
	"tilewatch/engine/journal"
	"tilewatch/engine/snag"
	"tilewatch/web/album"
	websnag "tilewatch/web/games/snag"
	"tilewatch/web/retold"
	"tilewatch/web/stream"
)

// TestTheReplayHasTheCamerasPictures of each step that the camera saw, beside turns and an undo by people, and of no other.
func TestTheReplayHasTheCamerasPictures(t *testing.T) {
	j, page := journal.NewMemory(), stream.NewTable("1")
	t.Cleanup(page.Close)
	pictures, err := album.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var seen table.Camera
	seen.Show([]byte("a JPEG"), image.Pt(4, 3))
	d := seatedWith(t, Define(snag.Game{}, nil, Page(websnag.Scoreboard)), Inputs{}, page, j, func(o *table.Options) { o.Album, o.Camera = pictures, &seen })
	if err := d.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := newCamera(t, d.run(t))
	c.looks(0)
	c.looks(2, 34)
	do(t, d, placing(1, 35))
	c.looks(4, 34, 35)
	do(t, d, `{"type":"undo"}`)
	do(t, d, `{"type":"redo"}`)
	c.looks(6, 34, 35, 52)

	kept, err := Define(snag.Game{}, nil, Page(websnag.Scoreboard)).Retold(journal.Game{Events: stored(t, j)})
	if err != nil {
		t.Fatal(err)
	}
	told, byCamera := kept.(*retold.Game), 0
	for _, step := range told.Steps {
		if _, err := pictures.Shot(d.Game(), step.Number); (err == nil) != step.Seen {
			t.Errorf("event %d, %s, seen %v: %v", step.Number, step.Event, step.Seen, err)
		} else if step.Seen {
			byCamera++
		}
	}
	if byCamera != 2 {
		t.Errorf("the camera saw %d of %d steps; pictures of %v", byCamera, len(told.Steps), pictures.Turns(d.Game()))
	}
}
