package access

import (
	"crypto/subtle"
	"sync"
)

// Keyring holds the current keys.
type Keyring struct {
	renewing sync.Mutex
	mu       sync.RWMutex
	keys     Keys
	renewed  chan struct{} // closed when somebody's role is another
}

func newKeyring(k Keys) *Keyring { return &Keyring{keys: k, renewed: make(chan struct{})} }

// Now is the current keys.
func (r *Keyring) Now() Keys {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.keys
}

// Changed is closed when other keys replace the current ones, or a session ends.
func (r *Keyring) Changed() <-chan struct{} {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.renewed
}

// Renew replaces the keys by new ones. The old ones open nothing any more.
func (r *Keyring) Renew() error {
	r.renewing.Lock() // not mu: renewing may take seconds, and requests need roles meanwhile
	defer r.renewing.Unlock()
	keys, err := r.Now().renew()
	if err == nil {
		r.Put(keys)
	}
	return err
}

// Put makes the keys the current ones, and reports whether they are new.
func (r *Keyring) Put(k Keys) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if subtle.ConstantTimeCompare(r.keys.secret, k.secret) == 1 {
		return false
	}
	r.keys = k
	r.tell()
	return true
}

// touch says that somebody's role is another, though the keys are the same.
func (r *Keyring) touch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tell()
}

func (r *Keyring) tell() {
	close(r.renewed)
	r.renewed = make(chan struct{})
}

// Renewable reports whether links can be renewed here.
func (r *Keyring) Renewable() bool { return r.Now().renew != nil }
