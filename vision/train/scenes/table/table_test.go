package table

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"tilewatch/vision/parallel"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 33)) }

// made are two tables of every family, of the seeds 0 and 1: to paint one takes longer than to look at it, so all tests share them.
var made = sync.OnceValue(func() map[string][]*Table {
	tables := map[string][]*Table{}
	for _, name := range names() {
		tables[name] = make([]*Table, 2)
	}
	parallel.Do(2*len(names()), func(i int) { tables[names()[i/2]][i%2] = Of(names()[i/2], seeded(uint64(i%2))) })
	return tables
})

// each runs a test for every family with a few tables of it.
func each(t *testing.T, tables int, f func(t *testing.T, one *Table, seed uint64)) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			for seed, one := range made()[name][:tables] {
				f(t, one, uint64(seed))
			}
		})
	}
}

func TestReflectancesLieWithinZeroAndOne(t *testing.T) {
	each(t, 2, func(t *testing.T, one *Table, seed uint64) {
		r := seeded(seed)
		for range 2000 {
			x, y, radius := 900*(r.Float64()-0.5), 900*(r.Float64()-0.5), 30*r.Float64()*r.Float64()
			for _, v := range one.AtArea(x, y, radius) {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("seed %d: %v at %.1f, %.1f, radius %.1f", seed, v, x, y, radius)
				}
			}
		}
	})
}

func TestEqualSeedsGiveEqualTables(t *testing.T) {
	each(t, 1, func(t *testing.T, one *Table, seed uint64) {
		two := Of(one.Name(), seeded(seed))
		for k := range 200 {
			x, y := float64(k%20)*31-300, float64(k/20)*53-250
			if one.At(x, y) != two.At(x, y) {
				t.Fatalf("seed %d differs at %v, %v", seed, x, y)
			}
		}
	})
}

func TestASmallFootprintIsAPoint(t *testing.T) {
	each(t, 2, func(t *testing.T, one *Table, seed uint64) {
		r := seeded(seed)
		for range 200 {
			x, y := 500*(r.Float64()-0.5), 500*(r.Float64()-0.5)
			a, b := one.At(x, y), one.AtArea(x, y, 0.001)
			for k := range a {
				if math.Abs(a[k]-b[k]) > 0.02 {
					t.Fatalf("seed %d: %v and %v at %v, %v", seed, a, b, x, y)
				}
			}
		}
	})
}

// TestALargeFootprintIsTheMean compares the mean over a square of points with that of large footprints.
func TestALargeFootprintIsTheMean(t *testing.T) {
	each(t, 2, func(t *testing.T, one *Table, seed uint64) {
		points, areas, n := [3]float64{}, [3]float64{}, 0.0
		for y := -300.0; y < 300; y += 6.3 {
			for x := -300.0; x < 300; x += 6.3 {
				a, b := one.At(x, y), one.AtArea(x, y, 8)
				for k := range a {
					points[k], areas[k] = points[k]+a[k], areas[k]+b[k]
				}
				n++
			}
		}
		for k := range points {
			if d := math.Abs(points[k]-areas[k]) / n; d > 0.02 {
				t.Errorf("seed %d: mean %.3f of points, %.3f of areas", seed, points[k]/n, areas[k]/n)
			}
		}
	})
}

func TestTheGrainFades(t *testing.T) {
	for _, g := range grains() {
		for k := range 100 {
			if v := g.at(float64(k), 3, 30); v != 0 {
				t.Fatalf("%v at a footprint of 30 mm", v)
			}
		}
	}
}

func TestTrainingDrawsNoHeldFamily(t *testing.T) {
	if len(Held()) < 4 || len(names()) < 22 {
		t.Fatalf("%d families, %d of them held", len(names()), len(Held()))
	}
	for seed := range uint64(20) {
		if one := DrawTraining(seeded(seed)); slices.Contains(Held(), one.Name()) {
			t.Errorf("seed %d draws %s", seed, one.Name())
		}
	}
	if slices.ContainsFunc(training(), func(f family) bool { return f.held }) {
		t.Error("mats and floors of training have held families")
	}
}

func TestMatsLeaveTheTableFree(t *testing.T) {
	for seed := range uint64(60) {
		one := &Table{}
		r := seeded(seed)
		one.placemats(r, training()[:1])
		one.sheet(r)
		if k := one.hides(cover{}); k > mostMat {
			t.Errorf("seed %d: mats hide %.2f", seed, k)
		}
	}
}

func TestAnUnknownFamilyHasNoTable(t *testing.T) {
	if Of("no such family", seeded(1)) != nil {
		t.Error("a table")
	}
}

func BenchmarkAtArea(b *testing.B) {
	var tables []*Table
	for seed := range uint64(8) {
		tables = append(tables, Draw(seeded(seed)))
	}
	for i := 0; b.Loop(); i++ { // rows of a picture, one table after the other
		tables[i>>16&7].AtArea(float64(i&1023)*0.7-360, float64(i>>10&63)*0.7, 0.5)
	}
}

func BenchmarkDraw(b *testing.B) {
	r := seeded(1)
	for b.Loop() {
		Draw(r)
	}
}

func BenchmarkFamily(b *testing.B) {
	for _, name := range names() {
		b.Run(name, func(b *testing.B) {
			r := seeded(1)
			f := families[slices.Index(names(), name)]
			for b.Loop() {
				f.paint(r)
			}
		})
	}
}

// names are the names of all families.
func names() []string {
	var all []string
	for _, f := range families {
		all = append(all, f.name)
	}
	return all
}
