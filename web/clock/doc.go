// Package clock shows a time that nobody sets while something is running.
//
// A laptop's time jumps: a time server corrects it by a day, somebody sets it, a machine without a battery begins in another year. DABBLE's
// timer, a turn's time and SNAG's races are differences between times, some of them kept in a journal and shown on phones, where Go's
// monotonic readings do not survive. So a Clock takes the wall's time once, and then counts what passes, time asleep included: a suspended
// laptop's sand runs on, as it does at the table.
//
// Only the wall's time survives a restart. A game that goes on sets the Clock, to no time before its newest event: a timer that ran then
// has at most as much left as it had at that event, also if the wall was set back meanwhile; if the wall was set ahead, it is over.
package clock
