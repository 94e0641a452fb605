package secure

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tilewatch/engine/atomicfile"

	"tilewatch/web/lanname"
)

const (
	// lasts is what phones accept of a certificate that somebody installed by hand: 825 days at most.
	lasts = 820 * 24 * time.Hour
	// renew is how long before its end it is renewed.
	renew = 30 * 24 * time.Hour
	file  = "certificate.pem"
)

// Certificate reads the certificate kept in the folder. It makes and keeps a new one if the folder has none, if it is about to expire,
// or if it lacks one of the hosts (names or addresses): browsers then warn again. A *NotKept comes with a certificate that
// is good, but ends with the program.
func Certificate(folder string, hosts []string) (tls.Certificate, error) {
	path := filepath.Join(folder, file)
	kept, err := read(path)
	switch {
	case err == nil && good(kept.Leaf, hosts, time.Now()):
		return kept, nil
	case err == nil:
		hosts = append(hosts, names(kept.Leaf)...) // who accepted it under another name shall not be asked again for that one
	}
	made, err := issue(hosts, time.Now())
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a certificate: %w", err)
	}
	certificate, err := tls.X509KeyPair(made, made)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a certificate: %w", err)
	}
	if err := atomicfile.Write(path, made, 0o600); err != nil {
		return certificate, &NotKept{err}
	}
	return certificate, nil
}

// NotKept says why a certificate could not be written into its folder.
type NotKept struct{ Reason error }

func (n *NotKept) Error() string {
	return fmt.Sprintf("the certificate is not kept, and phones will warn again: %v: choose another folder with --data", n.Reason)
}

func (n *NotKept) Unwrap() error { return n.Reason }

// Hosts are this computer's names and addresses, by which phones may reach it.
func Hosts() []string {
	hosts := []string{"localhost", "127.0.0.1", "::1", lanname.Name}
	if name, err := os.Hostname(); err == nil && name != "" && name != "localhost" {
		hosts = append(hosts, name)
		if !strings.Contains(name, ".") {
			hosts = append(hosts, name+".local")
		}
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return hosts
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

func read(path string) (tls.Certificate, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(data, data)
}

// good says whether the certificate holds for all hosts, long enough.
func good(c *x509.Certificate, hosts []string, now time.Time) bool {
	if now.Before(c.NotBefore) || now.Add(renew).After(c.NotAfter) {
		return false
	}
	for _, host := range hosts {
		if c.VerifyHostname(host) != nil {
			return false
		}
	}
	return true
}

// maxHosts bounds the certificate of a computer that has been in many networks.
const maxHosts = 50

func names(c *x509.Certificate) []string {
	all := c.DNSNames
	for _, ip := range c.IPAddresses {
		all = append(all, ip.String())
	}
	return all[:min(len(all), maxHosts)]
}

// issue makes a certificate and its key, as PEM.
func issue(hosts []string, now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Tilewatch on this computer"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(lasts), // clocks of phones differ
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	seen := map[string]bool{}
	for _, host := range hosts {
		ip := net.ParseIP(host)
		switch {
		case seen[host]:
		case ip != nil:
			template.IPAddresses = append(template.IPAddresses, ip)
		default:
			template.DNSNames = append(template.DNSNames, host)
		}
		seen[host] = true
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = errors.Join(pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		pem.Encode(&text, &pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	return text.Bytes(), err
}

// Kept says whether the folder holds a certificate, and whether it is good for this computer's present names and addresses.
func Kept(folder string) (made, covers bool) {
	kept, err := read(filepath.Join(folder, file))
	if err != nil {
		return false, false
	}
	return true, good(kept.Leaf, Hosts(), time.Now())
}
