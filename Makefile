# make run     install what is missing, build, play the film through the real pipeline, serve the scoreboard
# make test    install what tests need too, test everything: minutes
# make check   analyze the code and test everything      make check-fast   what differs from main (SINCE=branch) and what imports it
# make build   bin/tilewatch      make accuracy   grade the reading against the scenes in testdata; REPORT=folder also writes a page
# make accuracy TOLD=all SCENES=folder   watch films as a newcomer has them, with a profile, and with one that is spoiled on purpose
# make accuracy WITHOUT=all SCENES=folder   what each stage of reading a photo is worth: without it, how many are read right
# make install, uninstall   put the program below PREFIX=/usr/local, and take it away again      make dist   packages, in bin
# make deb-arm64   the package for a Raspberry Pi, compiled here      make prove, prove-archive, prove-arm64   try the packages: see below
# make vuln    look for known vulnerabilities in what the program calls; needs the Internet, or VULNDB=file:///copy of the database
# make train   learn every network again, from made-up pictures; goes on where it was stopped: of the time, the map of tiles takes days on two cores, ten minutes with a GPU
# make train ONLY=folder   learn one again: ONLY=ocr/digit, ONLY=vision/body/glance ...
# make soak    the long tests: many more games, boards and kills      make fuzz    bad input, FUZZTIME=20s for each door
# make cost BEFORE=commit   the processor time of a frame, now and then: see .ci/cost
# make pictures   the manual's screenshots and the README's moving picture again, from the sample films
# make env     what to put into the environment to call go yourself: eval "$(make -s env)"
#
# SOURCE=0 (a camera), SOURCE=http://... (a network camera), SOURCE=film.mp4; GAME=snag; ADDR=:8080

.DEFAULT_GOAL := help
.PHONY: help run build vuln test check check-fast train scenes train-map train-bodies train-glances soak fuzz accuracy cost pictures env install uninstall dist deb deb-arm64 archive prove prove-container prove-archive prove-arm64 release go packages test-packages clean

GAME   ?= nabit
FILM    = $(firstword $(wildcard testdata/$(GAME)/live/*.mp4))
SOURCE ?= $(FILM)
ADDR   ?= :8080
FUZZTIME ?= 20s
SINCE  ?= main
PYTHON ?= /usr/bin/python3

# How Go finds the C++ libraries: gocv is written for newer OpenCVs than Debian 12 and Ubuntu 24.04 have, and would link
# all of it, Qt included. So only the modules in use are built, by our own flags, and the include of all of
# OpenCV is replaced by the modules' headers.
# None of these four brings a desktop toolkit along (calib3d would: its package wants highgui, and that Qt).
MODULES := core imgproc imgcodecs videoio
export CGO_ENABLED  := 1
export CGO_CPPFLAGS := -I/usr/include/opencv4
export CGO_CXXFLAGS := -g -O2 -DOPENCV_ALL_HPP $(foreach m,$(MODULES),-include opencv2/$(m).hpp)
export CGO_LDFLAGS  := $(foreach m,$(MODULES),-lopencv_$(m))
export GOTOOLCHAIN  := local
# What is built does not depend on the folder (-trimpath), so every clone shares the build cache.
export GOFLAGS      := -buildvcs=false -trimpath -tags=customenv,gocv_specific_modules,gocv_videoio

# Typefaces for the tiles that networks learn from; a training takes these and whatever else the machine has.
TYPEFACES := $(addprefix fonts-,cabin cantarell comfortaa crosextra-caladea crosextra-carlito dejavu-core dosis ebgaramond gfs-didot hack inter junction lato \
	linuxlibertine lobstertwo oldstandard open-sans play quicksand roboto-unhinted urw-base35 vollkorn yanone-kaffeesatz)
SCENE_SEEDS := 9100 9101 9102 9103
BUILD_PACKAGES := g++ $(foreach m,$(MODULES),libopencv-$(m)-dev) libjpeg-dev libtesseract-dev libleptonica-dev tesseract-ocr-eng

# The program knows the commit that it is built of, where git does: -buildvcs=auto would fail in somebody else's clone.
STAMP = $(if $(shell git rev-parse HEAD 2>/dev/null),-buildvcs=true)
VERSION = $(shell sed -n 's/^const Number = "\(.*\)"/\1/p' cmd/internal/version/version.go)
ARCHITECTURE = $(shell dpkg --print-architecture)
DEB_VERSION ?= $(VERSION)+$(shell . /etc/os-release && echo "$$ID$$VERSION_ID")
# The date of all that is packed, so that a commit gives the same files whenever they are made.
install deb deb-arm64 archive: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
PREFIX ?= /usr/local

# Go wants a place for its caches; without a home that is here.
ifeq ($(strip $(HOME)),)
export HOME := $(CURDIR)/.cache
export GOPATH := $(CURDIR)/.cache/go
endif

# The first use looks for Go and puts it first on PATH, where the tools it starts find it too. GO=/path/to/go names one.
GO_DIR = $(eval GO_DIR := $$(shell GO='$(GO)' sh .ci/find-go))$(if $(filter /%,$(firstword $(GO_DIR))),$(GO_DIR),$(error $(GO_DIR)))
go = PATH="$(GO_DIR):$$PATH" go

help:
	@sed -n 's/^# \{0,1\}//;/^make/p' Makefile

run: build
	@exec bin/tilewatch serve --addr "$(ADDR)" --game "$(GAME)" --source "$(SOURCE)"

build: packages
	@[ -x bin/tilewatch ] || echo "Building bin/tilewatch: the first time takes a minute or two."
	@$(go) build $(STAMP) -o bin/tilewatch ./cmd/tilewatch
	@mkdir -p bin/share/tilewatch && ln -sfn ../../../engine/lexicon/german bin/share/tilewatch/words

# What was built is installed as it is, so that "sudo make install" compiles nothing.
install: bin/tilewatch
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh .dist/install bin/tilewatch

uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh .dist/uninstall

bin/tilewatch:
	@$(MAKE) --no-print-directory build

dist: deb archive

# For the distribution that this is. DEB_VERSION=... names another version.
deb: bin/dist/tilewatch
	@sh .ci/packages "to make a package" dpkg-dev
	@sh .dist/package $< "$(DEB_VERSION)" "$(ARCHITECTURE)"

# For any Linux whose C library is as new as this one's.
archive: bin/dist/archive/tilewatch
	@sh .ci/packages "to make an archive" patchelf xz-utils
	@sh .dist/archive $< "$(VERSION)" "$(ARCHITECTURE)" $(LIBRARIES)

# What needs two hundred libraries in the distribution's packages is linked as we build it, once: ten minutes on two cores.
LIBRARIES := $(CURDIR)/.cache/libraries
LEAN := -L$(LIBRARIES)/lib -Wl,-rpath-link,$(LIBRARIES)/lib,--start-group $(patsubst %,-l%,opencv_imgcodecs opencv_videoio tesseract leptonica) \
	-Wl,--end-group $(patsubst %,-l%,avformat avcodec swscale avutil jpeg png webp z gomp)
bin/dist/archive/tilewatch: $(LIBRARIES)/done packages
	@$(go) build $(STAMP) $(call STRIPPED,$(LEAN)) -o $@ ./cmd/tilewatch

$(LIBRARIES)/done: .dist/libraries .dist/absent.c | packages
	@sh .ci/packages "to build the archive's libraries" dpkg-dev cmake nasm ninja-build pkg-config libpng-dev libwebp-dev libssl-dev zlib1g-dev
	@echo "Building FFmpeg and parts of OpenCV in $(LIBRARIES): ten minutes or more. $(LIBRARIES).log tells."
	@mkdir -p $(LIBRARIES) && sh .dist/libraries $(LIBRARIES) >$(LIBRARIES).log 2>&1 || { tail -n 20 $(LIBRARIES).log; exit 1; }

# Without the tables for debuggers. It looks for libraries beside itself, as the archive has them, then where the system keeps them.
.PHONY: bin/dist/tilewatch bin/dist/archive/tilewatch
bin/dist/tilewatch: packages
	@$(go) build $(STAMP) $(STRIPPED) -o $@ ./cmd/tilewatch
STRIPPED = -ldflags="-s -extldflags '-Wl,--disable-new-dtags,-rpath,\$$ORIGIN/../lib/tilewatch $(1)'"

# For a Raspberry Pi, compiled here: with the distribution's libraries for it, unpacked in a folder, and run by an emulator of the Pi 4's processor.
deb-arm64: bin/dist/arm64/tilewatch bin/dist/tilewatch
	@sh .ci/packages "to make a package" dpkg-dev
	@sh .dist/package $< "$(DEB_VERSION)" arm64 bin/dist/tilewatch

SYSROOT := $(CURDIR)/.cache/sysroot-arm64
ARM64_LIBRARIES := $(SYSROOT)/usr/lib/aarch64-linux-gnu
arm64 = GOARCH=arm64 CC="aarch64-linux-gnu-gcc --sysroot=$(SYSROOT)" CXX="aarch64-linux-gnu-g++ --sysroot=$(SYSROOT)" \
	CGO_CPPFLAGS=-I$(SYSROOT)/usr/include/opencv4 CGO_LDFLAGS="$(CGO_LDFLAGS) -L$(ARM64_LIBRARIES) -Wl,-rpath-link,$(ARM64_LIBRARIES),--allow-shlib-undefined"

.PHONY: bin/dist/arm64/tilewatch
bin/dist/arm64/tilewatch: $(SYSROOT)/done
	@$(arm64) $(go) build $(STAMP) $(STRIPPED) -o $@ ./cmd/tilewatch

$(SYSROOT)/done: .dist/sysroot | packages
	@sh .ci/packages "to compile for arm64" g++-aarch64-linux-gnu
	@echo "Fetching the libraries for arm64: 170 MB"
	@rm -rf $(SYSROOT) && sh .dist/sysroot $(SYSROOT) arm64 libc6-dev libstdc++-12-dev $(filter-out g++,$(BUILD_PACKAGES)) >$(SYSROOT).log 2>&1 || { tail -n 20 $(SYSROOT).log; exit 1; }

# Two passes: with the race detector the packages in which goroutines share something, without it all others (and what reads pictures, but
# for a small one). cmd/check/plan.go finds them in the code. CHECKFLAGS are go test's, for example -count=1.
test: test-packages
	@$(go) run ./cmd/check -tests -- $(CHECKFLAGS)

# Beside the tests the analyzers of go vet and staticcheck, in one program of ours that the go command calls for each package.
check: test-packages
	@$(analyze)
	@$(go) run ./cmd/check -- $(CHECKFLAGS)

check-fast: go
	@$(analyze)
	@$(go) run ./cmd/check -fast -since $(SINCE) -- $(CHECKFLAGS)

analyze = $(go) build -o bin/analyze ./cmd/check/analyze

# The packaged PyTorch belongs to the system's Python; PYTHON=/path/to/python names one with another. Training takes all cores.
train: packages
	@sh .ci/packages "to train: typefaces for the tiles" $(TYPEFACES)
	@PATH="$(GO_DIR):$$PATH" sh .ci/train $(ONLY)

# Scenes with their truth, of some tables and sets, for the networks that learn from whole pictures.
scenes:
	@$(go) build -o bin/scenes ./vision/train/scenes/make
	@for kind in webcam-top webcam-oblique phone; do for seed in $(SCENE_SEEDS); do \
		bin/scenes -width 1920 -height 1080 -tables training -free -n 70 -seed $$seed -kind $$kind -out .cache/scenes/$$kind-$$seed || exit 1; done; done

train-map:
	@sh .ci/packages "to train: PyTorch" python3-torch
	@$(go) build -o bin/tilemap-scenes ./vision/train/tilemap
	@$(PYTHON) vision/train/tilemap/train.py --scenes-command bin/tilemap-scenes

train-bodies train-glances: train-%:
	@sh .ci/packages "to train: PyTorch" python3-torch
	@$(go) build -o bin/body-crops ./vision/train/bodies
	@$(PYTHON) vision/train/$*/train.py --crops-command bin/body-crops

soak: go
	@ADVICE_SOAK=24 $(go) test -run Exactly -timeout 20m ./engine/nabit/advice
	@ALLGAMES=1 $(go) test -run Games -timeout 30m ./engine/nabit/follow ./engine/nabit
	@GAMES=10000 $(go) test -count=1 -v -run RandomGames -timeout 60m ./engine/snag ./engine/dabble ./engine/tabit ./engine/nabit
	@HUNSPELL=1 $(go) test -run AgainstHunspell -timeout 10m ./engine/lexicon/build/hunspell
	@KILLS=2000 $(go) test -run Killed -timeout 30m ./engine/journal/sqlite
	@GAMEFILES=2000 $(go) test -count=1 -v -run NothingThatIsLeft -timeout 60m ./cmd/internal/store
	@SERVER_KILLS=300 $(go) test -run KilledAtAny -timeout 60m ./cmd/tilewatch
	@PHONES=10000 TIMING=1 $(go) test -count=1 -v -run 'ManyPhones|SlowPhonesHarm' -timeout 10m ./web
	@WHOLEFILM=1 $(go) test -count=1 -run 'SnagFilm|WatchTabit' -timeout 10m ./cmd/tilewatch
	@WHOLEGAME=1 SLOWER=1 $(go) test -run ThroughAPhones -timeout 30m ./cmd/tilewatch
	@EVERY_STATE=all $(go) test -count=1 -v -run NoControlIsCovered -timeout 120m ./cmd/internal/games
	@FRAMES=all $(go) test -count=1 -run HandsDo -timeout 20m ./cmd/internal/games/nabit/film
	@SCENES=all $(go) test -count=1 -run Mirror -timeout 10m ./cmd/internal/games/nabit/sight
	@TURNED=all $(go) test -count=1 -run Turned -timeout 20m ./vision/dabble
	@CLUB_SOAK=200 $(go) test -count=1 -v -run UnderLoad -timeout 30m ./cmd/internal/club
	@TIMING=1 $(go) test -count=1 -v -run 'SlowPhoneSoon|SoonOnEvery' ./web
	@TIMING=1 $(go) test -count=1 -v -run StillTable ./vision/nabit
	@TABLES=300 $(go) test -count=1 -v -run OddPlastics -timeout 30m ./vision/nabit
	@GOFLAGS="$$GOFLAGS,matprofile" $(go) test -count=1 -v -run 'Mats|MatLeaks' -timeout 30m ./vision/source ./vision/motion ./vision/nabit ./vision/tabit ./cmd/internal/games/nabit/film
	@SOAK_HOURS=4 $(go) test -v -run LongWatch -timeout 4h ./cmd/tilewatch

# Go fuzzes one function at a time.
fuzz: packages
	@grep -ro --include='*_test.go' --exclude-dir='.*' '^func Fuzz[A-Za-z]*' * | sed 's|/[^/]*:func | |' | while read -r folder fuzzer; do \
		$(go) test -run '^$$' -fuzz "^$$fuzzer\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x "./$$folder" || exit 1; done

# The long proofs, in an emptied Debian or Ubuntu, ROOT, as "debootstrap --variant=minbase" makes it; the archive's in any emptied system. They want root.
prove: deb
	@sh .dist/prove "$(ROOT)" bin/tilewatch_$(DEB_VERSION)_$(ARCHITECTURE).deb

prove-container: archive
	@sh .dist/prove-container "$(ROOT)" bin/tilewatch-$(VERSION)-linux-$(ARCHITECTURE).tar.xz

prove-archive: archive bin/dist/tilewatch
	@sh .dist/prove-archive "$(ROOT)" bin/tilewatch-$(VERSION)-linux-$(ARCHITECTURE).tar.xz bin/dist/tilewatch

# The rules, the arithmetic in C and a photo, run by an emulator: minutes.
prove-arm64: deb-arm64
	@sh .ci/packages "to run programs for arm64" qemu-user-static
	@$(arm64) $(go) test -exec "qemu-aarch64-static -cpu cortex-a72 -L $(SYSROOT)" ./engine ./engine/game/... ./engine/nabit ./engine/snag ./engine/dabble ./engine/tabit ./vision/kernel ./vision/nn/...
	@sh .dist/prove-arm64 bin/dist/arm64/tilewatch bin/dist/tilewatch $(SYSROOT)

# Joins the files in .changes into CHANGELOG.md, as the version that cmd/internal/version names.
release: go
	@$(go) run ./cmd/release

# The manual's screenshots and the README's moving picture: minutes. ONLY=tv,playing makes some.
pictures: build
	@browser=$$(sh .ci/browser) && sh .ci/packages "to take pictures and to join them into a moving one" webp $$browser
	@$(go) run ./cmd/pictures $(if $(ONLY),-only $(ONLY))

vuln: packages
	@PATH="$(GO_DIR):$$PATH" VULNDB='$(VULNDB)' sh .ci/vuln

accuracy: build
	@$(go) run ./cmd/accuracy $(if $(REPORT),-report $(REPORT) -commit "$$(git rev-parse --short HEAD 2>/dev/null)") $(if $(TOLD),-told $(TOLD)) $(if $(WITHOUT),-without $(WITHOUT)) $(SCENES)

cost: go
	@PATH="$(GO_DIR):$$PATH" .ci/cost $(BEFORE)

env:
	@$(foreach v,CGO_CPPFLAGS CGO_CXXFLAGS CGO_LDFLAGS GOTOOLCHAIN GOFLAGS,echo 'export $(v)="$($(v))"';)

# Printed before anything is installed.
go:
	@: "$(GO_DIR)"

# One package run at a time, also under make -j. What Go can compile without the packages, it compiles while they come.
packages: go
	@sh .ci/packages -meanwhile '$(call beside,-o /dev/null ./cmd/tilewatch)' "to build: compiler, OpenCV, Tesseract" $(BUILD_PACKAGES)

test-packages: go
	@browser=$$(sh .ci/browser) && \
		sh .ci/packages -meanwhile '$(call beside,./...)' "to build and test: compiler, OpenCV, Tesseract, a browser" $(BUILD_PACKAGES) $$browser

beside = PATH="$(GO_DIR):$$PATH" go build $(1)

clean:
	rm -rf bin
