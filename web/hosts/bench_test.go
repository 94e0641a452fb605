package hosts

import "testing"

// BenchmarkHas asks under a name of this computer, and under one of the network.
func BenchmarkHas(b *testing.B) {
	n := &Names{}
	for _, host := range []string{"localhost:8080", "192.168.1.5:8080", "evil.example"} {
		b.Run(host, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				n.Has(host)
			}
		})
	}
}
