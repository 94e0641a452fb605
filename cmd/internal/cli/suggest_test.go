package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestNearNamesAreSuggested(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"a letter is missing", []string{"scor"}, `unknown command "tilewatch scor"; did you mean tilewatch score?`},
		{"two letters are swapped", []string{"socre"}, `unknown command "tilewatch socre"; did you mean tilewatch score?`},
		{"a letter too many", []string{"scored"}, `unknown command "tilewatch scored"; did you mean tilewatch score?`},
		{"nothing is near", []string{"frobnicate"}, `unknown command "tilewatch frobnicate"`},
		{"a flag with a missing letter", []string{"score", "--jsn"}, "unknown flag: --jsn; did you mean --json?"},
		{"the beginning of a flag", []string{"score", "--dict=x"}, "unknown flag: --dict; did you mean --dictionary?"},
		{"a flag like no other", []string{"score", "--frobnicate"}, "unknown flag: --frobnicate"},
		{"a hidden flag is nobody's", []string{"score", "--secre"}, "unknown flag: --secre"},
		{"a value that is no number", []string{"score", "--top=x"}, `invalid argument "x" for "--top" flag: strconv.ParseInt: parsing "x": invalid syntax`},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := &cobra.Command{Use: "tilewatch", Args: NoCommand, Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true}
			root.SetFlagErrorFunc(WrongFlag)
			score := &cobra.Command{Use: "score", Run: func(*cobra.Command, []string) {}}
			score.Flags().Bool("json", false, "")
			score.Flags().Bool("join", false, "") // two letters from jsn
			score.Flags().String("dictionary", "", "")
			score.Flags().Int("top", 0, "")
			score.Flags().Bool("secret", false, "")
			if err := score.Flags().MarkHidden("secret"); err != nil {
				t.Fatal(err)
			}
			root.AddCommand(score)
			root.SetArgs(c.args)
			if err := root.Execute(); err == nil || err.Error() != c.says {
				t.Errorf("%v, want %s", err, c.says)
			}
		})
	}
}
