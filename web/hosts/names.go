package hosts

import (
	"bufio"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Names are those that a server answers to, and the proxies whose word it takes. The zero value knows this computer's names alone.
type Names struct {
	named   []string       // by the operator
	proxies []netip.Prefix // whose word counts

	mu    sync.Mutex
	own   []string  // this computer's names, as they were found then
	found time.Time // zero: not yet
}

// lasting is how long this computer's names are believed to be the same: to find them takes as long as to answer. A laptop changes them
// with its network.
const lasting = 5 * time.Second

// New makes names of a server that answers to the named ones, too, and takes the word of proxies: addresses, or networks like
// 10.0.0.0/8.
func New(named, proxies []string) (*Names, error) {
	n := &Names{}
	for _, name := range named {
		if strings.ContainsAny(name, "/:@ ") || plain(name) == "" {
			return nil, fmt.Errorf("--host %q is no name: write it as scores.example.org, without http:// and port", name)
		}
		n.named = append(n.named, plain(name))
	}
	for _, text := range proxies {
		prefix, err := netip.ParsePrefix(text)
		if address, one := netip.ParseAddr(text); one == nil {
			prefix, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("--trust-proxy %q is no address: write it as 192.168.1.2 or 10.0.0.0/8", text)
		}
		n.proxies = append(n.proxies, prefix.Masked())
	}
	return n, nil
}

// Named are the names that the operator gave.
func (n *Names) Named() []string { return slices.Clone(n.named) }

// plain is a name as it is compared.
func plain(name string) string { return strings.TrimSuffix(strings.ToLower(name), ".") }

// Has reports whether a request's Host, with a port or without, is this server. A request without one comes from no browser.
func (n *Names) Has(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	name := plain(strings.Trim(host, "[]"))
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	label, isLocal := strings.CutSuffix(name, ".local") // of the local network (RFC 6762): no DNS has it
	return name == "" || name == "localhost" || isLocal && label != "" && !strings.Contains(label, ".") ||
		slices.Contains(n.named, name) || slices.Contains(n.machine(), name)
}

// machine are this computer's names, of late.
func (n *Names) machine() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.found.IsZero() || time.Since(n.found) > lasting {
		n.own, n.found = machine(), time.Now()
	}
	return n.own
}

// machine are this computer's names: its own, and with each domain of its network.
func machine() []string {
	own, err := os.Hostname()
	if err != nil || own == "" {
		return nil
	}
	own = plain(own)
	label, _, _ := strings.Cut(own, ".")
	names := []string{own, label}
	for _, domain := range domains("/etc/resolv.conf") {
		names = append(names, label+"."+domain)
	}
	return names
}

// domains are those in which a resolver's file has names looked up: "search" and "domain" (resolv.conf(5)). Other systems have no such
// file.
func domains(file string) (all []string) {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) > 1 && (words[0] == "search" || words[0] == "domain") {
			for _, domain := range words[1:] {
				if domain = plain(domain); domain != "" {
					all = append(all, domain)
				}
			}
		}
	}
	return all
}
