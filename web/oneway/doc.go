// Package oneway sends over WebSockets (RFC 6455) that take nothing.
//
// Over plain http a browser opens six connections to a server. An EventSource keeps one of them, so the seventh page would never load, and
// commands of the six would wait for ever. A WebSocket is not counted. A phone costs no more than its connection: no goroutine reads, for
// our pages say nothing, and a sender that says anything is about to leave. Messages may be compressed (RFC 7692), each for itself, so that
// the same bytes fit all. A library that also reads takes three times the memory and four times the processor's time: web/docs/decisions.md has
// the figures.
package oneway
