package main

import (
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/photo"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// newHelper is "tilewatch helper": the program as its own child, which serve starts.
func newHelper() *cobra.Command {
	in := &input.Flags{}
	c := &cobra.Command{
		Use: "helper [flags] " + input.Photos + "|" + input.Frames + "|" + input.Stream, Short: "Read pictures for another tilewatch, with limits", Hidden: true,
		Args: cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs), ValidArgs: []string{input.Photos, input.Frames, input.Stream},
		RunE: func(c *cobra.Command, args []string) error {
			switch args[0] {
			case input.Frames:
				return serveHelper(c, input.FrameMemory, picture.Uncompressed)
			case input.Stream:
				streams := source.NewStreams()
				return cli.Closing(streams, serveHelper(c, input.FrameMemory, streams.Do))
			}
			return readPhotos(c, in)
		},
	}
	in.Register(c)
	return c
}

// serveHelper works with the limits until the parent is gone.
func serveHelper(c *cobra.Command, memory uint64, work helper.Work) error {
	if err := helper.Confine(memory); err != nil {
		return cli.Fail(err)
	}
	if err := helper.Serve(c.InOrStdin(), c.OutOrStdout(), work); err != nil {
		return cli.Fail(err)
	}
	return nil
}

// readPhotos reads photos as the flags say.
func readPhotos(c *cobra.Command, in *input.Flags) (err error) {
	if err := in.Load(); err != nil {
		return err
	}
	photos, err := in.Which.Photos(game.Inputs{Camera: in.Camera, Tileset: in.Tileset, Words: in.Words, Why: true})
	if err != nil {
		return cli.Fail(err)
	}
	defer func() { err = cli.Closing(photos, err) }()
	return serveHelper(c, input.PhotoMemory, func(data []byte) ([]byte, error) {
		result, err := photos.Read(data)
		if broken := (*photo.Panicked)(nil); errors.As(err, &broken) {
			return nil, &helper.Refused{Reason: broken.Of.Message, Panicked: true}
		}
		if err != nil {
			return json.Marshal(photo.Failed("", err))
		}
		return json.Marshal(result)
	})
}
