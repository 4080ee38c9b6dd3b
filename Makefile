# The targets for users and developers; `make help` lists them. Needs GNU make and Swift 6.2 or later.

PREFIX = /usr/local
DESTDIR ?=
SWIFT ?= swift

# Swift's runtime is linked in: no further installation, and a smaller process. The programs need no run path, since no
# libraries are beside them. All relocations are done and sealed at the start.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now

# The declaration of a target must name all its imports.
BUILD_FLAGS = --explicit-target-dependency-import-check error

# Further flags of the build that `make test` makes.
TEST_BUILD_FLAGS ?=

# The duration of `make soak`.
SOAK_MINUTES ?= 60

# The directory from which `make install` takes the programs.
BIN_DIR ?= .build/release

# The seeds of `make storm` and the messages of each.
STORM_SEEDS ?= 1-5
STORM_MESSAGES ?= 200000

bindir = $(PREFIX)/bin
libexecdir = $(PREFIX)/libexec/aloud
datadir = $(PREFIX)/share
mandir = $(datadir)/man
icondir = $(datadir)/icons/hicolor
# For an installation in the home directory, systemd has another directory than below /usr and /usr/local.
ifeq ($(PREFIX),$(HOME)/.local)
systemduserdir ?= $(datadir)/systemd/user
# Dolphin trusts an entry of a user's own only if it is executable.
menu_mode = 755
else
menu_mode = 644
systemduserdir ?= $(PREFIX)/lib/systemd/user
endif
bashcompletiondir ?= $(datadir)/bash-completion/completions
zshcompletiondir ?= $(datadir)/zsh/site-functions
fishcompletiondir ?= $(datadir)/fish/vendor_completions.d

workers = aloud-speak aloud-read-book aloud-read-pdf aloud-decode
# Speech engines beside the usual one: name=program. One of the workers above is that engine by its name.
engines = flite=aloud-speak neural=aloud-speak
engine_name = $(firstword $(subst =, ,$(1)))
engine_program = $(lastword $(subst =, ,$(1)))
engine_names = $(foreach engine,$(engines),$(call engine_name,$(engine)))
engine_programs = $(sort $(foreach engine,$(engines),$(call engine_program,$(engine))))
dbus_services = org.aloud.Aloud1.service org.aloud.Aloud.service org.mpris.MediaPlayer2.aloud.service
systemd_units = aloudd.service aloudd-player.service
pages = $(sort $(notdir $(wildcard man/*.1 man/*.5)))

# All files of `make install`, so that `make uninstall` removes exactly these.
installed_programs = $(bindir)/aloud $(bindir)/aloudd $(addprefix $(libexecdir)/,$(workers) aloud-read aloud-encode aloud-settings) \
  $(addprefix $(libexecdir)/engines/,$(engine_names))
installed_services = $(addprefix $(datadir)/dbus-1/services/,$(dbus_services)) \
  $(addprefix $(systemduserdir)/,$(systemd_units))
installed_desktop = $(datadir)/applications/org.aloud.Aloud.desktop \
  $(icondir)/scalable/apps/org.aloud.Aloud.svg \
  $(icondir)/symbolic/apps/org.aloud.Aloud-symbolic.svg \
  $(datadir)/metainfo/org.aloud.Aloud.metainfo.xml
# "Read Aloud" in the menus of Dolphin, Thunar, PCManFM, Nemo and Nautilus: file in desktop/menus, directory.
menus = org.aloud.Aloud.Menu.desktop=applications \
  dolphin/org.aloud.Aloud.desktop=kio/servicemenus \
  thunar/org.aloud.Aloud.desktop=Thunar/sendto \
  libfm/org.aloud.Aloud.desktop=file-manager/actions \
  nemo/org.aloud.Aloud.nemo_action=nemo/actions \
  nautilus/aloud.py=nautilus-python/extensions
menu_file = $(firstword $(subst =, ,$(1)))
menu_directory = $(datadir)/$(lastword $(subst =, ,$(1)))
installed_menus = $(foreach menu,$(menus),$(call menu_directory,$(menu))/$(notdir $(call menu_file,$(menu))))
installed_pages = $(foreach page,$(pages),$(mandir)/man$(subst .,,$(suffix $(page)))/$(page))
installed_completions = $(bashcompletiondir)/aloud $(zshcompletiondir)/_aloud $(fishcompletiondir)/aloud.fish
installed_texts = $(datadir)/aloud/introduction.txt
installed = $(installed_programs) $(installed_services) $(installed_desktop) $(installed_menus) $(installed_pages) \
  $(installed_completions) $(installed_texts)
# What scripts/fetch-voices brings, in a folder that is laid out like PREFIX; the files of `make install-voice`.
VOICES_DIR ?= .build/voices
voice_files = share/aloud/voices/heart.onnx share/aloud/voices/heart.onnx.json \
  lib/aloud/libonnxruntime.so.1 $(addprefix share/doc/aloud-voice-heart/,hibari-tts.LICENSE hibari-tts.NOTICE \
  onnxruntime.LICENSE onnxruntime.ThirdPartyNotices)
own_directories = $(libexecdir)/engines $(libexecdir) $(PREFIX)/lib/aloud \
  $(datadir)/aloud/voices $(datadir)/aloud $(datadir)/doc/aloud-voice-heart

.PHONY: all help run check test tsan asan build engines lint format manual bench soak storm install install-voice
.PHONY: uninstall deb dist test-package test-package-13 tag clean
.DEFAULT_GOAL := all

all: build

help:
	@echo 'make run        install missing packages, fetch a voice, build, and read an introduction aloud'
	@echo 'make check      the quick tests without a desktop, for use while working'
	@echo 'make test       install the packages for the tests, and run all tests'
	@echo 'make tsan       the tests of targets with threads under the thread sanitizer, built in .build-tsan'
	@echo 'make asan       the tests without a desktop under the address sanitizer, built in .build-asan'
	@echo 'make build      the programs, optimised, in .build/release'
	@echo 'make lint       check style and structure'
	@echo 'make format     apply the style to the sources'
	@echo 'make manual     write man/aloud-dbus.5 again, from the description of the bus interface'
	@echo 'make bench      measure, together with other players that are installed'
	@echo 'make soak       read for SOAK_MINUTES ($(SOAK_MINUTES)) at six times the speed; fails if resources grow'
	@echo 'make storm      STORM_MESSAGES ($(STORM_MESSAGES)) hostile messages for each of STORM_SEEDS ($(STORM_SEEDS))'
	@echo 'make install    into PREFIX ($(PREFIX)), below DESTDIR if set; run make build before'
	@echo 'make install-voice  the natural voice beside it; run scripts/fetch-voices before'
	@echo 'make uninstall  remove all files of both'
	@echo 'make deb        Debian packages of aloud and of the voice, for this release of Debian, in .build/package'
	@echo 'make dist       the sources with the Swift packages, to build without a network, in .build/package'
	@echo 'make test-package  install, use, upgrade and purge these packages in a clean system (root)'
	@echo 'make test-package-13  build these packages for Debian 13 and test them, in a system of Debian 13 (root)'
	@echo 'make tag        mark this commit as the version of CHANGELOG.md'
	@echo 'make clean      remove the build products'

run build: export ALOUD_PROGRAMS_ONLY = 1

run:
	@scripts/install-dependencies build run
	@scripts/fetch-voices || true
	$(SWIFT) build $(RELEASE) $(BUILD_FLAGS)
	@$(MAKE) --silent engines BIN_DIR=.build/release
	@scripts/run-demo .build/release

build:
	@scripts/install-dependencies --check build
	$(SWIFT) build $(RELEASE) $(BUILD_FLAGS)
	@$(MAKE) --silent engines BIN_DIR=.build/release

# The engines where the service and the command look for them, in a build folder. The library of the natural voices is
# beside their program.
engines:
	@mkdir -p '$(BIN_DIR)/engines'
	@$(foreach engine,$(engines),ln -sfn ../$(call engine_program,$(engine)) \
	  '$(BIN_DIR)/engines/$(call engine_name,$(engine))' &&) true
	@[ ! -e '$(VOICES_DIR)/lib/aloud/libonnxruntime.so.1' ] || \
	  ln -srfn '$(VOICES_DIR)/lib/aloud/libonnxruntime.so.1' '$(BIN_DIR)/libonnxruntime.so.1'

# Without a desktop and workers; with fewer random walks, and without all orders of simultaneous events.
check: export ALOUD_WALKS ?= 100
check:
	@scripts/install-dependencies build test
	@scripts/build-without-warnings $(SWIFT) build --build-tests $(BUILD_FLAGS)
	@scripts/run-tests "$$($(SWIFT) build --show-bin-path)" \
	  --skip '^(Desktop|DesktopSupport|Export|PipeWireKit|Workers)Tests\.|PermutationTests/' $(TEST_OPTIONS)

# One debug build holds the tests and the programs that they start. Without voices, the tests of these are skipped.
test:
	@scripts/install-dependencies build test
	@scripts/fetch-voices tests || true
	@scripts/fetch-voices recogniser || true
	@scripts/build-without-warnings $(SWIFT) build --build-tests $(BUILD_FLAGS) $(TEST_BUILD_FLAGS)
	@scripts/run-tests "$$($(SWIFT) build --show-bin-path)" $(TEST_OPTIONS)

# The targets with threads, or called from threads. A report makes the run fail at its end.
tsan: sanitizer = thread
tsan: export TSAN_OPTIONS = suppressions=$(CURDIR)/Tests/thread-sanitizer.txt
tsan: sanitizer_tests = \
  --filter '^(AloudService|DBusKit|EventLoop|PipeWireKit|Reading|Realtime|Store|Workers)Tests\.' $(TEST_OPTIONS)

# The workers of an export cannot start under it: their address space is limited. Swift's runtime never frees some of
# its memory.
asan: sanitizer = address
asan: export ASAN_OPTIONS = detect_leaks=0
asan: sanitizer_tests = --skip '^(Desktop|Export)Tests\.' $(TEST_OPTIONS)

# A build folder for each, since it would replace the usual build.
tsan asan:
	@scripts/install-dependencies build test
	$(SWIFT) build --build-tests --sanitize=$(sanitizer) --scratch-path .build-$@ $(BUILD_FLAGS)
	@scripts/run-tests "$$($(SWIFT) build --sanitize=$(sanitizer) --scratch-path .build-$@ --show-bin-path)" \
	  $(sanitizer_tests)

lint:
	@scripts/install-dependencies lint
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources $(wildcard Tests)
	@scripts/lint

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources $(wildcard Tests)

# The page about the bus is generated from the service's introspection data.
manual:
	$(SWIFT) build --product manual-page
	"$$($(SWIFT) build --show-bin-path)/manual-page" > man/aloud-dbus.5

# The benchmarks run what is installed: two workers are one program there, and have its pages in common. The library of
# the natural voices is installed, but no voice: those parts that measure them name their folder.
bench_folder = $(CURDIR)/.build/installed
bench_installed = @rm -rf '$(bench_folder)' && $(MAKE) --silent install PREFIX='$(bench_folder)' BIN_DIR=.build/release \
  && cp .build/release/fakecard .build/release/flood '$(bench_folder)/bin' \
  && { [ ! -e '$(VOICES_DIR)/lib/aloud/libonnxruntime.so.1' ] || \
  install -D -m 644 '$(VOICES_DIR)/lib/aloud/libonnxruntime.so.1' '$(bench_folder)/lib/aloud/libonnxruntime.so.1'; }
benched = ALOUD_BIN_DIR='$(bench_folder)/bin' .build/release/aloud-bench

# Without voices, their part is left out.
bench:
	@scripts/install-dependencies build bench
	@scripts/fetch-voices tests || true
	$(SWIFT) build $(RELEASE) $(BUILD_FLAGS)
	$(bench_installed)
	$(benched) $(BENCH_OPTIONS)

soak:
	@scripts/install-dependencies build bench
	$(SWIFT) build $(RELEASE) $(BUILD_FLAGS)
	$(bench_installed)
	$(benched) soak --minutes $(SOAK_MINUTES)

storm:
	@scripts/install-dependencies build test
	$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@ALOUD_BIN_DIR="$$($(SWIFT) build --show-bin-path)" scripts/storm-messages \
	  --messages $(STORM_MESSAGES) --seeds $(STORM_SEEDS)

install:
	@for program in aloud aloudd $(sort $(workers) $(engine_programs)); do \
	  [ -x "$(BIN_DIR)/$$program" ] || { echo "$(BIN_DIR)/$$program is not built (try: make build)" >&2; exit 1; }; \
	done
	install -d $(sort $(dir $(addprefix $(DESTDIR),$(installed))))
	install -m 755 $(addprefix $(BIN_DIR)/,aloud aloudd) $(DESTDIR)$(bindir)
	install -m 755 $(addprefix $(BIN_DIR)/,$(workers)) $(DESTDIR)$(libexecdir)
# These programs are also other programs under other names, so that their large common parts are installed once.
	ln -srf $(DESTDIR)$(libexecdir)/aloud-speak $(DESTDIR)$(libexecdir)/aloud-read
	$(foreach engine,$(engines),$(if $(filter $(call engine_program,$(engine)),$(workers)),ln -srf \
	  $(DESTDIR)$(libexecdir),install -m 755 $(BIN_DIR))/$(call engine_program,$(engine)) \
	  $(DESTDIR)$(libexecdir)/engines/$(call engine_name,$(engine)) &&) true
	ln -srf $(DESTDIR)$(libexecdir)/aloud-decode $(DESTDIR)$(libexecdir)/aloud-encode
	ln -srf $(DESTDIR)$(bindir)/aloud $(DESTDIR)$(libexecdir)/aloud-settings
	$(foreach file,$(dbus_services),sed 's|@bindir@|$(bindir)|' dbus/$(file).in > \
	  $(DESTDIR)$(datadir)/dbus-1/services/$(file) &&) true
	$(foreach file,$(systemd_units),sed 's|@bindir@|$(bindir)|' systemd/$(file).in > \
	  $(DESTDIR)$(systemduserdir)/$(file) &&) true
	install -m 644 desktop/org.aloud.Aloud.desktop $(DESTDIR)$(datadir)/applications
	install -m 644 desktop/icons/scalable/org.aloud.Aloud.svg $(DESTDIR)$(icondir)/scalable/apps
	install -m 644 desktop/icons/symbolic/org.aloud.Aloud-symbolic.svg $(DESTDIR)$(icondir)/symbolic/apps
	install -m 644 desktop/org.aloud.Aloud.metainfo.xml $(DESTDIR)$(datadir)/metainfo
	$(foreach menu,$(menus),install -m $(if $(findstring kio,$(menu)),$(menu_mode),644) \
	  desktop/menus/$(call menu_file,$(menu)) $(DESTDIR)$(call menu_directory,$(menu)) &&) true
	$(foreach page,$(pages),install -m 644 man/$(page) $(DESTDIR)$(mandir)/man$(subst .,,$(suffix $(page))) &&) true
	$(BIN_DIR)/aloud --generate-completion-script bash > $(DESTDIR)$(bashcompletiondir)/aloud
	sed -i '1{/^#!/d}' $(DESTDIR)$(bashcompletiondir)/aloud
	$(BIN_DIR)/aloud --generate-completion-script zsh > $(DESTDIR)$(zshcompletiondir)/_aloud
	$(BIN_DIR)/aloud --generate-completion-script fish > $(DESTDIR)$(fishcompletiondir)/aloud.fish
	install -m 644 share/introduction.txt $(DESTDIR)$(datadir)/aloud
	@cd "$(DESTDIR)/" && chmod 644 $(patsubst /%,%,$(installed_services) $(installed_completions))
	@[ -n "$(DESTDIR)" ] || scripts/refresh-desktop "$(datadir)/applications"

install-voice:
	@for file in $(voice_files); do \
	  [ -r "$(VOICES_DIR)/$$file" ] || { echo "$$file was not fetched (try: scripts/fetch-voices)" >&2; exit 1; }; \
	done
	$(foreach file,$(voice_files),install -D -m 644 $(VOICES_DIR)/$(file) $(DESTDIR)$(PREFIX)/$(file) &&) true

uninstall:
	rm -f $(addprefix $(DESTDIR),$(installed) $(addprefix $(PREFIX)/,$(voice_files)))
	@for directory in $(addprefix $(DESTDIR),$(own_directories)); do \
	  [ ! -d "$$directory" ] || rmdir --ignore-fail-on-non-empty "$$directory"; \
	done
	@[ -n "$(DESTDIR)" ] || scripts/refresh-desktop "$(datadir)/applications"

# Without a network there is no package of the voice.
deb:
	@scripts/install-dependencies build package
	@scripts/version --check
	@scripts/fetch-voices || true
	@mkdir -p .build/package
	DEB_RULES_REQUIRES_ROOT=no debian/rules clean
	DEB_RULES_REQUIRES_ROOT=no debian/rules binary BIN_DIR=$(BIN_DIR) DEB_DIR=.build/package
	@ls -l .build/package/aloud*_$$(scripts/version --package)_*.deb

dist:
	@scripts/make-dist .build/package

test-package:
	@scripts/install-dependencies build package test-package
	@scripts/fetch-voices recogniser || true
	@$(MAKE) deb
	@linking/record --check
	$(SWIFT) build $(RELEASE) --product humming-engine
	@scripts/test-package .build/package/aloud_$$(scripts/version --package)_$$(dpkg --print-architecture).deb \
	  .build/release/humming-engine

# The same for Debian 13, in a system of it (root). A package belongs to the release that it was built in.
test-package-13:
	@scripts/install-dependencies test-package
	@scripts/in-release trixie make test-package

tag:
	@scripts/version --check
	@[ -z "$$(git status --porcelain)" ] || { echo 'There are changes that are not committed.' >&2; exit 1; }
	git tag --annotate "v$$(scripts/version)" --message "aloud $$(scripts/version)"

clean:
	$(SWIFT) package clean
