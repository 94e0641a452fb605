#include <stdbool.h>
#include <stdint.h>

// SIDE is a face's working size, GRID how many samples the window of its letter has a side, CELLS and BINS the histogram of its strokes.
enum { SIDE = 48, GRID = 32, CELLS = 6, BINS = 8 };

// EVEN_REACH is how far around a pixel, in pixels, its surroundings are taken to lie: beyond a stroke's width, and less than a letter's.
enum { EVEN_REACH = 9 };

// levels are the two levels of gray in the middle of a face.
typedef struct {
	float plastic;                 // its gray level
	float contrast, noise, amount; // gray levels, gray levels, share of the middle that is ink
	float separation;              // share of the variance that two levels explain
	bool dark;                     // the ink is the darker one
} levels;

// tap says which two cells a sample falls into and how much of it goes to the first.
typedef struct { int32_t first, second; float share; } tap;

void blur(const float *in, float *out);
void even(float *smooth, double spread);
void scale(const float *smooth, float plastic, float unit, float *ink);
void part(const float *smooth, const int16_t *middle, int32_t n, levels *out);
void strokes(const float *sample, const bool *hidden, const tap *taps, float *histogram);
