package access

import (
	"crypto/subtle"
	"sync"
)

// keyring holds the keys that count now.
type keyring struct {
	renewing sync.Mutex
	mu       sync.RWMutex
	keys     Keys
	renewed  chan struct{} // closed when others take their place
}

func newKeyring(k Keys) *keyring { return &keyring{keys: k, renewed: make(chan struct{})} }

func (r *keyring) Now() Keys {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.keys
}

// changed is closed when the keys that count now count no more.
func (r *keyring) Changed() <-chan struct{} {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.renewed
}

// renew puts new keys in place of the old ones, which open nothing from then on.
func (r *keyring) Renew() error {
	r.renewing.Lock() // others may ask for roles meanwhile: it may take seconds
	defer r.renewing.Unlock()
	keys, err := r.Now().renew()
	if err == nil {
		r.Put(keys)
	}
	return err
}

// put makes the keys those that count, and tells whether they were not before.
func (r *keyring) Put(k Keys) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if subtle.ConstantTimeCompare(r.keys.Secret, k.Secret) == 1 {
		return false
	}
	r.keys = k
	close(r.renewed)
	r.renewed = make(chan struct{})
	return true
}

// renewable tells whether links can be renewed here.
func (r *keyring) Renewable() bool { return r.Now().renew != nil }
