// Winograd's convolution with vectors of WIDTH channels, for the way WAY. convolve.c includes it once for each.

#define of_weights NAME(of_weights_, WAY)
#define of_patch NAME(of_patch_, WAY)
#define of_products NAME(of_products_, WAY)
#define transform_patch NAME(transform_patch_, WAY)
#define transform_products NAME(transform_products_, WAY)
#define tile_weights NAME(tile_weights_, WAY)
#define tile_inputs NAME(tile_inputs_, WAY)
#define tile_outputs NAME(tile_outputs_, WAY)
#define tile_run NAME(tile_run_, WAY)
#define AT(x, i) (*(vector *)((x) + (i)))
#define OF(x, i) (*(const vector *)((x) + (i)))

// The three transforms along one direction, G, B and A of the paper for the points 0, 1, -1, 2, -2, 1/2, -1/2 and infinity: they read a vector at each
// step, and write one at each.
TARGET INLINE void of_weights(const float *in, int64_t step, float *out, int64_t out_step) {
	const vector a = OF(in, 0), b = OF(in, step), c = OF(in, 2 * step);
	const vector even = (a + c) * (-2 / 9.f), odd = b * (2 / 9.f);
	const vector even_2 = a * (1 / 90.f) + c * (2 / 45.f), odd_2 = b * (1 / 45.f);
	const vector even_half = a * (32 / 45.f) + c * (8 / 45.f), odd_half = b * (16 / 45.f);
	AT(out, 0) = a;
	AT(out, out_step) = even - odd;
	AT(out, 2 * out_step) = even + odd;
	AT(out, 3 * out_step) = even_2 + odd_2;
	AT(out, 4 * out_step) = even_2 - odd_2;
	AT(out, 5 * out_step) = even_half + odd_half;
	AT(out, 6 * out_step) = even_half - odd_half;
	AT(out, 7 * out_step) = c;
}

TARGET INLINE void of_patch(const float *in, int64_t step, float *out, int64_t out_step) {
	const vector a = OF(in, 0), b = OF(in, step), c = OF(in, 2 * step), d = OF(in, 3 * step), e = OF(in, 4 * step), f = OF(in, 5 * step), g = OF(in, 6 * step), h = OF(in, 7 * step);
	const vector even = c + g - 4.25f * e, odd = b + f - 4.25f * d;
	const vector even_2 = g + .25f * c - 1.25f * e, odd_2 = .5f * b - 2.5f * d + 2 * f;
	const vector even_half = g + 4 * c - 5 * e, odd_half = 2 * b - 2.5f * d + .5f * f;
	AT(out, 0) = a - g + 5.25f * (e - c);
	AT(out, out_step) = even + odd;
	AT(out, 2 * out_step) = even - odd;
	AT(out, 3 * out_step) = even_2 + odd_2;
	AT(out, 4 * out_step) = even_2 - odd_2;
	AT(out, 5 * out_step) = even_half + odd_half;
	AT(out, 6 * out_step) = even_half - odd_half;
	AT(out, 7 * out_step) = h - b + 5.25f * (d - f);
}

TARGET INLINE void of_products(const float *in, int64_t step, int rectify, float *out, int64_t out_step) {
	const vector b = OF(in, step), c = OF(in, 2 * step), d = OF(in, 3 * step), e = OF(in, 4 * step), f = OF(in, 5 * step), g = OF(in, 6 * step);
	const vector even = b + c, odd = b - c, even_2 = d + e, odd_2 = d - e, even_half = f + g, odd_half = f - g;
	vector to[TILE] = {
		OF(in, 0) + even + even_2 + even_half, odd + 2 * odd_2 + .5f * odd_half, even + 4 * even_2 + .25f * even_half,
		odd + 8 * odd_2 + .125f * odd_half, even + 16 * even_2 + .0625f * even_half, odd + 32 * odd_2 + .03125f * odd_half + OF(in, 7 * step),
	};
#pragma GCC unroll 8
	for (int i = 0; i < TILE; i++)
		AT(out, i * out_step) = rectify ? (vector)((mask)to[i] & (to[i] > 0)) : to[i];
}

TARGET static void tile_weights(const winograd *c, int32_t block, const float *weights, float *out) {
	const int64_t point = (int64_t)c->inputs * WIDTH, step = weights_step(c);
	weights += block * 9 * point;
	out += block * point;
	for (int i = 0; i < c->inputs; i++, weights += WIDTH, out += WIDTH) {
		float columns[3 * PATCH * WIDTH];
		for (int x = 0; x < 3; x++)
			of_weights(weights + x * point, 3 * point, columns + x * PATCH * WIDTH, WIDTH);
		for (int y = 0; y < PATCH; y++)
			of_weights(columns + y * WIDTH, PATCH * WIDTH, out + y * PATCH * step, step);
	}
}

// transform_patch transforms a patch, whose rows are so far apart, and writes a position at each step.
TARGET INLINE void transform_patch(const float *in, int64_t row_step, int64_t channels, float *columns, float *out, int64_t step) {
	for (int x = 0; x < PATCH; x++)
		for (int i = 0; i < channels; i += WIDTH)
			of_patch(in + x * channels + i, row_step, columns + x * PATCH * channels + i, channels);
	for (int y = 0; y < PATCH; y++)
		for (int i = 0; i < channels; i += WIDTH)
			of_patch(columns + y * channels + i, PATCH * channels, out + y * PATCH * step + i, step);
}

// transform_products reads a position's products at each step, and makes the points of a tile, whose rows are so far apart.
TARGET INLINE void transform_products(const float *in, int64_t step, int64_t channels, int rectify, float *columns, float *out, int64_t row_step) {
	for (int x = 0; x < PATCH; x++)
		for (int i = 0; i < channels; i += WIDTH)
			of_products(in + x * step + i, PATCH * step, 0, columns + x * TILE * channels + i, channels);
	for (int y = 0; y < TILE; y++)
		for (int i = 0; i < channels; i += WIDTH)
			of_products(columns + y * channels + i, TILE * channels, rectify, out + y * row_step + i, channels);
}

// tile_inputs transforms what a tile reads. Beyond the rim all is 0.
TARGET static void tile_inputs(const winograd *c, spot s, const float *in, float *spare, float *out) {
	const int64_t n = c->channels, row_step = (c->width + 2) * n, step = inputs_step(c);
	in += s.point * n;
	if (s.high < TILE || s.wide < TILE) {
		float *patch = spare + POSITIONS * n;
		for (int y = 0; y < PATCH; y++) {
			const int64_t there = y < s.high + 2 ? least(s.wide + 2, PATCH) * n : 0;
			memcpy(patch + y * PATCH * n, in + y * row_step, there * sizeof *in);
			memset(patch + y * PATCH * n + there, 0, (PATCH * n - there) * sizeof *in);
		}
		transform_patch(patch, PATCH * n, n, spare, out, step);
	} else
		transform_patch(in, row_step, n, spare, out, step);
}

// tile_outputs makes those points of a tile that lie in the picture.
TARGET static void tile_outputs(const winograd *c, spot s, const float *products, float *spare, float *out) {
	const int64_t n = c->outputs, row_step = (c->width + 2) * n, step = outputs_step(c);
	out += (s.point + c->width + 3) * n;
	if (s.high < TILE || s.wide < TILE) {
		float *points = spare + POSITIONS * n;
		transform_products(products, step, n, c->rectify, spare, points, TILE * n);
		for (int y = 0; y < TILE && y < s.high; y++)
			memcpy(out + y * row_step, points + y * TILE * n, least(s.wide, TILE) * n * sizeof *out);
	} else
		transform_products(products, step, n, c->rectify, spare, out, row_step);
}

TARGET static void tile_run(const winograd *c, int32_t first, int32_t count, const float *in, const float *weights, const float *biases, float *room, float *out) {
	float *products = room + POSITIONS * inputs_step(c), *zeros = products + POSITIONS * outputs_step(c), *spare = zeros + c->outputs;
	for (int t = 0; t < count; t++)
		tile_inputs(c, spot_of(c, first + t), in, spare, room + t * c->channels);
	for (int o = 0; o < c->outputs; o++)
		zeros[o] = 0;
	const convolution each = {.inputs = c->inputs, .kernel = 1, .stride = 1, .from_point = c->channels, .width = count, .blocks = c->outputs / WIDTH};
	for (int p = 0; p < POSITIONS; p++) // a number at the point 1 both ways comes out everywhere in a tile: so the biases go there
		row(&each, room + p * inputs_step(c), weights + p * weights_step(c), p == PATCH + 1 ? biases : zeros, products + p * outputs_step(c));
	for (int t = 0; t < count; t++)
		tile_outputs(c, spot_of(c, first + t), products + t * c->outputs, spare, out);
}
