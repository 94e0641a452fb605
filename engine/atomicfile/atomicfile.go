// Package atomicfile replaces files whole or not at all: a reader, and a computer that lost its power, finds the old file under the name or
// the new one, never a part of one. It is the only way in which the program renames a file.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Write puts data in the place of the file, whose new mode is perm less the umask. A folder that is missing is made, for its owner alone if the
// file is.
func Write(name string, data []byte, perm fs.FileMode) error {
	return Fill(name, perm, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Fill has a function write a new file, then puts that in the place of the named one. If the function answers an error, all stays as it was.
// A link stays, and the file that it leads to is replaced; what is no file, such as a device, is an error. A program that is killed meanwhile
// leaves a hidden file beside the named one.
func Fill(name string, perm fs.FileMode, fill func(*os.File) error) (err error) {
	if led, err := filepath.EvalSymlinks(name); err == nil {
		name = led
	}
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a file: name a new one", name)
	}
	folder := filepath.Dir(name)
	if err := MakeFolder(folder, perm|(perm&0o444)>>2|0o300); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(folder, fmt.Sprintf(fresh+"%016x", rand.Uint64())), os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := fill(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return Move(f.Name(), name)
}

// fresh begins the name of a file that is being filled.
const fresh = ".new-"

// Left are the files that programs left in a folder which were killed while they filled them, so long ago that nobody is at work on them.
func Left(folder string) (names []string) {
	entries, _ := os.ReadDir(folder) // where nothing can be read there is nothing to be removed
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && len(entry.Name()) == len(fresh)+16 && strings.HasPrefix(entry.Name(), fresh) && time.Since(info.ModTime()) > 24*time.Hour {
			names = append(names, filepath.Join(folder, entry.Name()))
		}
	}
	return names
}

// Replace puts a file that another library wrote, and that nobody has open, in the place of the named one.
func Replace(fresh, name string) error {
	f, err := os.OpenFile(fresh, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return Move(fresh, name)
}

// Move gives a file another name in its folder. It does not ask whether the file's bytes are on the disk.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	syncFolder(filepath.Dir(to))
	return nil
}

// MakeFolder makes a folder, and those above it, that stay: a new name is safe once the folder that holds it is.
func MakeFolder(folder string, perm fs.FileMode) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	parent := filepath.Dir(folder)
	if parent != folder {
		if err := MakeFolder(parent, perm); err != nil {
			return err
		}
	}
	if err := os.Mkdir(folder, perm); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	syncFolder(parent)
	return nil
}

// syncFolder sees to it that new names in a folder stay. Not every file system can; the file has its name all the same.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		_ = errors.Join(f.Sync(), f.Close())
	}
}
