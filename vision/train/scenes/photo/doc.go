// Package photo makes an 8-bit picture from linear light, as camera and sensor do: white balance, exposure, vignette, defocus, motion blur, noise,
// tone curve, sharpening. Its stages and ranges are those of webcams and phones; Draw draws one camera's settings.
package photo
