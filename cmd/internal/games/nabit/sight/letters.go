package sight

import (
	"errors"
	"sync"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/letters"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/still"
	"tilewatch/vision/nabit/recognize"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// ownLetters read photos that surely show tiles of NAB-IT!.
type ownLetters struct {
	words  *lexicon.Lexicon
	mutex  sync.Mutex
	reader *Reader // for one goroutine; nil until a photo needs it: most never do
}

// OpenLetters are eyes for letter tiles of any make, with the words of that list.
func OpenLetters(words *lexicon.Lexicon) letters.Game { return &ownLetters{words: words} }

// Close implements letters.Game.
func (o *ownLetters) Close() error {
	if o.reader == nil {
		return nil
	}
	return o.reader.Close()
}

// Read implements letters.Game.
func (o *ownLetters) Read(p *picture.Picture, camera *calibration.Camera, others int) (seen letters.Seen, sure bool, err error) {
	err = picture.WithPixels(p, func(r *picture.Raster) error {
		look, enough := recognize.Tiles, (*recognize.Seen).Sure
		if others >= 0 {
			look, enough = recognize.Alone, func(s *recognize.Seen) bool { return s.More(others) }
		}
		tiles, known, err := look(r)
		if err != nil || !enough(&tiles) {
			return err
		}
		table, err := o.read(p, known, camera)
		if unreadable := new(picture.Error); errors.As(err, &unreadable) {
			return nil
		}
		if err != nil {
			return err
		}
		seen, sure = tilesOf(&table, r), true
		return nil
	})
	return seen, sure, err
}

func (o *ownLetters) read(p *picture.Picture, known *tilemap.Map, camera *calibration.Camera) (Result, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.reader == nil {
		reader, err := NewReader(nil, nil, game.Words(o.words))
		if err != nil {
			return Result{}, err
		}
		o.reader = reader
	}
	return o.reader.ReadMapped(p, known, camera)
}

// tilesOf are a table's tiles: those of the racks lie beside the board. A blank shows the letter that it stands for, where words settle it.
func tilesOf(table *Result, r *picture.Raster) letters.Seen {
	seen := letters.Seen{Board: map[engine.Place]letters.Tile{}, Warnings: table.Warnings}
	for _, c := range table.Cells {
		seen.Board[c.Place] = letters.Tile{Letter: c.Letter, Corners: c.Corners, Color: colorOf(r, c.Corners), Confidence: sureness(&c)}
	}
	for _, rack := range table.Racks {
		for _, t := range rack.Tiles {
			seen.Loose = append(seen.Loose, letters.Tile{Letter: t.Letter, Corners: t.Corners, Color: colorOf(r, t.Corners), Confidence: rackSureness})
		}
	}
	return seen
}

// rackSureness is the share of rack tiles that are there with that letter: 143 of 147 told of the twelve stills in testdata.
const rackSureness = 0.97

// sureness is how likely there is a tile and its letter is right.
func sureness(c *still.Cell) float64 {
	if c.Sure == nil {
		return c.Confidence
	}
	return photo.Round(c.Sure.Tile*c.Sure.Letter, 3)
}

// colorOf is the color of a tile's plastic, red, green, blue.
func colorOf(r *picture.Raster, corners photo.Corners) [3]uint8 {
	var q engine.Quad
	for i, c := range corners {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	bgr := recognize.Plastic(r, q)
	return [3]uint8{uint8(bgr[2] + 0.5), uint8(bgr[1] + 0.5), uint8(bgr[0] + 0.5)}
}
