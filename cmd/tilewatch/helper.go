package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/photo"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/vision"
	"tilewatch/web"
)

// What a child may take: the largest photo needs a good part of its memory, a phone's frame a small one.
const (
	photoMemory = 2 << 30 // bytes
	frameMemory = 1 << 30
	photoWithin = 45 * time.Second
)

// The works of a child.
const (
	helpPhotos = "photos" // a photo's bytes in, its line out
	helpFrames = "frames" // a picture's bytes in, its pixels as a BMP file out
)

// newHelper is "tilewatch helper": the program as its own child, which serve starts.
func newHelper() *cobra.Command {
	in := &inputs{}
	c := &cobra.Command{
		Use: "helper [flags] " + helpPhotos + "|" + helpFrames, Short: "Read pictures for another tilewatch, with limits", Hidden: true,
		Args: cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs), ValidArgs: []string{helpPhotos, helpFrames},
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == helpFrames {
				return serveHelper(c, frameMemory, vision.Plain)
			}
			return in.readPhotos(c)
		},
	}
	in.register(c)
	return c
}

// serveHelper works with the limits until the parent is gone.
func serveHelper(c *cobra.Command, memory uint64, work helper.Work) error {
	if err := helper.Confine(memory); err != nil {
		return failure{err}
	}
	if err := helper.Serve(c.InOrStdin(), c.OutOrStdout(), work); err != nil {
		return failure{err}
	}
	return nil
}

// readPhotos reads photos as the flags say.
func (in *inputs) readPhotos(c *cobra.Command) (err error) {
	if err := in.load(); err != nil {
		return err
	}
	photos, err := in.which.Photos(tenant.Inputs{Camera: in.camera, Tileset: in.tileset, Words: in.words})
	if err != nil {
		return failure{err}
	}
	defer func() { err = closing(photos, err) }()
	return serveHelper(c, photoMemory, func(data []byte) ([]byte, error) {
		result, err := photos.Read(data)
		if err != nil {
			return json.Marshal(photo.Failed("", err))
		}
		return json.Marshal(result)
	})
}

// child is the command of a child that does the work as these inputs say.
func (in *inputs) child(work string) helper.Start {
	args := []string{"helper", "--game", in.gameName}
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
		c.Env = append(os.Environ(), childEnvironment...)
		return c
	}
}

// childEnvironment is what a child's environment has besides: nothing but in tests, where the child must be told that it is one.
var childEnvironment []string

// readingAside has uploaded photos read by the worker's child.
func readingAside(w *helper.Worker) web.PhotoReader {
	return func(ctx context.Context, data []byte) (json.RawMessage, error) {
		answer, err := w.Do(ctx, data)
		var refused *helper.Refused
		switch {
		case err == nil:
			return answer, nil
		case errors.Is(err, helper.ErrBroken), errors.Is(err, helper.ErrSlow), errors.As(err, &refused):
			return json.Marshal(photo.Failed("", &vision.Error{Code: vision.Unreadable, Message: err.Error()}))
		}
		return nil, fmt.Errorf("read an upload: %w", err)
	}
}
