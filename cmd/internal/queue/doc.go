// Package queue has photos read by whichever machine of a club has time. A photo goes into an object store and a short
// message about it into a JetStream work queue; a worker takes the message, reads the photo and leaves the answer where
// who asked waits for it. A worker that dies is noticed, for it says that it is still at work, and another takes the photo.
// Everything that is left over goes away by itself.
package queue
