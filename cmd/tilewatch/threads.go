package main

import (
	"fmt"
	"os"
	"syscall"
)

// limitThreads starts the program anew with OMP_THREAD_LIMIT=1 unless it is set. Tesseract splits even one letter
// among four threads, which makes it six times slower, and only reads the limit while its library is loaded.
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
	err = syscall.Exec(self, os.Args, append(os.Environ(), name+"=1"))
	return fmt.Errorf("going on with many threads: %w", err)
}
