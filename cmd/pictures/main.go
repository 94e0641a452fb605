// Command pictures makes the pictures of the manual and of the README, as animated and still WebP.
//
//	pictures [-bin bin/tilewatch] [-only live-phone,tv]
//
// It runs at the top of the tree. For each stage it starts the real program, shows it a sample film as a network camera would, and takes
// pictures of its pages in a headless Chromium, in the light and in the dark theme. The tables say what is done: stages.go how each game is
// played, shots.go which page in which state each picture shows. The moving picture is put together from the film and a phone's pages. The
// time on a clock differs from run to run; nothing else does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

func main() {
	s := studio{}
	flag.StringVar(&s.program, "bin", "bin/tilewatch", "the program whose pages are shown")
	only := flag.String("only", "", "the names of the pictures to make, with commas between (without it: all)")
	flag.Parse()
	if *only != "" {
		s.only = strings.Split(*only, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		stop()
		os.Exit(1)
	}
}
