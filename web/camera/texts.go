package camera

import (
	"net/http"
	"strings"
)

// texts are all words of the page, by language and key.
var texts = map[string]map[string]string{
	"en": {
		"title":    "This phone as the camera",
		"lead":     "Stand the phone so that it sees the whole table, a little from one side. Leave this page open.",
		"start":    "Use this phone’s camera",
		"stop":     "Stop",
		"take":     "Use this phone instead",
		"starting": "Asking for the camera …",
		"live":     "Live · {fps} pictures a second · {size}",
		"waiting":  "Connected, waiting for the first picture …",
		"away":     "Connection lost. Trying again …",
		"slow":     "Slow network: smaller pictures are sent.",
		"hidden":   "The camera pauses while this page is in the background.",
		"turned":   "Turned. The game goes on as soon as the table is still.",
		"busy":     "“{name}” is the camera already.",
		"replaced": "Another phone is the camera now.",
		"denied":   "The browser may not use the camera. Allow it in the address bar or in the phone’s settings, then try again.",
		"nocamera": "This device has no camera that can be used. Close other programs that use it, or take another phone.",
		"bad":      "The server could not use a picture: {why}",
		"insecure": "Browsers give the camera only to a secure page.",
		"warning":  "Open the secure page. Once only, the browser will warn that it does not know this computer: that is expected, for the certificate was made here, by Tilewatch. Choose “Advanced” or “Show details”, then “Continue” or “Visit this website”.",
		"open":     "Open the secure page",
		"nosecure": "Start the server with --https to use this phone as a live camera.",
		"photo":    "Or take a photo after each turn",
		"sent":     "Sent. Take the next one after the next turn, from the same place.",
		"sending":  "Sending …",
		"back":     "Back to the scores",
	},
	"es": {
		"title":    "Este teléfono como cámara",
		"lead":     "Coloca el teléfono de modo que vea toda la mesa, un poco de lado. Deja esta página abierta.",
		"start":    "Usar la cámara de este teléfono",
		"stop":     "Parar",
		"take":     "Usar este teléfono en su lugar",
		"starting": "Pidiendo la cámara …",
		"live":     "En directo · {fps} imágenes por segundo · {size}",
		"waiting":  "Conectado, esperando la primera imagen …",
		"away":     "Conexión perdida. Se intenta de nuevo …",
		"slow":     "Red lenta: se envían imágenes más pequeñas.",
		"hidden":   "La cámara se detiene mientras esta página está en segundo plano.",
		"turned":   "Girado. La partida sigue en cuanto la mesa esté quieta.",
		"busy":     "«{name}» ya es la cámara.",
		"replaced": "Ahora otro teléfono es la cámara.",
		"denied":   "El navegador no puede usar la cámara. Permítelo en la barra de direcciones o en los ajustes del teléfono y prueba otra vez.",
		"nocamera": "Este aparato no tiene una cámara disponible. Cierra otros programas que la usen o toma otro teléfono.",
		"bad":      "El servidor no pudo usar una imagen: {why}",
		"insecure": "Los navegadores solo dan la cámara a una página segura.",
		"warning":  "Abre la página segura. Una sola vez, el navegador avisará de que no conoce este ordenador: es normal, porque el certificado lo hizo aquí Tilewatch. Elige «Avanzado» o «Mostrar detalles», y luego «Continuar» o «Visitar este sitio web».",
		"open":     "Abrir la página segura",
		"nosecure": "Inicia el servidor con --https para usar este teléfono como cámara en directo.",
		"photo":    "O haz una foto después de cada turno",
		"sent":     "Enviada. Haz la siguiente después del próximo turno, desde el mismo sitio.",
		"sending":  "Enviando …",
		"back":     "Volver al marcador",
	},
}

// language is the one of ours that the browser likes best: ?lang= first, then what it says it prefers.
func language(r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); texts[lang] != nil {
		return lang
	}
	for _, part := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		lang, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		lang, _, _ = strings.Cut(lang, "-")
		if texts[strings.ToLower(lang)] != nil {
			return strings.ToLower(lang)
		}
	}
	return "en"
}
