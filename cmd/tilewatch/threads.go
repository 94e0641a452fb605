package main

import (
	"fmt"
	"os"
	"syscall"
)

// limitThreads starts the program anew with OMP_THREAD_LIMIT=1 unless it is set. Tesseract splits even one letter
// among four threads, which makes it six times slower, and only reads the limit while its library is loaded. The C library, too,
// reads only then how many pools of memory it may keep: one for each of Go's threads holds on to a fifth more.
func limitThreads() error {
	const name = "OMP_THREAD_LIMIT"
	if _, set := os.LookupEnv(name); set {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("going on with many threads: %w", err)
	}
	// The variable also keeps the second start from starting a third.
	environment := append(os.Environ(), name+"=1")
	const pools = "MALLOC_ARENA_MAX"
	if _, set := os.LookupEnv(pools); !set {
		environment = append(environment, pools+"=2")
	}
	err = syscall.Exec(self, os.Args, environment)
	return fmt.Errorf("going on with many threads: %w", err)
}
