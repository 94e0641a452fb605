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

// A convolution of 3 x 3 points that goes on by one, by Winograd's F(6 x 6, 3 x 3) (Lavin and Gray 2016): 64 products for 36 points instead of 324. The
// pictures are cut into tiles of 6 x 6 points, counted row by row and picture by picture; a tile's patch is the 8 x 8 points that it reads, and its
// transform has as many positions. Transformed numbers are [position][tile][channel], and weights [position][block][input][channel of the block].
typedef struct {
	int32_t height, width;    // points of a picture; about it lies a rim one point wide, in the map that it reads and in the one that it makes
	int32_t inputs, channels; // channels that it reads, and with those that only fill a vector
	int32_t outputs;          // channels that it makes, with those
	int32_t together;         // tiles that are computed at a time, at most
	int32_t rectify;          // sums below 0 become 0
} winograd;
enum { TILE = 6, PATCH = TILE + 2, POSITIONS = PATCH * PATCH };

// Transforms the weights of one block, which are laid as for convolve_row, and says how many numbers those of all blocks are.
void transform_weights(int32_t way, const winograd *c, int32_t block, const float *weights, float *out);
int64_t winograd_weights(const winograd *c);

// Computes some tiles, with room for so many numbers. in and out begin with the rim of the first picture.
void convolve_tiles(int32_t way, const winograd *c, int32_t first, int32_t count, const float *in, const float *weights, const float *biases, float *room, float *out);
int64_t winograd_room(const winograd *c);

// Adds a row of points, each to two of another map's row.
void add_spread(int64_t points, int64_t channels, const float *from, float *to);

#endif
