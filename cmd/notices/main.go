// Command notices gathers the licenses of all modules that the program links, for "tilewatch words --notices" and the page about it. Run it from the
// top folder after a change of go.mod; a test says when.
package main

import (
	"fmt"
	"os"

	"tilewatch/cmd/internal/notices"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run() error {
	g, err := notices.Gather("./cmd/tilewatch")
	if err != nil {
		return err
	}
	file, err := g.Pack()
	if err != nil {
		return err
	}
	return os.WriteFile("cmd/internal/notices/modules.json.gz", file, 0o644)
}
