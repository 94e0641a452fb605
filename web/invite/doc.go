// Package invite finds the address at which phones reach this machine, and draws it as a QR code: for a page and for a terminal.
package invite
