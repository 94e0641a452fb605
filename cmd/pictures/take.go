package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

// manual is where the pictures lie.
const manual = "web/docs"

// dark ends the name of a picture of the dark theme.
const dark = "-dark"

// set is what a picture is taken of: a server, and what the camera sees, as a JPEG file.
type set struct {
	*server
	behind []byte
}

// takeAll takes the stage's pictures after a turn.
func (s *studio) takeAll(g stage, turn int, of set) error {
	for _, p := range shots {
		if p.stage == g.game && p.turn == turn && s.wants(p.name) {
			if err := s.take(p, of); err != nil {
				return err
			}
		}
	}
	return nil
}

// take takes a picture in both themes. One that looks the same in both is kept once.
func (s *studio) take(p shot, of set) error {
	var pictures [][]byte
	for _, theme := range []string{"light", "dark"} {
		if err := s.tab.dress(p.screen, theme); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if theme == "light" {
			if err := s.pose(p, of); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
		picture, err := s.tab.look(packed)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		pictures = append(pictures, picture)
	}
	name := filepath.Join(manual, p.name)
	if err := os.WriteFile(name+".webp", pictures[0], 0o644); err != nil {
		return err
	}
	if bytes.Equal(pictures[0], pictures[1]) {
		return nil
	}
	return os.WriteFile(name+dark+".webp", pictures[1], 0o644)
}

// pose brings the page into the state that the picture shows. One of no page has none.
func (s *studio) pose(p shot, of set) error {
	if p.page == "" {
		return nil
	}
	err := s.tab.open(of.address + p.page)
	do := func(wanted bool, step func() error) {
		if err == nil && wanted {
			err = step()
		}
	}
	do(p.ready != "", func() error { return s.tab.until(p.ready) })
	do(p.file != "", func() error { return s.upload(p.file) })
	do(p.fill != "", func() error { return s.tab.script(p.fill) })
	for _, selector := range p.taps {
		do(true, func() error { return s.tab.tap(selector) })
	}
	do(p.shown != "", func() error { return s.tab.until(p.shown) })
	do(p.behind, func() error {
		return s.tab.script(fmt.Sprintf("document.documentElement.style.background = 'url(data:image/jpeg;base64,%s) center / cover'", base64.StdEncoding.EncodeToString(of.behind)))
	})
	return err
}

func (s *studio) upload(name string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	return chromedp.Do(s.tab.ctx, chromedp.SetUploadFiles("input[type=file]", []string{path}))
}
