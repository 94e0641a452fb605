package calibration

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFile bounds what is read of a calibration file: real ones have a few kilobytes.
const maxFile = 1 << 20

// load reads the file and puts what it is and its name before every error.
func load[T any](what, path string, parse func([]byte) (*T, error)) (*T, error) {
	data, err := readSmall(path)
	if err != nil {
		return nil, fmt.Errorf("%s file %q: %w", what, path, err)
	}
	value, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s file %q: %w", what, path, err)
	}
	return value, nil
}

func readSmall(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			return nil, at.Err // the caller names the path
		}
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("larger than %d bytes: is this another file?", maxFile)
	}
	return data, err
}

// decode reads one JSON object; form is the expected form, for the error message.
func decode(data []byte, into any, form string) error {
	err := json.Unmarshal(data, into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at byte %d (%w): write it like %s", syntax.Offset, err, form)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("%s must not be %s (byte %d): write it like %s", kind.Field, kind.Value, kind.Offset, form)
	case err != nil:
		return fmt.Errorf("%w: write it like %s", err, form)
	}
	return nil
}
