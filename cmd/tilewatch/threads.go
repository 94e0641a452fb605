package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
)

// blind are the commands that read no pictures. They need no native settings, and start twice as fast without a second start.
var blind = []string{"", "__complete", "__completeNoDesc", "advise", "backup", "completion", "engine", "games", "help", "hub", "manual", "replay", "restore", "schema", "words"}

// seesPictures says whether a call of the program may read pictures.
func seesPictures(args []string) bool {
	command := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command = args[0]
	}
	return !slices.Contains(blind, command)
}

// nativeSettings are what the libraries in C and C++ take from the environment, which they read only while they are loaded.
var nativeSettings = [][2]string{
	// Tesseract splits even one letter among four threads, which makes it six times slower.
	{threadLimit, "1"},
	// One pool of memory for all of Go's threads: each further one holds on to a fifth more, and a picture's memory is found again.
	{"MALLOC_ARENA_MAX", "1"},
	// A picture's memory is kept for the next one instead of being given back and fetched again, page by page: that takes a tenth
	// of the time.
	{"MALLOC_MMAP_THRESHOLD_", "33554432"},
	{"MALLOC_TRIM_THRESHOLD_", "67108864"},
}

const threadLimit = "OMP_THREAD_LIMIT"

// limitThreads starts the program again with the native settings that are not set yet, unless the limit of threads is: it keeps the
// second start from starting a third.
func limitThreads() error {
	if _, set := os.LookupEnv(threadLimit); set {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot limit threads: %w", err)
	}
	environment := os.Environ()
	for _, setting := range nativeSettings {
		if _, set := os.LookupEnv(setting[0]); !set {
			environment = append(environment, setting[0]+"="+setting[1])
		}
	}
	err = syscall.Exec(self, os.Args, environment)
	return fmt.Errorf("cannot limit threads: %w", err)
}
