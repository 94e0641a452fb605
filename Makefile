# make run     install what is missing, build, play the film through the real pipeline, serve the scoreboard
# make test    install what tests need too, check and test everything: minutes
# make check-fast   vet, staticcheck and the tests of what differs from main (SINCE=branch) and of what imports it
# make build   bin/tilewatch      make accuracy   grade the reading against the scenes in testdata
# make install, uninstall   put the program below PREFIX=/usr/local, and take it away again      make dist   packages, in bin
# make train   learn the map of tiles again, from made-up scenes: minutes with a GPU, most of a day on two cores; goes on where it was stopped
# make soak    the long tests: many more games, boards and kills      make fuzz    bad input, FUZZTIME=20s for each door
# make env     what to put into the environment to call go yourself: eval "$(make -s env)"
#
# SOURCE=0 (a camera), SOURCE=http://... (a network camera), SOURCE=film.mp4; GAME=snag; ADDR=:8080

.DEFAULT_GOAL := help
.PHONY: help run build test check check-fast train soak fuzz accuracy env install uninstall dist deb archive prove prove-container prove-archive release go packages test-packages clean

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
# Tesseract is six times faster on small pictures when it does not split them among threads.
export OMP_THREAD_LIMIT := 1

BUILD_PACKAGES := g++ $(foreach m,$(MODULES),libopencv-$(m)-dev) libjpeg-dev libdnnl-dev libtesseract-dev libleptonica-dev tesseract-ocr-eng

# The program knows the commit that it is built of, where git does: -buildvcs=auto would fail in somebody else's clone.
STAMP = $(if $(shell git rev-parse HEAD 2>/dev/null),-buildvcs=true)
VERSION = $(shell sed -n 's/^const Number = "\(.*\)"/\1/p' cmd/internal/version/version.go)
DEB_VERSION ?= $(VERSION)+$(shell . /etc/os-release && echo "$$ID$$VERSION_ID")
ARCHITECTURE = $(shell dpkg --print-architecture)
# The date of all that is packed, so that a commit gives the same files whenever they are made.
install deb archive: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
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
	@$(go) build $(STAMP) -o bin/tilewatch ./cmd/tilewatch

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
archive: bin/dist/tilewatch
	@sh .ci/packages "to make an archive" patchelf xz-utils
	@sh .dist/archive $< "$(VERSION)" "$(ARCHITECTURE)"

# Without the tables for debuggers. It looks for libraries beside itself, as the archive has them, then where the system keeps them.
.PHONY: bin/dist/tilewatch
bin/dist/tilewatch: packages
	@$(go) build $(STAMP) -ldflags="-s -extldflags '-Wl,--disable-new-dtags,-rpath,\$$ORIGIN/../lib/tilewatch'" -o $@ ./cmd/tilewatch

# The long proofs, in an emptied Debian or Ubuntu, ROOT, as "debootstrap --variant=minbase" makes it; the archive's in any emptied system. They want root.
prove: deb
	@sh .dist/prove "$(ROOT)" bin/tilewatch_$(DEB_VERSION)_$(ARCHITECTURE).deb

prove-container: deb
	@sh .dist/prove-container "$(ROOT)" bin/tilewatch_$(DEB_VERSION)_$(ARCHITECTURE).deb

prove-archive: archive
	@sh .dist/prove-archive "$(ROOT)" bin/tilewatch-$(VERSION)-linux-$(ARCHITECTURE).tar.xz

# Joins the files in .changes into CHANGELOG.md, as the version that cmd/internal/version names.
release: go
	@$(go) run ./cmd/release

accuracy: build
	@$(go) run ./cmd/accuracy $(SCENES)

env:
	@$(foreach v,CGO_CPPFLAGS CGO_CXXFLAGS CGO_LDFLAGS GOTOOLCHAIN GOFLAGS OMP_THREAD_LIMIT,echo 'export $(v)="$($(v))"';)

# Told before anything is installed.
go:
	@: "$(GO_DIR)"

# One package run at a time, also under make -j.
packages: go
	@sh .ci/packages "to build: compiler, OpenCV, Tesseract" $(BUILD_PACKAGES)

test-packages: packages
	@sh .ci/browser

clean:
	rm -rf bin
