// A row of a convolution with vectors of WIDTH numbers, for the way WAY. convolve.c includes it once for each.

#define vector NAME(vector_, WAY)
#define mask NAME(mask_, WAY)
#define microkernel NAME(microkernel_, WAY)
#define strip NAME(strip_, WAY)
#define row NAME(row_, WAY)

typedef float vector __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef int32_t mask __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));

// microkernel computes POINTS points in BLOCKS vectors of channels. Both are constants where it is called, so that the sums stay in registers.
TARGET INLINE void microkernel(const int BLOCKS, const int POINTS, const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	vector sums[2][6];
#pragma GCC unroll 8
	for (int b = 0; b < BLOCKS; b++)
#pragma GCC unroll 8
		for (int p = 0; p < POINTS; p++)
			sums[b][p] = *(const vector *)(biases + b * WIDTH);
	const int64_t step = (int64_t)c->stride * c->from_point, block = (int64_t)c->kernel * c->kernel * c->inputs * WIDTH;
	const int gap = c->from_point != c->inputs; // without one, the channels of a row's points are as those of one point
	const int columns = gap ? c->kernel : 1, inputs = gap ? c->inputs : c->kernel * c->inputs;
	for (int y = 0; y < c->kernel; y++)
		for (int x = 0; x < columns; x++) {
			const float *at = in + y * (int64_t)c->from_row + x * (int64_t)c->from_point;
			for (int i = 0; i < inputs; i++, at++, weights += WIDTH) {
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

// strip computes a row in BLOCKS vectors of channels.
TARGET INLINE void strip(const int BLOCKS, const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	int left = c->width;
#define SUMS(POINTS) \
	microkernel(BLOCKS, POINTS, c, in, weights, biases, out), in += POINTS * (int64_t)c->stride * c->from_point, \
		out += POINTS * (int64_t)c->blocks * WIDTH, left -= POINTS
	while (left > 10)
		SUMS(6);
	if (left > 8) // two of middling size are faster than a large and a small one, which does not fill the registers
		SUMS(5);
	else if (left > 6)
		SUMS(4);
	switch (left) {
	case 6: SUMS(6); break;
	case 5: SUMS(5); break;
	case 4: SUMS(4); break;
	case 3: SUMS(3); break;
	case 2: SUMS(2); break;
	case 1: SUMS(1); break;
	}
#undef SUMS
}

TARGET static void row(const convolution *c, const float *in, const float *weights, const float *biases, float *out) {
	const int64_t block = (int64_t)c->kernel * c->kernel * c->inputs * WIDTH;
	int b = 0;
#define STRIP(BLOCKS) strip(BLOCKS, c, in, weights + b * block, biases + b * WIDTH, out + b * WIDTH), b += BLOCKS
	while (b + 2 <= c->blocks)
		STRIP(2);
	if (b < c->blocks)
		STRIP(1);
#undef STRIP
}
