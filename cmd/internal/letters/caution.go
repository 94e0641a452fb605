package letters

import (
	"errors"
	"fmt"
	"strings"

	"tilewatch/engine"
	eyes "tilewatch/vision/letters"
	"tilewatch/vision/picture"
)

// cautions are what a person should know of a photo that its tiles do not say. The codes are those of NAB-IT! photos.
func cautions(look eyes.Look) []engine.Warning {
	all := []engine.Warning{}
	if look.Cut > 0 {
		all = append(all, engine.Warning{Code: "cut_tiles",
			Message: fmt.Sprintf("tiles cut off at the edge of the picture and not read: %d; take the photo with the whole board in view", look.Cut)})
	}
	if look.Second > 0 {
		all = append(all, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("linked tiles outside the largest grid: %d; photograph one board at a time", look.Second)})
	}
	return all
}

// look reads a picture, or its mirror image if only there the letters can be read.
func (r *Reader) look(p *picture.Picture) (Result, error) {
	seen, err := r.eyes.Look(p)
	if err != nil {
		return Result{}, err
	}
	asItIs := r.settle(seen)
	if len(asItIs.Grid) > 0 && !asItIs.mayBeMirrored() {
		return asItIs, nil
	}
	mirror, err := p.Mirrored()
	if err != nil {
		return asItIs, err
	}
	defer mirror.Close()
	seen, err = r.eyes.Look(mirror)
	var unreadable *picture.Error
	if errors.As(err, &unreadable) {
		return asItIs, nil
	}
	if err != nil {
		return asItIs, err
	}
	for i := range seen.Tiles {
		for k := range seen.Tiles[i].Quad {
			at := &seen.Tiles[i].Quad[k]
			at.X = float64(p.Width-1) - at.X
		}
	}
	mirrored := r.settle(seen)
	if mirrored.mayBeMirrored() || !mirrored.readsMore(&asItIs) {
		return asItIs, nil
	}
	mirrored.Warnings = append([]engine.Warning{{Code: "mirrored",
		Message: "this is a mirror image and was read unmirrored: turn mirroring off in the camera settings"}}, mirrored.Warnings...)
	return mirrored, nil
}

// A mirror image shows none of the letters that look different in any mirror; of the tiles of most sets they are three of ten. It is one
// if so many more letters can be read in the mirror.
const (
	handed      = "FGJLNPQRSZ"
	handedShare = 0.12
	leastRead   = 8
	mostStray   = 1.0 // handed letters that others may look like in a mirror
	mirrorMore  = 3
	letterRead  = 0.9 // confidence
)

// mayBeMirrored reports whether almost none of the letters read is one that no mirror shows.
func (r *Result) mayBeMirrored() bool {
	read, oneHanded := r.lettersRead()
	return read >= leastRead && float64(oneHanded) <= max(mostStray, handedShare*float64(read))
}

// readsMore says whether so much more is read here than there that this is how the letters stand: a whole board where none was seen, or
// more letters.
func (r *Result) readsMore(than *Result) bool {
	if len(than.Grid) == 0 {
		return len(r.Grid) >= leastRead
	}
	letters, _ := r.lettersRead()
	before, _ := than.lettersRead()
	return letters >= before+mirrorMore
}

// lettersRead is how many letters are read surely, and how many of them are handed: of the board if there is one, as print beside it may
// read anyhow.
func (r *Result) lettersRead() (read, oneHanded int) {
	tiles := r.Tiles
	if len(r.Grid) > 0 {
		tiles = tiles[:len(r.Grid)]
	}
	for _, t := range tiles {
		if t.Confidence < letterRead || t.Letter == engine.Unsettled {
			continue
		}
		read++
		if strings.ContainsAny(t.Letter.String(), handed) {
			oneHanded++
		}
	}
	return read, oneHanded
}
