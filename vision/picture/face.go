package picture

// FaceSize is the side of the face handed to the letter reader, pixels.
const FaceSize = 48
