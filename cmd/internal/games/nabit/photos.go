package nabit

import (
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/tenant"
)

// openPhotos opens a reader of photos.
func openPhotos(in tenant.Inputs) (tenant.Photos, error) {
	reader, err := sight.NewReader(in.Camera, in.Tileset, tenant.Words(in.Words))
	if err != nil {
		return nil, err
	}
	reader.Out = in.Out
	return photos{reader}, nil
}

type photos struct{ *sight.Reader }

func (p photos) Read(data []byte) (tenant.Photo, error) {
	r, err := p.Reader.Read(data)
	if err != nil {
		return nil, err
	}
	return reading{r}, nil
}

type reading struct{ sight.Result }

func (p reading) Named(name string) tenant.Photo {
	p.Photo = name
	return p
}

func (p reading) Overlay(data []byte) ([]byte, error) { return sight.Overlay(data, p.Result) }

func (p reading) Text() string { return p.Result.Text() }
