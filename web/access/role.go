package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tilewatch/engine/atomicfile"
)

// Role is what somebody may do at a table. Watching is free to everybody in the network.
type Role int

// The roles; each may do what those before it may.
const (
	RoleWatcher Role = iota // look
	RolePlayer              // correct, challenge, answer, undo
	RoleHost                // begin games, choose options, name players, see the camera's picture
)

var roleNames = [...]string{RoleWatcher: "watcher", RolePlayer: "player", RoleHost: "host"}

func (r Role) String() string { return roleNames[r] }

// Keys makes the links that give roles. A key cannot be guessed, says nothing of the others, and is the same after a
// restart.
type Keys struct {
	secret []byte
	renew  func() (Keys, error) // makes keys that replace these, stored as these are; nil: these cannot be renewed here
}

// secretSize is in bytes.
const secretSize = 32

// None reports whether these are no keys at all: the zero value.
func (k Keys) None() bool { return k.secret == nil }

// NewKeys makes random keys that end with the program.
func NewKeys() Keys {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	return Keys{secret, func() (Keys, error) { return NewKeys(), nil }}
}

// LoadKeys reads the keys of the data folder, and makes them there at their first use. Only the folder's owner can read the file.
func LoadKeys(folder string) (Keys, error) {
	name := filepath.Join(folder, keysFile)
	data, err := os.ReadFile(name)
	switch {
	case err == nil && len(data) == secretSize:
		return Keys{data, func() (Keys, error) { return keepKeys(folder) }}, nil
	case err == nil:
		return Keys{}, fmt.Errorf("%q holds no key: delete it, and hand out new links", name)
	case !errors.Is(err, fs.ErrNotExist):
		return Keys{}, fmt.Errorf("read the key of the links: %w", err)
	}
	return keepKeys(folder)
}

// keepKeys makes new keys and stores them in the folder.
func keepKeys(folder string) (Keys, error) {
	keys := NewKeys()
	keys.renew = func() (Keys, error) { return keepKeys(folder) }
	name := filepath.Join(folder, keysFile)
	if err := atomicfile.Write(name, keys.secret, 0o600); err != nil {
		return Keys{}, fmt.Errorf("keep the key of the links: %w", err)
	}
	return keys, nil
}

// keysFile holds the secret.
const keysFile = "links.key"

// base32 without the look-alikes i, l, 0 and 1.
var spelled = base32.NewEncoding("23456789bcdfghjkmnpqrstvwxyzaeuo").WithPadding(base32.NoPadding)

// Key is the role's at the table: 26 characters, 128 bits.
func (k Keys) Key(table string, r Role) string {
	return spelled.EncodeToString(k.mac(r.String(), table)[:16])[:26]
}

// Code is the short form of the player's key, to type: six characters, 30 bits. Limits bound the tries a minute.
func (k Keys) Code(table string) string {
	return spelled.EncodeToString(k.mac("code", table))[:CodeLength]
}

// CodeLength is in characters.
const CodeLength = 6

func (k Keys) mac(purpose, table string) []byte {
	mac := hmac.New(sha256.New, k.secret)
	fmt.Fprintf(mac, "%s\n%s", purpose, table)
	return mac.Sum(nil)
}

// Role is what the key gives at the table.
func (k Keys) Role(table, key string) Role {
	for r := RoleHost; r > RoleWatcher; r-- {
		if subtle.ConstantTimeCompare([]byte(key), []byte(k.Key(table, r))) == 1 {
			return r
		}
	}
	return RoleWatcher
}

// cookieName keeps a table's key in the browser.
func cookieName(table string) string { return "tilewatch-" + table }

// Link is the address, without the host, that gives the role at the table.
func (k Keys) Link(table string, r Role) string {
	if r == RoleWatcher {
		return "/t/" + table + "/watch"
	}
	return "/j/" + table + "/" + k.Key(table, r)
}

// KeysOf are the keys made of a secret that several servers share: 32 bytes that nobody else has. renew replaces the secret
// for all of them; nil: it cannot be renewed here.
func KeysOf(secret []byte, renew func(secret []byte) error) (Keys, bool) {
	keys := Keys{secret: secret}
	if renew != nil {
		keys.renew = func() (Keys, error) {
			next, _ := KeysOf(NewKeys().secret, renew)
			return next, renew(next.secret)
		}
	}
	return keys, len(secret) == secretSize
}

// Secret is what the keys are made of, for KeysOf. Never show it.
func (k Keys) Secret() []byte { return append([]byte(nil), k.secret...) }
