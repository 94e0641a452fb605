package main

// shot is a picture of a page in some state. It becomes web/docs/NAME.webp, and NAME-dark.webp where the dark theme looks different.
type shot struct {
	name   string
	stage  string // whose server shows the page
	turn   int    // of the stage's game, after which the picture is taken
	page   string // below the server's address
	screen screen
	ready  string   // holds once the page shows what it should
	fill   string   // a script that fills in a form
	file   string   // is given to the page's first field for files
	taps   []string // are touched one after the other
	shown  string   // holds after that
	behind bool     // the camera's picture lies behind the page
}

var (
	phone   = screen{390, 780, 1.5}
	tall    = screen{390, 1180, 1.5}
	low     = screen{390, 560, 1.5}
	small   = screen{360, 744, movingScale}
	desktop = screen{1180, 760, 1}
	stage16 = screen{1280, 720, 1}
)

const (
	before = 0   // the first play
	ended  = 100 // the game
)

// live holds once a page shows the state of the game and follows it.
const live = `document.querySelector('[data-part=board]')?.shown`

// shots are the pictures of the manual's pages.
var shots = []shot{
	{name: "setup", stage: "nabit", turn: before, page: "/t/1/setup", screen: phone, ready: `document.querySelector('.newgame')`, fill: setUp},
	{name: "join", stage: "nabit", turn: 1, page: "/t/1/join", screen: phone, ready: `document.querySelector('.code svg')`},
	{name: "watch", stage: "nabit", turn: 11, page: "/t/1/watch", screen: phone, ready: live},
	{name: "nabit", stage: "nabit", turn: 11, page: "/t/1/watch", screen: tall, ready: live},
	{name: "play", stage: "nabit", turn: 11, page: "/t/1/play", screen: phone, ready: live},
	{name: "correct", stage: "nabit", turn: 11, page: "/t/1/play", screen: phone, ready: live, taps: []string{`.board .stack:last-of-type`}, shown: `document.querySelector('#sheet .saw img')?.naturalWidth > 100`},
	{name: "camera", stage: "nabit", turn: 11, page: "/t/1/camera", screen: desktop, ready: `document.querySelector('#seen path')`},
	{name: "tv", stage: "nabit", turn: 11, page: "/t/1/tv", screen: stage16, ready: live},
	{name: "overlay", stage: "nabit", turn: 11, page: "/t/1/overlay?theme=light", screen: stage16, ready: live, behind: true},
	{name: "result", stage: "nabit", turn: ended, page: "/games/last", screen: phone, ready: `document.querySelector('.ranks .won')`},
	{name: "replay", stage: "nabit", turn: ended, page: "/games/last/replay?step=11", screen: desktop, ready: `document.querySelector('.turn-shot image')`},
	{name: "photo", stage: "nabit", turn: ended, page: "/photo", screen: phone, ready: `!document.getElementById('photo').hidden`, file: "testdata/nabit/stills/045.jpg", shown: `document.querySelector('#answer .ranks li')`},
	{name: "snag", stage: "snag", turn: ended, page: "/t/1/play", screen: phone, ready: `document.querySelector('.last .changes') && ` + atRest},
	{name: "dabble", stage: "dabble", turn: ended, page: "/t/1/play", screen: low, ready: drawn(".tile", 5) + " && " + atRest},
	{name: "tabit", stage: "tabit", turn: ended, page: "/t/1/play", screen: phone, ready: drawn(".letter", 12) + " && " + atRest},
}
