package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Writable says why nothing can be written to a store now; nil: something can, as far as one can know without writing an event.
func Writable(ctx context.Context, j Journal) error {
	if store, ok := j.(interface{ Writable(context.Context) error }); ok {
		return store.Writable(ctx)
	}
	_, err := j.Games(ctx)
	return err
}

// Refusal is the system's error as this package's.
func Refusal(err error) error {
	if err == nil {
		return nil
	}
	kind := ErrStorage
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		kind = ErrFull
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		kind = ErrFiles
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrNotExist):
		kind = ErrReadOnly
	}
	return fmt.Errorf("%w (%v)", kind, err)
}
