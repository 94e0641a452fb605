package netcam

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Parse takes a camera's address as people paste it: a password may stand in it as it is, with marks that an address would encode.
func Parse(name string) (*url.URL, error) {
	scheme, rest, _ := strings.Cut(name, "://")
	address, err := url.Parse(name)
	if err == nil && unambiguous(address) {
		return address, nil
	}
	at := strings.LastIndex(rest, "@")
	if host, _, _ := strings.Cut(rest[:max(at, 0)], "/"); at < 0 || err == nil && strings.Count(host, ":") < 2 { // that may be a host as well
		return nil, badAddress(scheme, rest, at)
	}
	user, password, _ := strings.Cut(rest[:at], ":")
	if address, err = url.Parse(scheme + "://" + rest[at+1:]); err != nil || address.Host == "" {
		return nil, badAddress(scheme, rest, at)
	}
	address.User = url.UserPassword(user, password)
	return address, nil
}

// unambiguous says whether an address can be read in one way only: no @ stands where a password with a / or ? in it would end.
func unambiguous(address *url.URL) bool {
	host, after := address.Hostname(), address.Path+address.Fragment
	if address.Path == "" {
		after += address.RawQuery
	}
	return host != "" && (!strings.Contains(host, ":") || strings.HasPrefix(address.Host, "[")) && !strings.Contains(after, "@")
}

// badAddress says how an address is written. What may be a password, before the place at, it does not repeat.
func badAddress(scheme, rest string, at int) error {
	if at < 0 {
		return fmt.Errorf("bad camera address %q: write it like http://192.168.1.20:8080/video", scheme+"://"+rest)
	}
	return fmt.Errorf("bad camera address %q: in a password write %%40 for @, %%23 for #, %%2F for /, %%3F for ? and %%25 for %%", scheme+"://***@"+rest[at+1:])
}

// Cause is the innermost error, without the addresses that the outer ones repeat.
func Cause(err error) error {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err
}
