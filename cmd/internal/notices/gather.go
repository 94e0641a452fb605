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

// Gather reads the licenses of all modules that a package links, from where the go command keeps the modules.
func Gather(pkg string) (g Gathered, err error) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", pkg).Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return g, fmt.Errorf("list what %s links: %w", pkg, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if line == "" {
			continue // a package of the standard library
		}
		var path, version, folder string
		if _, err := fmt.Sscan(line, &path, &version, &folder); err != nil {
			return g, fmt.Errorf("module %q: %w", line, err)
		}
		if err := g.add(path, version, folder); err != nil {
			return g, err
		}
	}
	return g, nil
}

// add reads a module's license.
func (g *Gathered) add(path, version, folder string) error {
	text, err := licenseIn(folder)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
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

// licenseIn is the text of all files of a module's top folder that are named as licenses and notices are.
func licenseIn(folder string) (string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var all []string
	for _, f := range files {
		upper := strings.ToUpper(f.Name())
		if f.IsDir() || !slices.ContainsFunc([]string{"LICEN", "COPYING", "NOTICE", "PATENTS"}, func(p string) bool { return strings.HasPrefix(upper, p) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return "", err
		}
		all = append(all, strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	if len(all) == 0 {
		return "", errors.New("it has no license")
	}
	return strings.Join(all, "\n\n"), nil
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
