package invite

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
)

// Choice is under which of its addresses phones are led to this server. Several goroutines may use it; nil has none.
type Choice struct {
	mu    sync.Mutex
	all   []string
	file  string // keeps the host's choice; empty: nothing does
	first string // the one chosen
}

// Choose chooses among addresses, the likeliest first, until a host does. The file keeps what a host chose: it counts again where this computer
// has that address again.
func Choose(file string, addresses ...string) *Choice {
	c := &Choice{file: file}
	for _, a := range addresses {
		c.Add(a)
	}
	return c
}

// Add adds an address.
func (c *Choice) Add(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all = append(c.all, address); c.first == "" || c.kept(address) {
		c.first = address
	}
}

// kept says whether the address is the one that a host chose. Its port may be another one today.
func (c *Choice) kept(address string) bool {
	host, err := os.ReadFile(c.file)
	u, bad := url.Parse(address)
	return err == nil && bad == nil && strings.TrimSpace(string(host)) == u.Hostname()
}

// Address is the one chosen; empty where there is none.
func (c *Choice) Address() string {
	if c == nil {
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.first
}

// All are the addresses to choose among.
func (c *Choice) All() []string {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.all)
}

// Choose chooses one of them. An error says why that is not kept.
func (c *Choice) Choose(address string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	u, err := url.Parse(address)
	if err != nil || !slices.Contains(c.all, address) {
		return nil // of a page that is old
	}
	c.first = address
	if c.file == "" {
		return nil
	}
	return os.WriteFile(c.file, []byte(u.Hostname()+"\n"), 0o600)
}
