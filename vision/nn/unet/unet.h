#ifndef TILEWATCH_UNET_H
#define TILEWATCH_UNET_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	int stem;            // channels of the first convolution
	const int *channels; // by level
	int levels, outputs;
	int encoder; // it ends in the middle
} tw_unet_shape;

// A network laid out for some pictures of one size.
typedef struct tw_unet tw_unet;

// Lays out a network: weights are those of its layers one after the other, each [output][input][row][column] and then its biases; NULL if it cannot,
// and why then says the reason.
tw_unet *tw_unet_new(tw_unet_shape shape, const float *weights, int pictures, int height, int width, char *why, size_t room);
void tw_unet_free(tw_unet *net);

// Runs it on in, pictures x 3 x height x width, and fills out, outputs of each picture; 0 if it cannot, and why then says the reason.
int tw_unet_run(tw_unet *net, const float *in, float *out, char *why, size_t room);

#ifdef __cplusplus
}
#endif

#endif
