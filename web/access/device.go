package access

import "strings"

// device is what a browser calls itself in its User-Agent header, in words that are the same in all languages: "Safari, iPhone". Empty:
// it says nothing that people know.
func device(agent string) string {
	return strings.TrimPrefix(strings.TrimSuffix(first(agent, browsers)+", "+first(agent, systems), ", "), ", ")
}

// Parts of the header and what they stand for. Most browsers name others, too, so that the first one that is found counts; see
// developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent.
var (
	browsers = [][2]string{{"OBS/", "OBS"}, {"SamsungBrowser/", "Samsung Internet"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}}
	systems = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"}}
)

func first(agent string, known [][2]string) string {
	for _, k := range known {
		if strings.Contains(agent, k[0]) {
			return k[1]
		}
	}
	return ""
}
