#ifndef TILEWATCH_CONVOLVE_H
#define TILEWATCH_CONVOLVE_H

#include <stdint.h>

// A convolution. Maps have their channels together: the numbers of a point, then those of the next one in its row.
typedef struct {
	int32_t inputs, kernel, stride; // channels that it reads; points that it spans each way; and that it goes on by
	int32_t from_point, from_row;   // numbers from a point of the map it reads to the next one, and to the next row's
	int32_t width, blocks;          // points of a row of the map it makes, and vectors of channels of each
	int32_t rectify;                // sums below 0 become 0
} convolution;

// The processor's ways to compute, and how many numbers their vectors have: the first one runs everywhere.
enum { PORTABLE, AVX2, WAYS };
int32_t way_here(void); // the fastest way that this processor has
int32_t vector_of(int32_t way);

// Computes one row. in is the first point that the row's first sum reads; weights are [block][row][column][input][channel of the block], as are
// biases, [block][channel].
void convolve_row(int32_t way, const convolution *c, const float *in, const float *weights, const float *biases, float *out);

#endif
