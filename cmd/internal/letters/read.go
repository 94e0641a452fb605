// Package letters reads photos of letter tiles of any make: the eyes, the letter readers and the words together.
package letters

import (
	"errors"
	"math"
	"time"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/ocr"
	"tilewatch/ocr/alone"
	"tilewatch/ocr/mirrored"
	eyes "tilewatch/vision/letters"
	"tilewatch/vision/picture"
)

// Reader reads photos. It may be used by several goroutines.
type Reader struct {
	eyes     *eyes.Eyes
	faces    ocr.Reader // reads whole faces
	mirrored ocr.Reader // tells faces from their mirror images
	words    reading.Dictionary
	games    []Game
}

// Open starts the letter reader. Without words letters rest on the picture alone. Games are asked first, in this order; the reader closes them.
func Open(words reading.Dictionary, games ...Game) (*Reader, error) {
	reader, err := alone.New()
	if err != nil {
		return nil, err
	}
	faces, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	sides, err := mirrored.New()
	if err != nil {
		return nil, err
	}
	return &Reader{eyes.New(reader), faces, sides, words, games}, nil
}

// Read answers one photo's bytes. Errors are of type *picture.Error: the photo's fault, with a remedy.
func (r *Reader) Read(data []byte) (result Result, err error) {
	defer photo.Caught(&err)
	started := time.Now()
	opened, err := photo.Open(data, nil)
	if err != nil {
		return Result{}, err
	}
	defer opened.Picture.Close()
	result, sure, err := r.ask(opened.Picture, opened.Camera, nobody)
	if err == nil && !sure {
		result, err = r.look(opened.Picture)
	}
	nothing := new(picture.Error)
	none := errors.As(err, &nothing) && nothing.Code == picture.NoTiles
	if none || err == nil && !sure && len(result.Grid) == 0 { // where other eyes find no board, those of a game may
		own, sure, failed := r.ask(opened.Picture, opened.Camera, len(result.Tiles))
		switch {
		case failed != nil:
			err = failed
		case sure && len(own.Tiles) > len(result.Tiles):
			result, err = own, nil
		case none:
			result, err = empty(), nil
		}
	}
	if err != nil {
		return Result{}, err
	}
	result.ElapsedMS = photo.Milliseconds(time.Since(started))
	return result, nil
}

// settle reads the letters of the linked tiles together with the words they form, the others each alone.
func (r *Reader) settle(look eyes.Look) Result {
	linked := map[engine.Place][]reading.Face{}
	for _, t := range look.Tiles {
		if t.Linked {
			linked[t.Place] = trusted(reading.Faces(t.Letters))
		}
	}
	crossword := reading.Solve(linked, r.words)
	result := Result{Tiles: []Tile{}, Grid: []Cell{}, Words: []string{}, Warnings: cautions(look)}
	board := engine.Board{}
	for _, t := range look.Tiles {
		faces := probable(reading.Faces(t.Letters))
		if t.Linked {
			faces = crossword.Faces(t.Place)
		}
		letter := faces[0].Letter
		if faces[0].Blank {
			letter = engine.Unsettled
		}
		result.Tiles = append(result.Tiles, Tile{letter, corners(t.Quad), t.Color, confidence(&t, faces)})
		if t.Linked {
			board[t.Place] = engine.Cell{Letter: letter, Height: 1}
		}
	}
	result.lay(board)
	return result
}

// pictureTrust multiplies the picture's evidence before words are weighed: a letter that is clear is as good as certain, and games of
// other lists and languages have words that ours does not know.
const pictureTrust = 2

func trusted(faces []reading.Face) []reading.Face {
	for i := range faces {
		faces[i].Score *= pictureTrust
	}
	return faces
}

// probable are the faces with probabilities in place of their logarithms, as Crossword.Faces has them.
func probable(faces []reading.Face) []reading.Face {
	for i := range faces {
		faces[i].Score = math.Exp(faces[i].Score)
	}
	return faces
}

// confidence is how likely there is a tile and its letter is right, to a thousandth.
func confidence(t *eyes.Tile, faces []reading.Face) float64 {
	all := 0.0
	for _, f := range faces {
		all += f.Score
	}
	sure := faces[0].Score / max(all, 1e-9)
	if faces[0].Blank { // whatever it stands for
		sure = 1
	}
	return math.Round(1000*sure/(1+math.Exp(-t.Odds-1))) / 1000
}
