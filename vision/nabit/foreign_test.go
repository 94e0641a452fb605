package nabit

import (
	"bytes"
	"errors"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
)

// Crossword games on printed boards, with colors of any kind: a few look as tiles of NAB-IT! do, most are told to be none. Without the test for foreign
// tiles, all 8 were read.
func TestAnotherGameIsNoNabIt(t *testing.T) {
	m, err := scenes.NewMaker(scenes.Options{Width: 1280, Height: 720, Crosswords: 1, Stacks: 20, Table: func(r *rand.Rand) scenes.Table {
		return table.Of(table.Held()[r.IntN(len(table.Held()))], r)
	}})
	if err != nil {
		t.Fatal(err)
	}
	reader, read := NewReader(scenetest.LetterNet(t)), 0
	for i := range uint64(8) {
		s, err := m.Draw(rand.New(rand.NewPCG(811, i)))
		if err != nil {
			t.Fatal(err)
		}
		shot, _ := s.Shoot()
		var file bytes.Buffer
		if err := jpeg.Encode(&file, shot, nil); err != nil {
			t.Fatal(err)
		}
		p, err := picture.Decode(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		obs, err := reader.Still(p, nil, nil)
		if e := new(picture.Error); err != nil && (!errors.As(err, &e) || e.Code != picture.NoTiles) {
			t.Errorf("scene %d: %v", i, err)
		}
		if err == nil && len(obs.Cells) > 0 {
			read++
			t.Logf("scene %d: %d places", i, len(obs.Cells))
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if read > 3 {
		t.Errorf("%d of 8 tables of other games are read as NAB-IT!", read)
	}
}
