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

// StreamEnvironment is for a process that reads streams alone: OpenCV takes from it what it asks of FFmpeg. The first option is OpenCV's own; by the
// others FFmpeg does not wait for 20 pictures to know their rate, four seconds of a camera that gives five a second, nor for five seconds of them.
const StreamEnvironment = "OPENCV_FFMPEG_CAPTURE_OPTIONS=rtsp_flags;prefer_tcp|fpsprobesize;0|analyzeduration;1000000"
