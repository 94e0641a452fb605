//go:build race

package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/source"
)

// small are parts of stills, for the race detector: under it a whole photo takes ten times as long.
var small = map[string]struct {
	still string
	part  image.Rectangle
}{
	"nabit":  {"nabit/words/000", image.Rect(440, 190, 760, 400)},
	"snag":   {"snag/stills/008", image.Rect(0, 0, 1280, 720)},
	"dabble": {"dabble/stills/002", image.Rect(140, 140, 790, 500)},
	"tabit":  {"tabit/stills/001", image.Rect(0, 0, 1280, 720)},
}

// cut is a part of a still as a file.
func cut(t *testing.T, still string, part image.Rectangle) []byte {
	t.Helper()
	f, err := os.Open("../../../testdata/" + still + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	whole, err := jpeg.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, part.Dx(), part.Dy()))
	draw.Draw(picture, picture.Rect, whole, part.Min, draw.Src)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.]+`)

// TestRacedOnceOnASmallPicture reads one picture of every game in two goroutines at once, each with eyes of its own, as two tables do, and watches a second of
// it. It is what the race detector sees of pixels: all else that reads them runs without it.
func TestRacedOnceOnASmallPicture(t *testing.T) {
	words := lexicon.Default()
	every(t, func(t *testing.T, g game.Game) {
		photo := cut(t, small[g.Name].still, small[g.Name].part)
		film := t.TempDir()
		for i := range 15 {
			if err := os.WriteFile(filepath.Join(film, fmt.Sprintf("%02d.jpg", i)), photo, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var read [2]string
		var errs [2]error
		var tables sync.WaitGroup
		for i := range read {
			tables.Go(func() {
				read[i], errs[i] = readBy(g, words, photo)
				errs[i] = errors.Join(errs[i], watchedBy(t.Context(), g, words, film))
			})
		}
		tables.Wait()
		if errs[0] != nil || errs[1] != nil || read[0] != read[1] {
			t.Errorf("one table reads %s, %v\nthe other %s, %v", read[0], errs[0], read[1], errs[1])
		}
	})
}

// readBy is what a table of its own reads of the photo.
func readBy(g game.Game, words *lexicon.Lexicon, photo []byte) (string, error) {
	photos, err := g.Photos(game.Inputs{Words: words})
	if err != nil {
		return "", err
	}
	read, err := photos.Read(photo)
	if err != nil {
		return "", errors.Join(err, photos.Close())
	}
	line, err := json.Marshal(read.Named("small.jpg"))
	return elapsed.ReplaceAllString(string(line), ""), errors.Join(err, photos.Close())
}

// watchedBy watches the film as a table of its own does.
func watchedBy(ctx context.Context, g game.Game, words *lexicon.Lexicon, film string) error {
	pictures, err := source.Open(film, source.Options{})
	if err != nil {
		return err
	}
	f, err := g.Film(game.Inputs{Words: words}, pictures)
	if err != nil {
		return errors.Join(err, pictures.Close())
	}
	err = f.Run(ctx, pipeline.Alone(func(pipeline.Event) error { return nil }), pipeline.Reports{})
	return errors.Join(err, pictures.Close(), f.Close())
}
