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
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/calibrating"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games/nabit/advise"
	"tilewatch/cmd/internal/version"
	"tilewatch/cmd/internal/words"
	"tilewatch/ocr"
	"tilewatch/vision/source"
)

// The exit statuses of every command.
const (
	exitDone   = 0
	exitFailed = 1 // some inputs failed; each of them is a line with "error"
	exitUsage  = 2 // the call itself was wrong
)

func main() {
	useBundled()
	if seesPictures(os.Args[1:]) {
		if err := limitThreads(); err != nil {
			fmt.Fprintln(os.Stderr, "tilewatch:", err)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends what the first one cannot, such as a pipe that nobody writes to
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, diagnostics io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	printed := &printer{Writer: out}
	root.SetOut(printed)
	root.SetErr(diagnostics)
	command, err := root.ExecuteContextC(ctx)
	var failed cli.Failure
	switch {
	case err == nil && printed.err == nil:
		return exitDone
	case errors.Is(err, cli.ErrFailed):
		return exitFailed
	case errors.As(err, &failed):
		fmt.Fprintln(diagnostics, "tilewatch:", err)
		return exitFailed
	case printed.err != nil: // what prints help does not look at that
		fmt.Fprintln(diagnostics, "tilewatch: the output is cut off:", printed.err)
		return exitFailed
	}
	fmt.Fprintf(diagnostics, "tilewatch: %v\nSee \"%s --help\".\n", err, command.CommandPath())
	return exitUsage
}

// printer remembers why something could not be written.
type printer struct {
	io.Writer
	err error
}

func (p *printer) Write(data []byte) (int, error) {
	n, err := p.Writer.Write(data)
	if err != nil && p.err == nil {
		p.err = err
	}
	return n, err
}

// Fd lets package term see whether a person reads.
func (p *printer) Fd() uintptr {
	if file, ok := p.Writer.(interface{ Fd() uintptr }); ok {
		return file.Fd()
	}
	return ^uintptr(0) // no file
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:     "tilewatch",
		Short:   "Watch a table game through a camera and keep score",
		Version: version.String(),
		Example: `  tilewatch score photo.jpg                        # score a photo
  tilewatch serve --https --source phone           # a live scoreboard, with a phone as the camera
  tilewatch doctor                                 # check this computer`,
		SilenceUsage:  true,
		SilenceErrors: true, // run prints them once
		Args:          cli.NoCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("tilewatch {{.Version}}\n" + libraries())
	root.SetFlagErrorFunc(cli.WrongFlag)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)))
	root.CompletionOptions.HiddenDefaultCmd = true
	group(root, "Score and watch:", newScore(), newRead(), newWatch(), newServe())
	group(root, "Saved games:", newGames(), newReplay(), advise.New(), newBackup(), newRestore())
	group(root, "Set up:", newDoctor(), calibrating.New())
	group(root, "Rules and words:", newEngine(), words.New(licenses), newSchema())
	group(root, "Clubs:", newHub(), newWorker())
	root.AddCommand(newHelper(), newManual()) // hidden
	return root
}

// helpWidth is where the help breaks the lines of flags, in columns.
const helpWidth = 100

// group adds commands under a heading of the help.
func group(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, c := range commands {
		c.GroupID = title
	}
	root.AddCommand(commands...)
}

// libraries are the versions of the native libraries that read pictures.
func libraries() string {
	return fmt.Sprintf("OpenCV %s, Tesseract %s\n", source.OpenCV(), ocr.TesseractVersion())
}
