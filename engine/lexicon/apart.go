package lexicon

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// FolderVariable is the variable of the environment that names the folder of the lists that are files of their own.
const FolderVariable = "TILEWATCH_WORDS"

// apartLists are those whose licence does not let them be part of the program: the German dictionary's is the GPL.
var apartLists = map[string]bool{"german": true, "german-a": true}

// fileOf is the file of such a list; empty if nobody has said where they are.
func fileOf(list string) string {
	folder := os.Getenv(FolderVariable)
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, list+".words")
}

// isThere reports whether a list can be opened.
func isThere(list string) bool {
	_, err := os.Stat(fileOf(list))
	return !apartLists[list] || err == nil
}

// opened are the lists that have been read, by their files.
var opened sync.Map

// openApart reads the list's file, once.
func openApart(list string) (*Lexicon, error) {
	file := fileOf(list)
	if l, ok := opened.Load(file); ok {
		return l.(*Lexicon), nil
	}
	data, err := []byte(nil), fs.ErrNotExist
	if file != "" {
		data, err = os.ReadFile(file)
	}
	var l *Lexicon
	if err == nil {
		l, err = Decode(data)
	}
	if err != nil {
		return nil, fmt.Errorf("the list %q is a file of its own, which belongs in share/tilewatch/words beside the program's folder: install Tilewatch again, "+
			"or name the file's folder in %s: %w", list, FolderVariable, err)
	}
	opened.Store(file, l)
	return l, nil
}
