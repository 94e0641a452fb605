package web

// KeysOf are the keys made of a secret that several servers share: 32 bytes that nobody else has. renew puts another in its place, for
// all of them; nil: nobody here may.
func KeysOf(secret []byte, renew func(secret []byte) error) (Keys, bool) {
	keys := Keys{secret: secret}
	if renew != nil {
		keys.renew = func() (Keys, error) {
			next, _ := KeysOf(NewKeys().secret, renew)
			return next, renew(next.secret)
		}
	}
	return keys, len(secret) == secretSize
}

// Rekey takes the keys that another server has renewed for all. Those that are in use already change nothing.
func (s *Server) Rekey(k Keys) {
	if s.guard.keys.put(k) {
		s.renewed()
	}
}

// renewed has open streams learn that links give other roles now.
func (s *Server) renewed() {
	s.tables.review()
	if s.options.Renewed != nil {
		s.options.Renewed(s)
	}
}

// Secret is what the keys are made of: for KeysOf, and for nobody's eyes.
func (k Keys) Secret() []byte { return append([]byte(nil), k.secret...) }

// Closing is closed when the server ends: streams of other packages are to end then.
func (s *Server) Closing() <-chan struct{} { return s.closing }
