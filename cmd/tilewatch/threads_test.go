package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestOnlyCommandsThatReadPicturesStartTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want bool
	}{
		{nil, false}, {[]string{"--version"}, false}, {[]string{"words", "TAME"}, false}, {[]string{"score", "a.jpg"}, true}, {[]string{"serve"}, true},
	} {
		if got := seesPictures(c.args); got != c.want {
			t.Errorf("%q: %v", c.args, got)
		}
	}
	known := map[string]bool{"": true, "help": true, "completion": true, "__complete": true, "__completeNoDesc": true} // cobra's own
	for _, c := range newRoot().Commands() {
		known[c.Name()] = true
	}
	for _, name := range blind {
		if !known[name] {
			t.Errorf("no command is called %q", name)
		}
	}
}

// TestTheNativeSettingsAreThere where pictures are read: the program's second start has them.
func TestTheNativeSettingsAreThere(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// LD_DEBUG=libs has the loader say once for each start that it initializes the program.
	for command, starts := range map[string]int{"score": 2, "words": 1} {
		c := exec.Command(self, command, "--help")
		c.Env = []string{asProgram + "=1", "LD_DEBUG=libs", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
		said, err := c.CombinedOutput()
		if got := strings.Count(string(said), "initialize program: "); err != nil || got != starts {
			t.Errorf("%s: %d starts, want %d, %v", command, got, starts, err)
		}
	}
}
