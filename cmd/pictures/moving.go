package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
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
	movingGame = "nabit"
	movingFile = "web/playing.webp"

	movingWidth, movingHeight = 800, 600
	movingScale               = 275.0 / 360 // of the phone's screen
)

// table is what is shown of the film.
var table = image.Rect(270, 0, 1230, 720)

// movingPage lays a phone over the table: a screen with round corners, a rim and a shadow.
const movingPage = `document.body.style.margin = 0;
document.body.innerHTML = '<img id=table><img id=phone style="position: absolute; left: 508px; top: 16px; border-radius: 22px; box-shadow: 0 0 0 7px #15181d, 0 4px 16px 7px #0007">'`

// beat is one frame of the moving picture.
type beat struct {
	frame        int // of the film
	act          int // whose scoreboard the phone shows
	milliseconds int
}

// beats choose frames: of the first turns as the hands lay them, then one of each turn that stands.
func beats(acts []act) (all []beat) {
	const slow, step, after = 6, 4, 4 // acts with hands; frames of the film between two; frames after which the score has followed
	for n := 1; n < slow; n++ {
		for at := acts[n-1].last; at < acts[n].first; at += step {
			all = append(all, beat{at, n - 1, 130})
		}
		all = append(all, beat{acts[n].first + after/2, n - 1, 200}, beat{acts[n].first + after, n, 900})
	}
	for n := slow; n < len(acts); n++ {
		if acts[n].turn > 0 {
			all = append(all, beat{acts[n].first + after, n, 450})
		}
	}
	all[len(all)-1].milliseconds = 3000
	return all
}

// move makes the moving picture of the film and of the phone's screens after each act.
func (s *studio) move(ctx context.Context, f film, acts []act, screens [][]byte) error {
	folder, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := errors.Join(s.tab.open("about:blank"), s.tab.dress(screen{movingWidth, movingHeight, 1}, "light"), s.tab.script(movingPage)); err != nil {
		return err
	}
	call := []string{"-loop", "0", "-lossy", "-q", "55", "-m", "6"}
	var lies *image.RGBA
	for n, b := range beats(acts) {
		if lies, err = f.tableAt(b.frame, lies); err != nil {
			return err
		}
		shown, err := s.overTable(lies, screens[b.act])
		if err != nil {
			return err
		}
		file := filepath.Join(folder, fmt.Sprintf("%03d.png", n))
		if err := os.WriteFile(file, shown, 0o600); err != nil {
			return err
		}
		call = append(call, "-d", strconv.Itoa(b.milliseconds), file)
	}
	out, err := exec.CommandContext(ctx, "img2webp", append(call, "-o", movingFile)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("img2webp (of Debian's package webp): %w: %s", err, out)
	}
	return nil
}

// overTable is a picture of the phone's screen over the table.
func (s *studio) overTable(lies image.Image, phone []byte) ([]byte, error) {
	var below bytes.Buffer
	if err := png.Encode(&below, lies); err != nil {
		return nil, err
	}
	show := "for (const [id, data] of Object.entries({table: '%s', phone: '%s'})) document.getElementById(id).src = 'data:image/png;base64,' + data"
	text := base64.StdEncoding.EncodeToString
	if err := s.tab.script(fmt.Sprintf(show, text(below.Bytes()), text(phone))); err != nil {
		return nil, err
	}
	return s.tab.look(lossless)
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
