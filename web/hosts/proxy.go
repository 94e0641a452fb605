package hosts

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// claims are the headers by which a proxy, or anybody, says what a request was before.
var claims = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Protocol", "X-Forwarded-Ssl", "X-Url-Scheme", "X-Real-Ip"}

// Behind gives next each request as the browser sent it: Host, sender and scheme are what a trusted proxy says they were. What others
// say of that is taken out.
func (n *Names) Behind(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !claimed(r.Header) {
			next.ServeHTTP(w, r)
			return
		}
		said := r.Header
		r = r.Clone(r.Context())
		for _, name := range claims {
			r.Header.Del(name)
		}
		if n.trusts(r.RemoteAddr) {
			n.believe(r, said)
		}
		next.ServeHTTP(w, r)
	})
}

func claimed(h http.Header) bool {
	return slices.ContainsFunc(claims, func(name string) bool { return len(h[name]) > 0 })
}

// trusts reports whether the address, with a port or without, is a proxy's.
func (n *Names) trusts(address string) bool {
	ip, err := parse(address)
	return err == nil && slices.ContainsFunc(n.proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

func parse(address string) (netip.Addr, error) {
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	ip, err := netip.ParseAddr(strings.Trim(address, "[]"))
	return ip.Unmap().WithZone(""), err
}

// believe takes a proxy's word. Where several proxies wrote, each behind the one before, the last one's word counts: what stands before
// it can be the sender's invention.
func (n *Names) believe(r *http.Request, said http.Header) {
	if hosts := listed(said, "X-Forwarded-Host"); len(hosts) > 0 {
		r.Host = hosts[len(hosts)-1]
	}
	if schemes := listed(said, "X-Forwarded-Proto"); len(schemes) > 0 {
		scheme := strings.ToLower(schemes[len(schemes)-1])
		r.Header.Set("X-Forwarded-Proto", strings.Replace(scheme, "ws", "http", 1)) // some say wss of a WebSocket
	}
	senders := listed(said, "X-Forwarded-For")
	for _, sender := range slices.Backward(senders) {
		ip, err := parse(sender)
		if err != nil {
			return
		}
		r.RemoteAddr = net.JoinHostPort(ip.String(), "0")
		if !n.trusts(sender) {
			return // the proxies behind this one added the rest
		}
	}
}

// listed are the values of a header that may be given as a list, several times.
func listed(h http.Header, name string) (all []string) {
	for _, value := range strings.Split(strings.Join(h.Values(name), ","), ",") {
		if value = strings.TrimSpace(value); value != "" {
			all = append(all, value)
		}
	}
	return all
}
