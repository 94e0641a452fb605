package photo

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Draw draws marks on a photo, and lines of text in its upper left corner. It returns a JPEG file.
func Draw(data []byte, marks []game.Mark, lines []string) ([]byte, error) {
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("cannot draw on the photo: %w", err)
	}
	p, err := newPen(upright(decoded, calibration.Orientation(data)))
	if err != nil {
		return nil, err
	}
	for _, m := range marks {
		label := m.Label
		if m.Doubtful {
			label += "?"
		}
		p.face(corners(m.Quad), inks[m.Color], label)
	}
	for i, line := range lines {
		p.text(line, p.size, p.size*(1.5+1.3*float64(i)), p.size, inks[engine.NoColor])
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, p.on, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}
