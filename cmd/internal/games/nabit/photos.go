package nabit

import (
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine/nabit/still"
)

// openPhotos opens a reader of photos.
func openPhotos(in game.Inputs) (game.Photos, error) {
	reader, err := sight.NewReader(in.Camera, in.Tileset, game.Words(in.Words))
	if err != nil {
		return nil, err
	}
	reader.Out = in.Out
	return photos{reader}, nil
}

type photos struct{ *sight.Reader }

func (p photos) Read(data []byte) (game.Photo, error) {
	r, err := p.Reader.Read(data)
	if err != nil {
		return nil, err
	}
	return reading{r}, nil
}

type reading struct{ sight.Result }

var _ game.Mendable = reading{}

// Mended implements game.Mendable.
func (p reading) Mended(fixes []string) (game.Photo, error) {
	all := make([]still.Fix, len(fixes))
	for i, text := range fixes {
		var err error
		if all[i], err = still.ParseFix(text); err != nil {
			return nil, err
		}
	}
	mended, err := p.Result.Mended(all)
	return reading{mended}, err
}

// Joined implements game.Mendable.
func (p reading) Joined(others []game.Photo) (game.Photo, error) {
	all := []sight.Result{p.Result}
	for _, o := range others {
		all = append(all, o.(reading).Result) // of the same reader
	}
	joined, err := sight.Joined(all)
	return reading{joined}, err
}

func (p reading) Named(name string) game.Photo {
	p.Photo = name
	return p
}

func (p reading) Overlay(data []byte) ([]byte, error) { return sight.Overlay(data, p.Result) }

func (p reading) Text(paint term.Painter) string { return p.Result.Text(paint) }
