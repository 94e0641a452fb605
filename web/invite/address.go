package invite

import (
	"net"
	"net/netip"
	"net/url"
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

// PageURLs are the addresses of the first page for a listener: the local network's first, then this machine's own name for itself. One
// that listens at a single address has that one alone.
func PageURLs(at *net.TCPAddr) []string { return pageURLs("http", at) }

// SecureURLs are PageURLs by https.
func SecureURLs(at *net.TCPAddr) []string { return pageURLs("https", at) }

func pageURLs(scheme string, at *net.TCPAddr) []string {
	switch {
	case at.IP.IsLoopback():
		return []string{pageURL(scheme, "localhost", at.Port)}
	case len(at.IP) > 0 && !at.IP.IsUnspecified():
		return []string{pageURL(scheme, at.IP.String(), at.Port)}
	}
	var urls []string
	if a, ok := LANAddress(); ok {
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

// lanAddresses are this machine's addresses, the likeliest first: the one that leads out, then private IPv4,
// then other IPv4, then IPv6.
func lanAddresses() []netip.Addr {
	out := routed()
	var found []netip.Addr
	interfaces, err := net.Interfaces()
	if err != nil {
		interfaces = nil // the routed address may still serve
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagUp != 0 && i.Flags&net.FlagLoopback == 0 && !virtual(i.Name) {
			found = append(found, usable(i)...)
		}
	}
	if out.IsValid() && !slices.Contains(found, out) {
		found = append(found, out)
	}
	slices.SortStableFunc(found, func(a, b netip.Addr) int { return likeliness(b, out) - likeliness(a, out) })
	return found
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

func likeliness(a, routed netip.Addr) int {
	score := 0
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
