package calibrate

import (
	"net/http"
	"strings"
)

// texts are all words of the pages, by language and key. Keys that begin with "say." are the Bench's sentences.
var texts = map[string]map[string]string{
	"en": {
		"title":         "Calibrate",
		"back":          "Back",
		"lead":          "Ten minutes, once for each camera: tiles are then found, and stacks counted, more surely.",
		"nocamera":      "No camera gives pictures. Plug one in, or make a phone the camera.",
		"phone":         "Use a phone as the camera",
		"board":         "1. The board",
		"board.lead":    "Print it at 100 % on stiff paper, or show it on another phone or a tablet.",
		"board.print":   "Print the board (PDF)",
		"board.show":    "Show it on a screen",
		"square":        "Side of a square, mm",
		"thick":         "Height of the board over the table, mm (paper 0, a tablet its thickness)",
		"set":           "Set",
		"camera":        "2. The camera",
		"camera.lead":   "Move the board before the camera, tilted this way and that, until every part of the picture is filled.",
		"table":         "3. The table",
		"table.lead":    "Put the camera where it will stay. Lay the board flat in the middle of the table.",
		"tiles":         "4. The tiles",
		"tiles.lead":    "Beside the board, lay five linked tiles in a row, letters up, and stack five on one end.",
		"glyphs.lead":   "While a game is watched, the look of each letter is learned.",
		"glyphs.forget": "Other tiles: forget the letters",
		"say.forgotten": "The letters are forgotten.",
		"start":         "Start",
		"stop":          "Stop",
		"measure":       "Measure",
		"save":          "Keep",
		"saved":         "Kept. It is used from the next start of the server on.",
		"known":         "Known since {day}",
		"known.yes":     "Known",
		"known.no":      "Not known yet",
		"views":         "{n} views",
		"score":         "This place is worth {score} of 100.",
		"busy":          "Measuring …",
		"lost":          "Connection lost. Trying again …",
		"picture":       "What the camera sees",

		"wish.show_board": "Show the board to the camera, all of it.",
		"wish.hold_still": "Hold it still …",
		"wish.again":      "Good. Now move the board.",
		"wish.tilt":       "Tilt the board by a third of a right angle.",
		"wish.left":       "Move the board to the left of the picture.",
		"wish.right":      "Move the board to the right of the picture.",
		"wish.up":         "Move the board to the top of the picture.",
		"wish.down":       "Move the board to the bottom of the picture.",
		"wish.closer":     "Bring the board nearer.",
		"wish.done":       "That is enough.",

		"say.good":             "Very good: the board’s points are explained to {px} pixels, the focal length to {percent} %.",
		"say.usable":           "Usable: the points are explained to {px} pixels. Hold the board still, flat and in focus for better.",
		"say.bad":              "Not good: the points are off by {px} pixels. The board was bent, moving or out of focus. Start again.",
		"say.unsure":           "The focal length is known only to {percent} %. Show the board more tilted, in all parts of the picture.",
		"say.tiles_too_small":  "A tile is only {px} pixels wide: its letter cannot be read. Bring the camera to {cm} cm.",
		"say.tiles_small":      "A tile is {px} pixels wide: most letters can be read, in good light. {cm} cm would be better.",
		"say.tiles_good":       "A tile is {px} pixels wide: letters can be read.",
		"say.from_above":       "From straight above I cannot count stacks in a photo. A game I watch from its start is no problem: I count the tiles as they are laid. Tilt by {want} degrees for photos.",
		"say.too_flat":         "Seen this flat ({deg} degrees from straight above), tall stacks hide what lies behind them. 30 to 45 degrees are best.",
		"say.flat":             "At {deg} degrees from straight above, tall stacks hide part of what lies behind them. 30 to 45 degrees are best.",
		"say.levels_small":     "One more tile moves the top of a stack by only {px} pixels: heights in a photo are uncertain. Come nearer or tilt more.",
		"say.tilt_little":      "Tilted by {deg} degrees, stacks can be counted; at {want} more surely.",
		"say.tilt_good":        "Tilted by {deg} degrees, stacks can be counted.",
		"say.measured":         "Tiles of {side} mm, linked every {pitch} mm, {thickness} mm thick.",
		"say.thickness_unsure": "Tiles of {side} mm, linked every {pitch} mm. Their thickness is not sure from here: tilt the camera to 25 degrees or more.",

		"show.title": "The board, at its true size",
		"show.lead":  "Hold a bank card against the screen, and move the slider until the frame is just as large.",
		"show.card":  "Size",
		"show.go":    "Show the board",
		"show.told":  "Squares of {mm} mm. Turn the brightness up, and lay the screen flat.",
		"show.back":  "Touch to go back",
	},
	"es": {
		"title":         "Calibrar",
		"back":          "Volver",
		"lead":          "Diez minutos, una vez por cámara: las fichas se encuentran y las pilas se cuentan con más seguridad.",
		"nocamera":      "Ninguna cámara da imágenes. Conecta una o usa un teléfono como cámara.",
		"phone":         "Usar un teléfono como cámara",
		"board":         "1. El tablero",
		"board.lead":    "Imprímelo al 100 % en papel rígido, o muéstralo en otro teléfono o una tableta.",
		"board.print":   "Imprimir el tablero (PDF)",
		"board.show":    "Mostrarlo en una pantalla",
		"square":        "Lado de un cuadro, mm",
		"thick":         "Altura del tablero sobre la mesa, mm (papel 0, una tableta su grosor)",
		"set":           "Fijar",
		"camera":        "2. La cámara",
		"camera.lead":   "Mueve el tablero ante la cámara, inclinado a un lado y a otro, hasta llenar todas las partes de la imagen.",
		"table":         "3. La mesa",
		"table.lead":    "Pon la cámara donde se va a quedar. Deja el tablero plano en medio de la mesa.",
		"tiles":         "4. Las fichas",
		"tiles.lead":    "Junto al tablero, pon cinco fichas unidas en fila, con las letras hacia arriba, y apila cinco en un extremo.",
		"glyphs.lead":   "Mientras se sigue una partida se aprende cómo es cada letra.",
		"glyphs.forget": "Otras fichas: olvidar las letras",
		"say.forgotten": "Las letras se han olvidado.",
		"start":         "Empezar",
		"stop":          "Parar",
		"measure":       "Medir",
		"save":          "Guardar",
		"saved":         "Guardado. Se usa desde el próximo inicio del servidor.",
		"known":         "Conocida desde {day}",
		"known.yes":     "Conocido",
		"known.no":      "Aún no se conoce",
		"views":         "{n} vistas",
		"score":         "Este sitio vale {score} de 100.",
		"busy":          "Midiendo …",
		"lost":          "Conexión perdida. Se intenta de nuevo …",
		"picture":       "Lo que ve la cámara",

		"wish.show_board": "Muestra el tablero entero a la cámara.",
		"wish.hold_still": "Mantenlo quieto …",
		"wish.again":      "Bien. Ahora mueve el tablero.",
		"wish.tilt":       "Inclina el tablero un tercio de ángulo recto.",
		"wish.left":       "Lleva el tablero a la izquierda de la imagen.",
		"wish.right":      "Lleva el tablero a la derecha de la imagen.",
		"wish.up":         "Lleva el tablero a la parte de arriba.",
		"wish.down":       "Lleva el tablero a la parte de abajo.",
		"wish.closer":     "Acerca el tablero.",
		"wish.done":       "Ya es suficiente.",

		"say.good":             "Muy bien: los puntos del tablero se explican con {px} píxeles, la distancia focal con {percent} %.",
		"say.usable":           "Sirve: los puntos se explican con {px} píxeles. Mejor con el tablero quieto, plano y enfocado.",
		"say.bad":              "No sirve: los puntos fallan por {px} píxeles. El tablero estaba doblado, en movimiento o desenfocado. Empieza de nuevo.",
		"say.unsure":           "La distancia focal solo se conoce con {percent} %. Muestra el tablero más inclinado y en todas las partes.",
		"say.tiles_too_small":  "Una ficha mide solo {px} píxeles: su letra no se puede leer. Acerca la cámara a {cm} cm.",
		"say.tiles_small":      "Una ficha mide {px} píxeles: casi todas las letras se leen con buena luz. Mejor a {cm} cm.",
		"say.tiles_good":       "Una ficha mide {px} píxeles: las letras se leen.",
		"say.from_above":       "Desde justo encima no puedo contar pilas en una foto. Una partida vista desde el principio no es problema: cuento las fichas al ponerlas. Para fotos, inclina {want} grados.",
		"say.too_flat":         "Tan de lado ({deg} grados desde la vertical), las pilas altas tapan lo de detrás. Lo mejor son 30 a 45 grados.",
		"say.flat":             "A {deg} grados desde la vertical, las pilas altas tapan parte de lo de detrás. Lo mejor son 30 a 45 grados.",
		"say.levels_small":     "Una ficha más mueve la pila solo {px} píxeles: en una foto las alturas son inseguras. Acércate o inclina más.",
		"say.tilt_little":      "Con {deg} grados de inclinación se cuentan las pilas; con {want}, mejor.",
		"say.tilt_good":        "Con {deg} grados de inclinación se cuentan las pilas.",
		"say.measured":         "Fichas de {side} mm, unidas cada {pitch} mm, {thickness} mm de grosor.",
		"say.thickness_unsure": "Fichas de {side} mm, unidas cada {pitch} mm. Su grosor no es seguro desde aquí: inclina la cámara 25 grados o más.",

		"show.title": "El tablero a su tamaño real",
		"show.lead":  "Apoya una tarjeta bancaria en la pantalla y mueve el control hasta que el marco sea igual de grande.",
		"show.card":  "Tamaño",
		"show.go":    "Mostrar el tablero",
		"show.told":  "Cuadros de {mm} mm. Sube el brillo y deja la pantalla plana.",
		"show.back":  "Toca para volver",
	},
}

// language is the one of ours that the browser likes best.
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
