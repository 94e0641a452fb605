#include <stdbool.h>
#include <stdint.h>

// kernel.go documents these.
enum { HALVES = 8, ALONG = 4, TAPS = 39, INNER = 21, INPUTS = 3 * TAPS + 3, PATCH = 16, WIDTH = 8, EDGE_TAPS = 9, INNER_FIRST = 1, INNER_LAST = 14, INK_FIRST = 2, INK_LAST = 13 };

// MOST_SIDE limits a crop's pixels along each side.
enum { MOST_SIDE = 64 };

typedef struct {
	const uint8_t *bgr;
	int64_t w, h;
} picture;

typedef struct {
	double plastic[3];
	int32_t same, ink, ink_x, ink_y, ink_tone[3];
	int32_t edges[4][EDGE_TAPS], outside[4][3];
} face;

typedef struct { double x, y, sine, cosine, step, height, half_wide, half_high; } window;

void border(picture p, const double *square, double half, double step, const double *lift, const double *given, float *inputs);
void look(picture p, const double *square, double side, face *out);
void sides(picture p, const double *square, double out, const bool *wanted, int32_t *sums);
void means(picture p, const double *square, const double *places, int groups, int each, float *colors);
void turned(const uint8_t *gray, int64_t w, int64_t h, const window *of, uint8_t ground, int32_t side, uint8_t *out);
void crop(picture p, const double *square, double reach, int32_t side, int32_t samples, uint8_t *out);
void shrink(picture p, int64_t w, int64_t h, int64_t first, int64_t last, float *sums, uint8_t *out);
