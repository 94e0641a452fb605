package source

import "os"

// logLevel is the variable from which OpenCV's FFmpeg reader takes how much FFmpeg writes to standard error, when it is first used
// (modules/videoio/src/cap_ffmpeg_impl.hpp). -8 is AV_LOG_QUIET: what is wrong with a film or a camera our own errors say.
const logLevel = "OPENCV_FFMPEG_LOGLEVEL"

func init() {
	if _, set := os.LookupEnv(logLevel); !set {
		_ = os.Setenv(logLevel, "-8") // fails only for names that cannot be
	}
}
