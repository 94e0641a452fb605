package sight

import (
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine/nabit/still"
)

// OpenPhotos opens a reader of photos.
func OpenPhotos(in game.Inputs) (game.Photos, error) {
	reader, err := NewReader(in.Camera, in.Tileset, game.Words(in.Words))
	if err != nil {
		return nil, err
	}
	reader.Out, reader.eyes.Explains = in.Out, in.Why
	return photos{reader}, nil
}

// photos are a Reader's for any game.
type photos struct{ *Reader }

func (p photos) Read(data []byte) (game.Photo, error) {
	r, err := p.Reader.Read(data)
	if err != nil {
		return nil, err
	}
	return scored{r}, nil
}

// scored is a Result as any game's.
type scored struct{ Result }

var _ game.Mendable = scored{}

// Mended implements game.Mendable.
func (p scored) Mended(fixes []string) (game.Photo, error) {
	all := make([]still.Fix, len(fixes))
	for i, text := range fixes {
		var err error
		if all[i], err = still.ParseFix(text); err != nil {
			return nil, err
		}
	}
	mended, err := p.Result.Mended(all)
	return scored{mended}, err
}

// Joined implements game.Mendable.
func (p scored) Joined(others []game.Photo) (game.Photo, error) {
	all := []Result{p.Result}
	for _, o := range others {
		all = append(all, o.(scored).Result) // of the same reader
	}
	joined, err := Joined(all)
	return scored{joined}, err
}

func (p scored) Named(name string) game.Photo {
	p.Photo = name
	return p
}

func (p scored) Overlay(data []byte) ([]byte, error) { return Overlay(data, p.Result) }

func (p scored) Text(paint term.Painter) string { return p.Result.Text(paint) }
