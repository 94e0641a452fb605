package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// touched keeps the packages that differ from the branch, and those that import one that does. The module's own tests, at its top,
// are always among them: they hold the house's borders.
func touched(packages []pkg, branch string) ([]pkg, error) {
	files, err := changed(branch)
	if err != nil {
		return nil, err
	}
	top, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	hit := map[string]bool{module: true}
	for _, file := range files {
		p, ok := owner(packages, filepath.Join(top, filepath.FromSlash(file)))
		if !ok {
			fmt.Fprintf(os.Stderr, "check: %s belongs to no package: \"make check\" checks what uses it\n", file)
			continue
		}
		hit[p] = true
	}
	return slices.DeleteFunc(packages, func(p pkg) bool {
		return !hit[p.ImportPath] && !slices.ContainsFunc(slices.Concat(p.Imports, p.TestImports, p.XTestImports), func(at string) bool { return at != module && hit[at] })
	}), nil
}

// changed are the files that differ from where the branch was left, committed or not, new ones too.
func changed(branch string) ([]string, error) {
	base, err := git("merge-base", branch, "HEAD")
	if err != nil {
		return nil, err
	}
	differing, err := git("diff", "--name-only", "--no-renames", strings.TrimSpace(base))
	if err != nil {
		return nil, err
	}
	added, err := git("ls-files", "--others", "--exclude-standard")
	return strings.Fields(differing + added), err
}

func git(arguments ...string) (string, error) {
	out, err := exec.Command("git", arguments...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("git %s: %s", strings.Join(arguments, " "), strings.TrimSpace(string(exit.Stderr)))
	}
	return string(out), err
}

// owner is the package whose folder has the file, or the nearest one above: what lies in a testdata folder belongs to the package
// beside it. What lies in the module's testdata belongs to none.
func owner(packages []pkg, file string) (string, bool) {
	for folder := filepath.Dir(file); ; folder = filepath.Dir(folder) {
		for _, p := range packages {
			if p.Dir == folder {
				return p.ImportPath, p.ImportPath != module || filepath.Dir(file) == folder
			}
		}
		if folder == filepath.Dir(folder) {
			return "", false
		}
	}
}
