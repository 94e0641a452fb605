package journal

import "context"

// Holding are the games of which an event holds the text. known is false where only reading them all would tell.
func Holding(ctx context.Context, j Journal, text string) (games map[string]bool, known bool) {
	for j != nil {
		switch store := j.(type) {
		case interface {
			Holding(context.Context, string) (map[string]bool, error)
		}:
			games, err := store.Holding(ctx, text)
			return games, err == nil
		case interface{ Unwrap() Journal }:
			j = store.Unwrap()
		default:
			return nil, false
		}
	}
	return nil, false
}

// Unwrap is the store, once it is open.
func (l *Late) Unwrap() Journal {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.store
}
