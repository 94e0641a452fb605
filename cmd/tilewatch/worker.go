package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/queue"
	"tilewatch/engine/journal/cluster"
)

// worker is "tilewatch worker": a machine that reads photos for a club.
type worker struct {
	input.Flags
	journal string
}

func newWorker() *cobra.Command {
	w := &worker{}
	c := &cobra.Command{
		Use:   "worker --journal nats://HOST,HOST [flags]",
		Short: "Read photos for a club's servers",
		Long: `Reads photos that people send to any server of the club, and prints one line per photo. Any number of workers share the work; if one
stops, another reads its photo. A child process with limits decodes the photos.`,
		Example: `  tilewatch worker --journal nats://n1,n2,n3`,
		Args:    cli.NoInputs,
		RunE:    w.run,
	}
	w.Flags.Register(c)
	c.Flags().StringVar(&w.journal, "journal", "", "the club's servers: `nats://HOST,HOST`")
	return c
}

func (w *worker) run(c *cobra.Command, _ []string) (err error) {
	if w.journal == "" {
		return errors.New("no servers given: add --journal nats://HOST,HOST")
	}
	if err := w.Load(); err != nil {
		return err
	}
	cli.NoteSkipped(w.Words, cli.Noting(c))
	conn, err := cluster.Connect(c.Context(), w.journal)
	if err != nil {
		return cli.Fail(err)
	}
	defer conn.Close()
	photos, err := queue.Open(c.Context(), conn)
	if err != nil {
		return cli.Fail(err)
	}
	child := helper.NewWorker(w.Child(input.Photos), input.PhotoWithin)
	defer func() { err = cli.Closing(child, err) }()
	out := c.OutOrStdout()
	fmt.Fprintf(out, "Reading photos of %s for %s\n", w.Which.Title, conn)
	work := &queue.Worker{
		Queue: photos, Game: w.Name, Read: queue.Reader(input.ReadingAside(child)),
		Note: func(message string) { fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", message) },
		Took: func(took time.Duration) { fmt.Fprintf(out, "Read a photo in %v\n", took.Round(time.Millisecond)) },
	}
	if err := work.Run(c.Context()); err != nil {
		return cli.Fail(err)
	}
	return nil
}
