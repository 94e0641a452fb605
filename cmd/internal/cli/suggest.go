package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// NoCommand refuses arguments of a command that only has subcommands, and suggests the command that was probably meant.
func NoCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("unknown command %q%s", c.CommandPath()+" "+args[0], didYouMean(c, args[0], c.CommandPath()+" "))
}

// NoInputs refuses arguments.
func NoInputs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, got %q", c.CommandPath(), args[0])
	}
	return nil
}

// WrongFlag is the error of flags that cannot be parsed. It suggests the flag that was probably meant.
func WrongFlag(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	names := &cobra.Command{} // flags as commands: cobra compares names of commands only
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	return fmt.Errorf("%w%s", err, didYouMean(names, unknown.GetSpecifiedName(), "--"))
}

// farthest is how many letters of a suggestion may differ from the typed word.
const farthest = 2

// didYouMean suggests the nearest of the commands, with the words before its name.
func didYouMean(commands *cobra.Command, typed, before string) string {
	for distance := 1; distance <= farthest; distance++ {
		commands.SuggestionsMinimumDistance = distance
		if names := commands.SuggestionsFor(typed); len(names) > 0 {
			return "; did you mean " + before + strings.Join(names, " or "+before) + "?"
		}
	}
	return ""
}
