// A row of a convolution with vectors of WIDTH numbers, for the way WAY. convolve.c includes it once for each.

#define vector NAME(vector_, WAY)
#define mask NAME(mask_, WAY)
#define tile NAME(tile_, WAY)
#define tiles NAME(tiles_, WAY)
#define row NAME(row_, WAY)

typedef float vector __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef int32_t mask __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));

// tile computes POINTS points in BLOCKS vectors of channels. Both are constants where it is called, so that the sums stay in registers.
TARGET INLINE void tile(const int BLOCKS, const int POINTS, const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	vector sums[2][6];
#pragma GCC unroll 8
	for (int b = 0; b < BLOCKS; b++)
#pragma GCC unroll 8
		for (int p = 0; p < POINTS; p++)
			sums[b][p] = *(const vector *)(biases + b * WIDTH);
	const int64_t step = (int64_t)c->stride * c->from_point, block = (int64_t)c->kernel * c->kernel * c->inputs * WIDTH;
	for (int y = 0; y < c->kernel; y++)
		for (int x = 0; x < c->kernel; x++) {
			const float *at = in + y * (int64_t)c->from_row + x * (int64_t)c->from_point;
			for (int i = 0; i < c->inputs; i++, at++, weights += WIDTH) {
#pragma GCC unroll 8
				for (int p = 0; p < POINTS; p++) {
					const float v = at[p * step];
#pragma GCC unroll 8
					for (int b = 0; b < BLOCKS; b++)
						sums[b][p] += *(const vector *)(weights + b * block) * v;
				}
			}
		}
#pragma GCC unroll 8
	for (int b = 0; b < BLOCKS; b++)
#pragma GCC unroll 8
		for (int p = 0; p < POINTS; p++) {
			vector v = sums[b][p];
			if (c->rectify)
				v = (vector)((mask)v & (v > 0));
			*(vector *)(out + ((int64_t)p * c->blocks + b) * WIDTH) = v;
		}
}

// tiles computes a row in BLOCKS vectors of channels.
TARGET INLINE void tiles(const int BLOCKS, const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	int left = c->width;
#define TILE(POINTS) \
	tile(BLOCKS, POINTS, c, in, weights, biases, out), in += POINTS * (int64_t)c->stride * c->from_point, \
		out += POINTS * (int64_t)c->blocks * WIDTH, left -= POINTS
	while (left >= 6)
		TILE(6);
	switch (left) {
	case 5: TILE(5); break;
	case 4: TILE(4); break;
	case 3: TILE(3); break;
	case 2: TILE(2); break;
	case 1: TILE(1); break;
	}
#undef TILE
}

TARGET static void row(const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	const int64_t block = (int64_t)c->kernel * c->kernel * c->inputs * WIDTH;
	int b = 0;
#define TILES(BLOCKS) tiles(BLOCKS, c, in, weights + b * block, biases + b * WIDTH, out + b * WIDTH), b += BLOCKS
	while (b + 2 <= c->blocks)
		TILES(2);
	if (b < c->blocks)
		TILES(1);
#undef TILES
}

#undef vector
#undef mask
#undef tile
#undef tiles
#undef row
