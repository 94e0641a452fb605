package input

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/photo"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
	"tilewatch/web"
)

// What a child may take: the largest photo needs a good part of its memory, a phone's frame a small one, and so does a network camera's, which
// may be opened for some seconds.
const (
	PhotoMemory  = 2 << 30 // bytes
	FrameMemory  = 1 << 30
	PhotoWithin  = 45 * time.Second
	streamWithin = 25 * time.Second
)

// The works of a child.
const (
	Photos = "photos" // a photo's bytes in, its line out
	Frames = "frames" // a picture's bytes in, its pixels as a BMP file out
	Stream = "stream" // requests of a network camera in, its pictures' pixels out
)

// Open opens a source. What a network camera sends is decoded by a child.
func Open(name string, options source.Options) (source.Source, error) {
	options.Aside = func() source.Aside {
		return helper.NewWorker((&Flags{Name: games.Default()}).Child(Stream), streamWithin)
	}
	return source.Open(name, options)
}

// InsecureFlag is the flag for cameras whose certificate no authority vouches for.
func InsecureFlag(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "insecure-camera", false, "believe the certificate of an https:// camera that no authority vouches for (one in your own network is believed anyway)")
}

// Child is the command of a child that does the work as these inputs say.
func (in *Flags) Child(work string) helper.Start {
	args := []string{"helper", "--game", in.Name}
	for _, flag := range [][2]string{{"--camera", in.cameraFile}, {"--tileset", in.tilesetFile}, {"--dictionary", in.dictionary}} {
		if flag[1] != "" {
			args = append(args, flag[0], flag[1])
		}
	}
	args = append(args, work)
	return func(ctx context.Context) *exec.Cmd {
		self, err := os.Executable()
		if err != nil {
			self = os.Args[0]
		}
		c := exec.CommandContext(ctx, self, args...)
		c.Env = append(os.Environ(), ChildEnvironment...)
		if work == Stream {
			c.Env = append([]string{source.StreamEnvironment}, c.Env...) // what stands later counts
		}
		return c
	}
}

// ChildEnvironment is what a child's environment has besides ours: tests mark their children with it.
var ChildEnvironment []string

// ReadingAside has uploaded photos read by the worker's child.
func ReadingAside(w *helper.Worker) web.PhotoReader {
	return func(ctx context.Context, data []byte) (json.RawMessage, error) {
		answer, err := w.Do(ctx, data)
		var refused *helper.Refused
		switch {
		case err == nil:
			return answer, nil
		case errors.Is(err, helper.ErrBroken), errors.Is(err, helper.ErrSlow), errors.As(err, &refused):
			return json.Marshal(photo.Failed("", &picture.Error{Code: picture.Unreadable, Message: err.Error()}))
		}
		return nil, fmt.Errorf("read an upload: %w", err)
	}
}
