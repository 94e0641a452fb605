package hue

import "math"

// matrix is a symmetric one of two rows.
type matrix struct{ xx, yy, xy float64 }

// spread is the covariance of hues about a mean, of which a share may be paler or deeper.
func spread(each, pale float64, mean Hue) matrix {
	return matrix{each*each + pale*pale*mean[0]*mean[0], each*each + pale*pale*mean[1]*mean[1], pale * pale * mean[0] * mean[1]}
}

func (m matrix) plus(o matrix) matrix     { return matrix{m.xx + o.xx, m.yy + o.yy, m.xy + o.xy} }
func (m matrix) scaled(by float64) matrix { return matrix{m.xx * by, m.yy * by, m.xy * by} }
func (m matrix) det() float64             { return m.xx*m.yy - m.xy*m.xy }
func (m matrix) of(h Hue) Hue             { return Hue{m.xx*h[0] + m.xy*h[1], m.xy*h[0] + m.yy*h[1]} }
func (m matrix) inverse() matrix          { d := m.det(); return matrix{m.yy / d, m.xx / d, -m.xy / d} }
func (m matrix) quadratic(h Hue) float64  { return m.of(h).dot(h) }
func (h Hue) dot(o Hue) float64           { return h[0]*o[0] + h[1]*o[1] }
func (h Hue) plus(o Hue, by float64) Hue  { return Hue{h[0] + by*o[0], h[1] + by*o[1]} }

// gaussian is a Gaussian function of a hue, in its information form: minus twice its logarithm is hᵀ info h - 2 hᵀ at + rest.
type gaussian struct {
	info matrix
	at   Hue
	rest float64
}

// about is the density of h about a mean, but for 2π.
func about(mean Hue, covariance matrix) gaussian {
	info := covariance.inverse()
	return gaussian{info, info.of(mean), info.quadratic(mean) + math.Log(covariance.det())}
}

func (g gaussian) times(o gaussian) gaussian {
	return gaussian{g.info.plus(o.info), g.at.plus(o.at, 1), g.rest + o.rest}
}

// peak is where it is largest; integral the logarithm of its integral, but for 2π.
func (g gaussian) peak() Hue { return g.info.inverse().of(g.at) }

func (g gaussian) integral() float64 {
	return (g.peak().dot(g.at) - g.rest - math.Log(g.info.det())) / 2
}
