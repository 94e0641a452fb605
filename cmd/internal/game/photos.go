package game

import (
	"fmt"
	"strings"
	"time"

	"tilewatch/cmd/internal/photo"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/vision/profile"
)

// photos read photos of a defined game.
type photos[L any] struct {
	rules kernel.Game[L]
	eyes  profile.Eyes[L]
	in    Inputs
}

func (p *photos[L]) Close() error { return p.eyes.Close() }

func (p *photos[L]) Read(data []byte) (answer Photo, err error) {
	defer photo.Caught(&err)
	started := time.Now()
	opened, err := photo.Open(data, p.in.Camera)
	if err != nil {
		return nil, err
	}
	defer opened.Picture.Close()
	look, err := p.eyes.Look(opened.Picture, profile.Inputs{Camera: opened.Camera, Tileset: p.in.Tileset})
	if err != nil {
		return nil, err
	}
	r := p.rules.Read(look, Words(p.in.Words))
	r.Warnings = append(opened.Warnings, r.Warnings...)
	return seen{game: p.rules.Name(), elapsed: photo.Milliseconds(time.Since(started)), Reading: r}, nil
}

// seen is a photo's reading.
type seen struct {
	photo, game string
	elapsed     float64
	kernel.Reading
}

func (s seen) Named(name string) Photo {
	s.photo = name
	return s
}

// MarshalJSON writes the contract's line.
func (s seen) MarshalJSON() ([]byte, error) {
	return kernel.Merged(struct {
		Photo     string  `json:"photo"`
		Game      string  `json:"game"`
		ElapsedMS float64 `json:"elapsed_ms"`
	}{s.photo, s.game, s.elapsed}, s.Fields, struct {
		Warnings []engine.Warning `json:"warnings"`
	}{append([]engine.Warning{}, s.Warnings...)})
}

func (s seen) Overlay(data []byte) ([]byte, error) { return photo.Draw(data, s.Marks, s.Reading.Text) }

func (s seen) Text(paint term.Painter) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", s.photo)
	for _, line := range s.Reading.Text {
		fmt.Fprintf(&text, "  %s\n", paint.Names(line))
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(&text, "  note: %s\n", w.Message)
	}
	return text.String()
}
