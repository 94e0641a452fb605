package photo

import (
	"errors"
	"fmt"
	"io"
	"os"

	"tilewatch/cmd/internal/term"
	"tilewatch/vision/picture"
)

// Failure is the line for a photo that gave no result.
type Failure struct {
	Photo string `json:"photo"`
	Error Reason `json:"error"`
}

// Reason is why, and what to do about it.
type Reason struct {
	Code    picture.ErrorCode `json:"code"`
	Kind    string            `json:"kind,omitempty"` // what the file is instead of a picture, as picture.Error says
	Message string            `json:"message"`
}

// Failed is the line for a photo that gave err. Every error that is not one of vision's means that the file is unreadable.
func Failed(name string, err error) Failure {
	var known *picture.Error
	if !errors.As(err, &known) {
		known = &picture.Error{Code: picture.Unreadable, Message: err.Error()}
	}
	return Failure{name, Reason{known.Code, known.Kind, known.Message}}
}

// Nothing says whether all that is wrong is that no tiles lie there: that is an answer, too.
func (f Failure) Nothing() bool { return f.Error.Code == picture.NoTiles }

// ReadFile reads a picture file's bytes, at most picture.MaxBytes of them. Errors are of type *picture.Error.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, unreadable(err)
	case info.IsDir():
		return nil, &picture.Error{Code: picture.Unreadable, Message: "is a folder: name the photos in it"}
	case info.Size() > picture.MaxBytes:
		return nil, tooLarge()
	}
	// A pipe or a device has no size beforehand, so what is read is counted too.
	data, err := io.ReadAll(io.LimitReader(file, picture.MaxBytes+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if len(data) > picture.MaxBytes {
		return nil, tooLarge()
	}
	return data, nil
}

func tooLarge() *picture.Error {
	return &picture.Error{Code: picture.TooLarge, Message: fmt.Sprintf("larger than %d MB: save it as a JPEG", picture.MaxBytes>>20)}
}

func unreadable(err error) *picture.Error {
	message := fmt.Sprintf("cannot read the file: %v: copy it again", err)
	var at *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		message = "no such file"
	case errors.Is(err, os.ErrPermission):
		message = "permission denied"
	case errors.As(err, &at):
		message = fmt.Sprintf("cannot read the file: %v: copy it again", at.Err)
	}
	return &picture.Error{Code: picture.Unreadable, Message: message}
}

// Text is the failure for people.
func (f Failure) Text(term.Painter) string { return fmt.Sprintf("%s: %s\n", f.Photo, f.Error.Message) }
