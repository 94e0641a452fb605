// Package secure gives the local server a secure connection without anybody's help: a certificate made here and kept,
// and a listener that takes https and http at the same port.
//
// Browsers do not know who made the certificate, and warn once. No authority is made that a phone could be asked to trust
// for everything: the certificate is for this computer's own names and addresses, and its key never leaves the computer.
package secure
