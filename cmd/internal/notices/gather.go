package notices

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Gather reads the licenses of all that a package links, from where the go command keeps the modules: each module's, and those of its folders
// that have one of their own.
func Gather(pkg string) (g Gathered, err error) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{$at := .Dir}}{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}} {{$at}}{{end}}{{end}}", pkg).Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return g, fmt.Errorf("list what %s links: %w", pkg, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	seen := map[string]bool{}
	for _, line := range lines {
		if line == "" {
			continue // a package of the standard library
		}
		var path, version, top, at string
		if _, err := fmt.Sscan(line, &path, &version, &top, &at); err != nil {
			return g, fmt.Errorf("package %q: %w", line, err)
		}
		for _, folder := range foldersTo(top, at) {
			if seen[folder] {
				continue
			}
			seen[folder] = true
			if err := g.add(path+strings.TrimPrefix(folder, top), version, folder, folder == top); err != nil {
				return g, err
			}
		}
	}
	return g, nil
}

// foldersTo are a module's top folder and those on the way to one of its packages.
func foldersTo(top, at string) []string {
	folders := []string{top}
	for i, c := range at {
		if c == filepath.Separator && i > len(top) {
			folders = append(folders, at[:i])
		}
	}
	if at != top {
		folders = append(folders, at)
	}
	return folders
}

// add reads a folder's license; must says that it has to have one.
func (g *Gathered) add(path, version, folder string, must bool) error {
	text, err := licenseIn(folder)
	if err == nil && text == "" && must {
		err = errors.New("it has no license")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if text == "" {
		return nil
	}
	name := nameOf(text)
	if name == "" {
		return fmt.Errorf("%s: its license has no name here: %.80q", path, text)
	}
	at := slices.Index(g.Texts, text)
	if at < 0 {
		at = len(g.Texts)
		g.Texts = append(g.Texts, text)
	}
	g.Modules = append(g.Modules, Module{path, version, name, at})
	return nil
}

// licenseIn is the text of all files of a folder that are named as licenses and notices are; empty: it has none.
func licenseIn(folder string) (string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var all []string
	for _, f := range files {
		if f.IsDir() || !isLicense(f.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return "", err
		}
		all = append(all, strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	return strings.Join(all, "\n\n"), nil
}

func isLicense(name string) bool {
	begins := func(with string) bool { return strings.HasPrefix(strings.ToUpper(name), with) }
	return filepath.Ext(name) != ".go" && slices.ContainsFunc([]string{"LICEN", "COPYING", "NOTICE", "PATENTS"}, begins)
}

// signs are sentences that licenses have and others have not, in the order in which they are looked for.
var signs = []struct{ sentence, name string }{
	{"GNU AFFERO GENERAL PUBLIC LICENSE", "AGPL"},
	{"GNU LESSER GENERAL PUBLIC LICENSE", "LGPL"},
	{"GNU GENERAL PUBLIC LICENSE", "GPL"},
	{"Mozilla Public License", "MPL-2.0"},
	{"Apache License", "Apache-2.0"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Permission to use, copy, modify, and/or distribute", "ISC"},
	{"Permission to use, copy, modify, and distribute", "ISC"},
	{"Neither the name", "BSD-3-Clause"},
	{"names of its contributors may", "BSD-3-Clause"},
	{"Redistributions in binary form must reproduce", "BSD-2-Clause"},
}

// nameOf is the SPDX name of a license; empty: an unknown one.
func nameOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for _, s := range signs {
		if strings.Contains(text, s.sentence) {
			return s.name
		}
	}
	return ""
}
