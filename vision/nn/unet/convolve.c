#include "convolve.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)

// How far it is from a position's numbers to the next one's: an odd number of cache lines, so that the positions of a tile do not all want the same
// places of the cache.
static int64_t odd_lines(int64_t numbers) { return (numbers + 15) / 32 * 32 + 16; }
static int64_t inputs_step(const winograd *c) { return odd_lines(c->together * (int64_t)c->channels); }
static int64_t outputs_step(const winograd *c) { return odd_lines(c->together * (int64_t)c->outputs); }
static int64_t weights_step(const winograd *c) { return odd_lines(c->inputs * (int64_t)c->outputs); }

// spot is where a tile lies: which point of a map, counting the rims', begins its patch, and how many points of the picture lie from there on.
typedef struct {
	int64_t point, high, wide;
} spot;

static spot spot_of(const winograd *c, int64_t tile) {
	const int64_t across = (c->width + TILE - 1) / TILE, down = (c->height + TILE - 1) / TILE;
	const int64_t y = tile / across % down * TILE, x = tile % across * TILE, picture = tile / (across * down);
	return (spot){(picture * (c->height + 2) + y) * (c->width + 2) + x, c->height - y, c->width - x};
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

#define WIDTH 4
#define WAY portable
#define TARGET
#include "row.h"
#include "winograd.h"
#undef WIDTH
#undef WAY
#undef TARGET

#ifdef __x86_64__
#define WIDTH 8
#define WAY avx2
#define TARGET __attribute__((target("avx2,fma")))
#include "row.h"
#include "winograd.h"

int32_t way_here(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? AVX2 : PORTABLE; }
#else
#define row_avx2 row_portable
#define tile_weights_avx2 tile_weights_portable
#define tile_run_avx2 tile_run_portable
int32_t way_here(void) { return PORTABLE; }
#endif

int32_t vector_of(int32_t way) { return way == AVX2 ? 8 : 4; }

void convolve_row(int32_t way, const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	(way == AVX2 ? row_avx2 : row_portable)(c, in, weights, biases, out);
}

int64_t winograd_weights(const winograd *c) { return POSITIONS * weights_step(c); }

void transform_weights(int32_t way, const winograd *c, int32_t block, const float *weights, float *out) {
	(way == AVX2 ? tile_weights_avx2 : tile_weights_portable)(c, block, weights, out);
}

int64_t winograd_room(const winograd *c) {
	const int64_t widest = c->channels > c->outputs ? c->channels : c->outputs;
	return POSITIONS * (inputs_step(c) + outputs_step(c) + 2 * widest) + c->outputs;
}

void convolve_tiles(int32_t way, const winograd *c, int32_t first, int32_t count, const float *in, const float *weights, const float *biases, float *room, float *out) {
	(way == AVX2 ? tile_run_avx2 : tile_run_portable)(c, first, count, in, weights, biases, room, out);
}

void add_spread(int64_t points, int64_t channels, const float *restrict from, float *restrict to) {
	for (int64_t p = 0; p < points; p++, from += channels, to += 2 * channels)
		for (int64_t i = 0; i < channels; i++) {
			to[i] += from[i];
			to[channels + i] += from[i];
		}
}
