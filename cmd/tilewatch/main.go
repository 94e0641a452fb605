// Command tilewatch watches a table game through a camera and keeps the score. Every sub-command has its own file;
// here they are only listed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/version"
)

// The exit statuses of every command.
const (
	exitDone   = 0
	exitFailed = 1 // some inputs failed; each of them is a line with "error"
	exitUsage  = 2 // the call itself was wrong
)

func main() {
	useBundledLetters()
	if seesPictures(os.Args[1:]) {
		if err := limitThreads(); err != nil {
			fmt.Fprintln(os.Stderr, "tilewatch:", err)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, diagnostics io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(diagnostics)
	err := root.ExecuteContext(ctx)
	var failed cli.Failure
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, cli.ErrFailed):
		return exitFailed
	case errors.As(err, &failed):
		fmt.Fprintln(diagnostics, "tilewatch:", err)
		return exitFailed
	}
	fmt.Fprintf(diagnostics, "tilewatch: %v\nSee \"tilewatch help\".\n", err)
	return exitUsage
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "tilewatch",
		Short:         "Watches a table game through a camera and keeps the score",
		Version:       version.String(),
		SilenceUsage:  true,
		SilenceErrors: true, // run prints them once
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("tilewatch {{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newScore(), newRead(), newWatch(), newServe(), newEngine(), newGames(), newReplay(), newAdvise(), newWords(), newCalibrate(), newDoctor(), newHelper())
	root.AddCommand(newHub(), newWorker(), newBackup(), newRestore(), newManual())
	return root
}
