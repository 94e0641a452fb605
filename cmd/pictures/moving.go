package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	scaling "golang.org/x/image/draw"
)

// The moving picture is the README's: the film of the table, and before it a phone with the scoreboard.
const (
	movingName = "playing"
	movingFile = "web/playing.webp"

	movingWidth, movingHeight = 800, 600
	movingScale               = 275.0 / 360 // of the phone's screen
)

var (
	table    = image.Rect(270, 0, 1230, 720) // what is shown of the film
	screenAt = image.Pt(508, 16)             // where the phone's screen begins
)

// beat is one frame of the moving picture.
type beat struct {
	frame        int // of the film
	period       int // whose scoreboard the phone shows
	milliseconds int
}

// beats choose frames: of the first turns as the hands lay them, then one of each turn.
func (f *gameFilm) beats() (all []beat) {
	const slow, step, after = 6, 4, 4 // periods with hands; frames of the film between two; frames after which the score has followed
	for n := 1; n < slow; n++ {
		for at := f.Periods[n-1].Last; at < f.Periods[n].First; at += step {
			all = append(all, beat{at, n - 1, 130})
		}
		all = append(all, beat{f.Periods[n].First + after/2, n - 1, 200}, beat{f.Periods[n].First + after, n, 900})
	}
	for n := slow; n < len(f.Periods); n++ {
		if !f.Periods[n].challenged() {
			all = append(all, beat{f.Periods[n].First + after, n, 450})
		}
	}
	all[len(all)-1].milliseconds = 3000
	return all
}

// move makes the moving picture of the film and of the phone's screens after each period.
func (f *gameFilm) move(ctx context.Context, phones [][]byte, name string) error {
	folder, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	call := []string{"-loop", "0", "-lossy", "-q", "55", "-m", "6"}
	var lies *image.RGBA
	for n, b := range f.beats() {
		if lies, err = f.tableAt(b.frame, lies); err != nil {
			return err
		}
		shown := image.NewRGBA(lies.Rect)
		copy(shown.Pix, lies.Pix)
		phone, err := png.Decode(bytes.NewReader(phones[b.period]))
		if err != nil {
			return err
		}
		drawPhone(shown, phone)
		file := filepath.Join(folder, fmt.Sprintf("%03d.png", n))
		if err := writePNG(file, shown); err != nil {
			return err
		}
		call = append(call, "-d", strconv.Itoa(b.milliseconds), file)
	}
	out, err := exec.CommandContext(ctx, "img2webp", append(call, "-o", name)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("img2webp (of Debian's package webp): %w: %s", err, out)
	}
	return nil
}

// tableAt is a frame of the film, which keeps what it showed before wherever nothing moves.
func (f film) tableAt(n int, before *image.RGBA) (*image.RGBA, error) {
	frame, err := jpeg.Decode(bytes.NewReader(f[n]))
	if err != nil {
		return nil, fmt.Errorf("frame %d of the film: %w", n, err)
	}
	lies := image.NewRGBA(image.Rect(0, 0, movingWidth, movingHeight))
	scaling.CatmullRom.Scale(lies, lies.Rect, frame, table, scaling.Src, nil)
	if before != nil {
		hold(lies, before)
	}
	return lies, nil
}

func writePNG(name string, img image.Image) error {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, img); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o600)
}

// hold keeps those blocks of a picture as they were before that differ by noise alone.
func hold(now, before *image.RGBA) {
	const side = 8
	for y := 0; y < now.Rect.Max.Y; y += side {
		for x := 0; x < now.Rect.Max.X; x += side {
			if block := image.Rect(x, y, x+side, y+side).Intersect(now.Rect); difference(now, before, block) < noise {
				draw.Draw(now, block, before, block.Min, draw.Src)
			}
		}
	}
}

// noise is the mean difference of two blocks' colors, of 255, up to which nothing has moved. The film's grain makes about 2.
const noise = 4

func difference(a, b *image.RGBA, block image.Rectangle) float64 {
	sum := 0
	for y := block.Min.Y; y < block.Max.Y; y++ {
		i, j := a.PixOffset(block.Min.X, y), a.PixOffset(block.Max.X, y)
		for ; i < j; i++ {
			sum += max(int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
		}
	}
	return float64(sum) / float64(3*block.Dx()*block.Dy())
}
