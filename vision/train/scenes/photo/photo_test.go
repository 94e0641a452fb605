package photo

import (
	"math/rand/v2"
	"testing"
)

// ramp is light that grows from left to right.
func ramp(w, h int) []float32 {
	light := make([]float32, 3*w*h)
	for i := range light {
		light[i] = 0.02 + 0.5*float32(i/3%w)/float32(w)
	}
	return light
}

func TestMoreLightIsBrighterAndEqualSeedsGiveEqualPictures(t *testing.T) {
	const w, h = 96, 40
	for seed := range uint64(30) {
		s := Draw(rand.New(rand.NewPCG(seed, 4)), [3]float64{1.2, 1, 0.7})
		one, two := s.Develop(ramp(w, h), w, h, 0.6, seed), s.Develop(ramp(w, h), w, h, 0.6, seed)
		left, right := 0, 0
		for i, v := range one.Pix {
			if v != two.Pix[i] {
				t.Fatalf("seed %d: two pictures differ", seed)
			}
			switch x := i / 4 % w; {
			case x < w/3:
				left += int(v)
			case x >= w-w/3:
				right += int(v)
			}
		}
		if left >= right {
			t.Errorf("seed %d: the dark side is as bright as the light one", seed)
		}
		packed, err := s.Compressed(one)
		if err != nil || packed.Rect != one.Rect {
			t.Errorf("seed %d: a compressed picture of %v, %v", seed, packed.Rect, err)
		}
	}
}

func TestBlurKeepsTheLightAndSpreadsIt(t *testing.T) {
	const w, h = 21, 21
	spot := func() *frame {
		f := &frame{make([]float32, 3*w*h), w, h}
		f.pix[3*(10*w+10)] = 1
		return f
	}
	soft, shaken := spot(), spot()
	soft.blur(1)
	shaken.shake(4, 0)
	for name, f := range map[string]*frame{"blurred": soft, "shaken": shaken} {
		sum := float32(0)
		for _, v := range f.pix {
			sum += v
		}
		if sum < 0.99 || sum > 1.01 || f.pix[3*(10*w+10)] > 0.5 || f.pix[3*(10*w+11)] < 0.05 {
			t.Errorf("a %s spot has the light %.3f, its middle %.2f, its neighbor %.2f", name, sum, f.pix[3*(10*w+10)], f.pix[3*(10*w+11)])
		}
	}
}
