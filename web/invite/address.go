package invite

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// LANAddress is the address under which other devices of the local network most likely reach this machine.
// ok is false on a machine without a network.
func LANAddress() (address netip.Addr, ok bool) {
	found := lanAddresses()
	if len(found) == 0 {
		return netip.Addr{}, false
	}
	return found[0], true
}

// mostAddresses is how many of a computer's addresses are told: it may be on a cable and on Wi-Fi, and only one is the phones' network.
const mostAddresses = 2

// PageURLs are the addresses of the first page for a listener: the local network's first, then this machine's own name for itself. One
// that listens at a single address has that one alone.
func PageURLs(at *net.TCPAddr) []string { return pageURLs("http", at) }

// SecureURLs are PageURLs by https.
func SecureURLs(at *net.TCPAddr) []string { return pageURLs("https", at) }

// NamedURL is the address of the first page by a name, for a listener.
func NamedURL(secure bool, name string, at *net.TCPAddr) string {
	scheme := "http"
	if secure {
		scheme = "https"
	}
	return pageURL(scheme, name, at.Port)
}

func pageURLs(scheme string, at *net.TCPAddr) []string {
	switch {
	case at.IP.IsLoopback():
		return []string{pageURL(scheme, "localhost", at.Port)}
	case len(at.IP) > 0 && !at.IP.IsUnspecified():
		return []string{pageURL(scheme, at.IP.String(), at.Port)}
	}
	var urls []string
	found := lanAddresses()
	for _, a := range found[:min(len(found), mostAddresses)] {
		urls = append(urls, pageURL(scheme, a.String(), at.Port))
	}
	return append(urls, pageURL(scheme, "localhost", at.Port))
}

// ForPhones reports whether other devices can open the address.
func ForPhones(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Hostname() == "localhost" {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err != nil || !ip.IsLoopback()
}

// pageURL leaves out the port that browsers add themselves.
func pageURL(scheme, host string, port int) string {
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		host = "[" + host + "]"
	}
	if scheme == "http" && port == 80 || scheme == "https" && port == 443 {
		return scheme + "://" + host + "/"
	}
	return scheme + "://" + host + ":" + strconv.Itoa(port) + "/"
}

// link is a network interface.
type link struct {
	kind      kind
	addresses []netip.Addr
}

// kind is what an interface leads to.
type kind int

const (
	tunnel kind = iota // to a network elsewhere: no phone of this room is there
	bridge             // nobody knows
	card               // by hardware: a cable or Wi-Fi
)

// lanAddresses are this machine's addresses, the likeliest first: those of a network card before others, then the one that leads out, then
// private IPv4, other IPv4, IPv6. A tunnel's are there only where there is nothing else.
func lanAddresses() []netip.Addr {
	interfaces, err := net.Interfaces()
	if err != nil {
		interfaces = nil // the routed address may still serve
	}
	var links []link
	for _, i := range interfaces {
		if i.Flags&net.FlagUp != 0 && i.Flags&net.FlagLoopback == 0 && !virtual(i.Name) {
			links = append(links, link{kindOf(i), usable(i)})
		}
	}
	return ranked(links, routed())
}

func ranked(links []link, out netip.Addr) (found []netip.Addr) {
	likely, seen := map[netip.Addr]int{}, out
	for _, l := range links {
		for _, a := range l.addresses {
			if likely[a] = likeliness(a, out, l.kind); a == out {
				seen = netip.Addr{}
			}
		}
	}
	if seen.IsValid() { // an interface that was left out bears it
		likely[out] = likeliness(out, out, bridge)
	}
	for a := range likely {
		found = append(found, a)
	}
	slices.SortFunc(found, func(a, b netip.Addr) int { return cmp.Or(likely[b]-likely[a], a.Compare(b)) })
	if better := slices.IndexFunc(found, func(a netip.Addr) bool { return likely[a] < 0 }); better > 0 {
		found = found[:better]
	}
	return found
}

// shared is the range that carriers and tunnels such as Tailscale's share (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// kindOf tells a network card by its hardware, where the system says so (Linux).
func kindOf(i net.Interface) kind {
	if _, err := os.Stat(filepath.Join("/sys/class/net", i.Name, "device")); err == nil {
		return card
	}
	for _, prefix := range []string{"tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "nordlynx", "proton", "mullvad", "gpd"} {
		if strings.HasPrefix(i.Name, prefix) {
			return tunnel
		}
	}
	if i.Flags&net.FlagPointToPoint != 0 {
		return tunnel
	}
	return bridge
}

func usable(i net.Interface) []netip.Addr {
	addrs, err := i.Addrs()
	if err != nil {
		return nil
	}
	var found []netip.Addr
	for _, a := range addrs {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		// Link-local IPv6 needs a zone that no phone can type.
		if ip := prefix.Addr().Unmap(); ip.IsGlobalUnicast() {
			found = append(found, ip)
		}
	}
	return found
}

// virtual interfaces belong to containers and virtual machines: no phone is on them.
func virtual(name string) bool {
	for _, prefix := range []string{"docker", "br-", "veth", "virbr", "lxc", "lxd", "vmnet", "vbox", "podman", "cni"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// likeliness orders addresses; below 0 it is a tunnel's.
func likeliness(a, routed netip.Addr, by kind) int {
	score := 0
	switch {
	case by == tunnel, shared.Contains(a):
		score = -100
	case by == card:
		score = 10
	}
	if a.Is4() {
		score += 4
		if a.IsPrivate() {
			score++
		}
	}
	if a == routed {
		score += 2
	}
	return score
}

// routed is the address that packets to the outside would bear. Nothing is sent: connecting a datagram socket
// only looks the route up. 192.0.2.1 is reserved for documents.
func routed() netip.Addr {
	conn, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer conn.Close()
	local, err := netip.ParseAddrPort(conn.LocalAddr().String())
	if err != nil || local.Addr().IsLoopback() {
		return netip.Addr{}
	}
	return local.Addr().Unmap()
}
