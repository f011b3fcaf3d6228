# Rowan. `make run` builds and starts the engine, `make test` builds and runs all tests; `make help` lists the rest.
#
# Modes: release, debug, asan, tsan, fuzz, coverage, wasm. Objects go to build/<mode>/, programs to build/<mode>/bin/; those of the mode
# release go to build/ itself.

MAKEFLAGS += --no-builtin-rules --no-print-directory

VERSION := 1.0.0

MODE   ?= release
PREFIX ?= /usr/local
ARCH   ?= native
BUILD  ?= build
WERROR ?=
CFLAGS ?=

OBJ := $(BUILD)/$(MODE)
BIN := $(if $(filter release,$(MODE)),$(BUILD),$(OBJ)/bin)

# What the compiler makes programs for, as it says itself: x86_64-linux-gnu.
TARGET := $(shell $(CC) -dumpmachine 2>/dev/null)

# Flags. -march=native where the compiler knows it; `make ARCH=` for programs that run on other machines too.

# gcc has notes for machines of 32 bits on what older versions of it laid out differently; all of Rowan is compiled by one.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wno-psabi $(WERROR)
MARCH    := $(if $(ARCH),$(shell echo | $(CC) -march=$(ARCH) -fsyntax-only -xc - 2>/dev/null && echo -march=$(ARCH)))

$(if $(MARCH)$(filter native,$(ARCH))$(if $(ARCH),,empty),,$(error $(CC) does not know ARCH '$(ARCH)'))

MODE_release := -O3 -DNDEBUG
MODE_debug   := -O0 -g
MODE_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -DNDEBUG
MODE_tsan    := -O1 -g -fsanitize=thread -DROWAN_PTHREADS
# WebAssembly has no threads, and its C library counts processor time only on request.
MODE_wasm    := -O3 -DNDEBUG -DROWAN_NO_THREADS -mbulk-memory -ftls-model=local-exec -D_WASI_EMULATED_PROCESS_CLOCKS
MODE_coverage := -O1 -g --coverage -DNDEBUG -DROWAN_COVERAGE

$(if $(MODE_$(MODE)),,$(error MODE is release, debug, asan, tsan, fuzz, wasm or coverage, not '$(MODE)'))

ALL_CFLAGS := -std=c11 $(WARNINGS) $(MODE_$(MODE)) $(MARCH) -Iengine $(CFLAGS)
ALL_LDLIBS := -pthread -lm $(LDLIBS)

# FreeBSD keeps C11 threads in a library of their own.
ifneq ($(findstring freebsd,$(TARGET)),)
ALL_CFLAGS += -DROWAN_PTHREADS
endif

# What the compiler makes programs for. Sources that only one kind of system has end in _posix.c and _windows.c.
# Windows gets static programs, whose stack is not aligned enough for instructions that insist on it.
IS_WINDOWS := $(findstring -mingw,$(TARGET))
DOT_EXE    := $(if $(IS_WINDOWS),.exe)
FOREIGN    := $(if $(IS_WINDOWS),%_posix.c,%_windows.c)
ifdef IS_WINDOWS
ALL_CFLAGS += -D_FILE_OFFSET_BITS=64 -Wa,-muse-unaligned-vector-move
ALL_LDLIBS += -static
endif

# The deepest searches need more stack than some C libraries give a thread (musl: 128 kB). C11 threads cannot ask for
# it, but the linker can, where it knows how.
comma       := ,
STACK       := -Wl,$(if $(IS_WINDOWS),--stack$(comma),-z$(comma)stack-size=)8388608
ALL_LDFLAGS := $(shell $(CC) $(STACK) -Wl,--version >/dev/null 2>&1 && echo $(STACK)) $(LDFLAGS)

# What a process has counted must not be lost when it ends by _exit or becomes another program.
ALL_LDFLAGS += $(if $(filter coverage,$(MODE)),$(addprefix -Wl$(comma)--wrap=,_exit _Exit execve))

# The size classes of kernel.c: words for cells, words for lines, shortest and longest edge. The first that fits a game
# is taken. The class `universal` fits all games and is what size.h sets by itself.

CLASSES    := small qubic flat cube5 cube6 large hyper
SIZE_small := 1 1 3 7
SIZE_qubic := 1 2 4 4
SIZE_flat  := 4 1 8 15
SIZE_cube5 := 2 2 5 5
SIZE_cube6 := 4 3 6 6
SIZE_large := 8 4 7 8
SIZE_hyper := 4 9 3 4
words      := CELL_WORDS LINE_WORDS EDGE_MIN EDGE_MAX

# Sets of two words belong into two registers. Compilers would join them to a vector and take it apart again for each
# word that is looked at; larger sets gain from vectors.
FLAGS_qubic := -fno-tree-slp-vectorize
FLAGS_cube5 := -fno-tree-slp-vectorize
size_flags  = -DSIZE_NAME=$(1) $(join $(if $(SIZE_$(1)),$(words:%=-DSIZE_%=)),$(SIZE_$(1))) $(FLAGS_$(1))
class_list  = -D'SIZE_CLASSES=$(patsubst %,CLASS(%),$(1))'

# `make KERNELS=qubic` compiles the search for one class only, to try a change of it; other games then take the class
# universal, which is slower.
KERNELS := $(CLASSES)
BUILT   := $(filter $(KERNELS),$(CLASSES)) $(if $(filter-out $(KERNELS),$(CLASSES)),universal)

$(if $(filter-out universal $(CLASSES),$(KERNELS)),$(error KERNELS are some of $(CLASSES) universal, not '$(KERNELS)'))

# What programs are made of. Every folder of sources but those of programs is a library, $(OBJ)/<folder>.a; a program is
# its own folder and the libraries it may use, the top layer first. `make layers` checks the same for includes.

objects = $(patsubst %.c,$(OBJ)/%.o,$(1))
folder  = $(call objects,$(filter-out $(FOREIGN),$(wildcard $(1)/*.c)))
library = $(1:%=$(OBJ)/%.a)

RULES  := engine/rules engine/base
ENGINE := engine/core engine/solving engine/solving/data engine/kernel engine/job engine/blocks engine/proof $(RULES)
BENCH  := bench/harness tools/common

KERNEL_OBJECTS := $(patsubst %,$(OBJ)/engine/kernel/kernel_%.o,$(BUILT))
REST_LARGE     := $(OBJ)/engine/blocks/rest_search_large.o
SOLVER_LARGE   := $(OBJ)/engine/proof/rest_solver_large.o
CLASS_OBJECTS  := $(patsubst %,$(OBJ)/tests/support/board_class_%.o,universal $(CLASSES))
PER_CLASS      := $(call objects,engine/kernel/kernel.c tests/support/board_class.c)

# Programs, a line each.

program_rowan    = $(call folder,engine/ugi) $(call library,$(ENGINE))
program_referee  = $(call folder,tools/referee) $(call library,tools/common $(RULES))
program_play     = $(call folder,tools/play) $(call library,tools/common $(RULES))
program_sparring = $(call folder,tools/sparring) $(call library,tools/common $(RULES))
program_solve    = $(call folder,tools/solve) $(call library,tools/common $(ENGINE))
program_campaign = $(call folder,tools/campaign) $(call library,tools/common $(ENGINE))
program_verify   = $(call folder,tools/verify) $(call library,tools/common engine/proof $(RULES))
program_magic    = $(call folder,tools/magic) $(call library,tools/common $(RULES))
program_board    = $(call folder,tools/board) $(OBJ)/tools/board/page_files.o $(call library,tools/common $(RULES))
program_bench    = $(call folder,bench) $(call folder,bench/modes) $(call library,$(BENCH) $(ENGINE))

NOT_ON_WINDOWS := program_board program_bench
PROGRAMS := $(sort $(patsubst program_%,$(BIN)/%$(DOT_EXE),\
              $(filter-out $(if $(IS_WINDOWS),$(NOT_ON_WINDOWS)),$(filter program_%,$(.VARIABLES)))))

# Programs that only other targets need.

program_suites      = $(call folder,bench/make/suites) $(call library,tests/reference $(BENCH) $(RULES))
program_balance     = $(call folder,bench/make/balance) $(call library,tools/common $(RULES))
program_book        = $(OBJ)/bench/make/book.o $(call library,$(ENGINE))
program_answers     = $(OBJ)/bench/make/draw_answers.o $(call library,$(ENGINE))
program_fake_engine = $(call folder,tests/fake_engine)
program_faulty      = $(OBJ)/tests/windows/faulty.o
program_second      = $(call folder,tests/second) $(call library,tests/reference)
program_tests       = $(call folder,tests) $(filter-out %/main.o %.a,$(program_board) $(call folder,tools/referee)) \
                      $(call library,tests/support $(BENCH) tests/reference $(ENGINE))
program_browser_tests = $(call folder,tests/browser) $(call library,tests/support tools/common $(RULES))
HELPERS := $(patsubst %,$(BIN)/%$(DOT_EXE),suites balance book answers fake_engine faulty second tests browser_tests)

.PHONY: all objects run board puzzles web web-files test test-browser test-cluster test-web test-windows coverage fuzz \
        fuzz-run suites balanced bench book draws layers format install uninstall dist release clean help check soak \
        asan tsan FORCE
.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:

# `make EXE=path` builds just the engine, to that path, as engine-testing frameworks call it.
ifdef EXE
.DEFAULT_GOAL := $(EXE)
ifneq ($(abspath $(EXE)),$(abspath $(BIN)/rowan$(DOT_EXE)))
$(EXE): $(BIN)/rowan$(DOT_EXE)
	@mkdir -p $(dir $@)
	cp $< $@
endif
endif

all: $(PROGRAMS) ## every program, into build/

# Everything that is compiled, but no program: for systems whose libraries are not here.
objects: $(sort $(foreach program,$(filter program_%,$(.VARIABLES)),$($(program))))

run: $(BIN)/rowan ## start the engine
	@$(BIN)/rowan

board: $(BIN)/board $(BIN)/rowan ## play in the browser
	@$(BIN)/board

help: ## this list
	@sed -n 's/^\([a-z%-]*\):.*## /make \1 \t/p' Makefile | expand -t 20
	@echo 'Variables: CC CFLAGS LDFLAGS LDLIBS MODE=$(MODE) ARCH=$(ARCH) KERNELS PREFIX=$(PREFIX) DESTDIR EXE GREATEST_H; V=1 shows commands'

# How to build. Everything depends on $(OBJ)/flags, which changes when the compiler or its flags do.

Q   := $(if $(V),,@)
# A file that says what it said before stays as old as it is.
KEEP = @cmp -s $@.new $@ && rm $@.new || mv $@.new $@
SAY  = @mkdir -p $(@D) $(if $(V),,&& echo "$(CC) $(@:$(BUILD)/%=%)")

define COMPILE
$(SAY)
$(Q)$(CC) $(ALL_CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<
endef

define LINK
$(SAY)
$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(filter %.o %.a,$^) $(ALL_LDLIBS)
endef

# Most systems have to be asked for POSIX. macOS and FreeBSD show it with all the rest, and asking would hide the rest.
# Files are larger than a word on machines of 32 bits.
POSIX := $(if $(findstring -apple-,$(TARGET))$(findstring freebsd,$(TARGET)),,-D_POSIX_C_SOURCE=200809L) -D_FILE_OFFSET_BITS=64

$(OBJ)/tools/%.o: EXTRA_CFLAGS = $(POSIX) -Itools
$(OBJ)/bench/%.o: EXTRA_CFLAGS = $(POSIX) -Itools -Ibench -Ibench/make -Itests
$(OBJ)/tests/%.o: EXTRA_CFLAGS = $(POSIX) -Itools -Ibench -Itests -isystem build/deps -DGREATEST_USE_LONGJMP=0

# Programs know what they were built from, and the bench records how.
$(OBJ)/engine/base/build.o: $(OBJ)/commit Makefile
$(OBJ)/engine/base/build.o: EXTRA_CFLAGS = -DBUILD_VERSION='"$(VERSION)"' -DBUILD_COMMIT="\"$$(cat $(OBJ)/commit)\"" \
                                           -DBUILD_TARGET='"$(strip $(TARGET) $(MARCH))"'
$(OBJ)/bench/harness/machine.o: EXTRA_CFLAGS += -DBENCH_FLAGS='"$(strip $(MODE_$(MODE)) $(MARCH) $(CFLAGS))"'

$(OBJ)/commit: FORCE
	@mkdir -p $(@D)
	@.ci/commit > $@.new
	$(KEEP)

$(KERNEL_OBJECTS): $(OBJ)/engine/kernel/kernel_%.o: engine/kernel/kernel.c $(OBJ)/flags
	$(COMPILE) $(call size_flags,$*)

$(OBJ)/engine/kernel/kernels.o: EXTRA_CFLAGS = $(call class_list,$(BUILT))
$(OBJ)/engine/kernel/kernels.o: $(OBJ)/kernels
$(OBJ)/tests/support/board_classes.o: EXTRA_CFLAGS += $(call class_list,universal $(CLASSES))

$(CLASS_OBJECTS): $(OBJ)/tests/support/board_class_%.o: tests/support/board_class.c $(OBJ)/flags
	$(COMPILE) $(call size_flags,$*)

# rest_search.c is the class small as it is, and once more the class large.
$(REST_LARGE): engine/blocks/rest_search.c $(OBJ)/flags
	$(COMPILE) -DCRUX_SIZE=crux_large -DREST_CELL_WORDS=3 -DREST_LINE_WORDS=2

# So is rest_solver.c.
$(SOLVER_LARGE): engine/proof/rest_solver.c $(OBJ)/flags
	$(COMPILE) -DREST_SOLVER=rest_solver_large -DSET_WORDS=9

$(OBJ)/%.o: %.c $(OBJ)/flags
	$(COMPILE)

# The page of the board is part of the program: its modules in one script, and the rest of its files.

PAGE_SCRIPTS := $(wildcard tools/board/page/*.js tools/board/page/*/*.js)
PAGE_FILES := $(addprefix tools/board/page/,index.html puzzles.txt style.css)

$(OBJ)/tools/board/page.js: $(PAGE_SCRIPTS) tools/board/bundle.sh
	@mkdir -p $(@D)
	@sh tools/board/bundle.sh tools/board/page > $@.new && mv $@.new $@

$(OBJ)/tools/board/page_files.c: $(PAGE_FILES) $(OBJ)/tools/board/page.js tools/board/embed.sh
	@sh tools/board/embed.sh $(PAGE_FILES) $(OBJ)/tools/board/page.js > $@

$(OBJ)/tools/board/page_files.o: $(OBJ)/tools/board/page_files.c $(OBJ)/flags
	$(COMPILE)

puzzles: $(BIN)/suites ## regenerate the puzzles of the board, after a change of bench/positions
	@$(BIN)/suites --puzzles bench/positions/[0-9]*.txt > $(OBJ)/puzzles.txt
	@mv $(OBJ)/puzzles.txt tools/board/page/puzzles.txt

# A library is made again whenever a member changes, so that no object of a file that is gone stays in it.

$(OBJ)/engine/kernel.a: $(KERNEL_OBJECTS)
$(OBJ)/engine/blocks.a: $(REST_LARGE)
$(OBJ)/engine/proof.a: $(SOLVER_LARGE)
$(OBJ)/tests/support.a: $(CLASS_OBJECTS)

$(OBJ)/%.a: $$(filter-out $$(PER_CLASS),$$(call folder,$$*))
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(PROGRAMS) $(HELPERS): $(BIN)/%$(DOT_EXE): $$(program_$$*) $(if $(filter coverage,$(MODE)),$(OBJ)/tests/coverage/counted_exit.o)
	$(LINK)

$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(ALL_LDLIBS) $(foreach class,$(CLASSES),$(call size_flags,$(class)))' > $@.new
	$(KEEP)

$(OBJ)/kernels: FORCE
	@mkdir -p $(@D)
	@echo '$(BUILT)' > $@.new
	$(KEEP)

# Tests. They find the programs in ROWAN_BIN and play ROWAN_TEST_GAMES random games of each kind.

test: $(PROGRAMS) $(BIN)/balance $(BIN)/fake_engine $(BIN)/faults.so $(BIN)/tests ## build and run all tests
	@ROWAN_BIN=$(BIN) sh tests/support/run_tests.sh $(BIN)/tests

# In a real browser, Chromium, where it is installed.
test-browser: $(BIN)/board $(BIN)/rowan $(BIN)/referee $(BIN)/sparring $(BIN)/fake_engine $(BIN)/browser_tests ## the tests of the board's page in Chromium
	@ROWAN_BIN=$(BIN) $(BIN)/browser_tests

# The recipes of the manuals for clusters, run by Slurm on this machine.
test-cluster: $(BIN)/campaign $(BIN)/solve $(BIN)/verify $(BIN)/referee $(BIN)/sparring $(BIN)/fake_engine ## the recipes for clusters, with Slurm and GNU parallel
	@tests/cluster/run.sh $(BIN)

# The engine in WebAssembly counts the same nodes.
test-web: web $(BIN)/rowan ## the engine in WebAssembly, in Node
	@if [ ! -f $(BUILD)/web/rowan.wasm ] || ! command -v node >/dev/null; then \
	echo 'skipped: the test of the engine in WebAssembly (Node is not installed, or the engine was not built)'; \
	else node tests/web/host.mjs $(BUILD)/web && node tests/web/signature.mjs $(BUILD)/web $(BIN)/rowan; fi

# The programs for Windows, as `make release` builds them, run by wine.
WINDOWS_CC := x86_64-w64-mingw32-gcc

test-windows: $(BIN)/solve $(BIN)/verify $(BIN)/campaign ## the programs for Windows, under wine
	@if ! command -v $(WINDOWS_CC) >/dev/null || ! command -v wine >/dev/null; then \
	echo 'skipped: the programs for Windows ($(WINDOWS_CC) or wine is not installed)'; \
	else $(MAKE) CC=$(WINDOWS_CC) BUILD=$(BUILD)/windows ARCH=x86-64 all $(BUILD)/windows/faulty.exe && \
	tests/windows/run.sh $(BUILD)/windows $(BIN); fi

# Where the library cannot be built, the tests that need it say that they are skipped.
$(BIN)/faults.so: tests/faults/faults.c
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O1 -shared -fPIC -o $@ $< 2>/dev/null || rm -f $@

$(call folder,tests) $(call folder,tests/support) $(call folder,tests/browser): | build/deps/greatest.h

build/deps/greatest.h:
	@CC='$(CC)' GREATEST_H='$(GREATEST_H)' sh tests/support/fetch_greatest.sh $@

suites: $(BIN)/suites ## regenerate bench/positions
	@$(BIN)/suites bench/positions

balanced: $(BIN)/balance $(BIN)/rowan ## make the balanced openings of GAME again, in bench/openings
	@$(BIN)/balance bench/openings $(or $(GAME),4x4x4)

bench: $(BIN)/bench $(BIN)/rowan ## speed, techniques and latency in about a minute; build/bench --help for more
	@$(BIN)/bench

# The proofs that the engine wins 4x4x4 and 4x4x4x4 by. They are committed, and the tests verify them; making them again
# takes some minutes and up to 1.5 GB.

BOOK_4x4x4   := --hash 1500 --minimise 2
BOOK_4x4x4x4 := --hash 1500 --outline

book: book-4x4x4 book-4x4x4x4 ## regenerate engine/solving/data/book_*.c

book-%: $(BIN)/solve $(BIN)/verify $(BIN)/book
	$(BIN)/solve $* $(BOOK_$*) --proof $(OBJ)/$*.proof
	$(BIN)/verify $(OBJ)/$*.proof
	sh tools/solve/embed.sh $(OBJ)/$*.proof book_$* > engine/solving/data/book_$*.c
	$(BIN)/book $(OBJ)/$*.proof book_$*_course > $(OBJ)/book_$*_course.c
	mv $(OBJ)/book_$*_course.c engine/solving/data/book_$*_course.c

# The engine in WebAssembly, and the page of the board with it inside. Built with clang for wasm32-wasi.

WASM_CC      := clang --target=wasm32-wasi --sysroot=/usr
WASM_OBJECTS  = $(filter-out %/main.o $(PER_CLASS),$(foreach source,tools/web engine/ugi $(ENGINE),$(call folder,$(source)))) \
                $(KERNEL_OBJECTS) $(REST_LARGE) $(SOLVER_LARGE)
WORKER       := wasm host worker

web: ## build/web: the board as one file with the engine inside, and the engine for other pages
	@if sh tools/web/can_build.sh $(WASM_CC); then $(MAKE) CC='$(WASM_CC)' MODE=wasm ARCH= web-files; \
	else echo 'skipped: the engine in WebAssembly (clang, lld, wasi-libc and libclang-rt-14-dev-wasm32 are needed)'; fi

web-files: $(BUILD)/web/rowan.wasm $(BUILD)/web/rowan.js $(BUILD)/web/rowan.html

$(BUILD)/web/rowan.wasm: $(WASM_OBJECTS)
	$(SAY)
	$(Q)$(CC) $(ALL_CFLAGS) -mexec-model=reactor -Wl,-z,stack-size=8388608 -Wl,--strip-all -o $@ $^ -lwasi-emulated-process-clocks

$(BUILD)/web/rowan.js: $(WORKER:%=tools/web/%.js)
	@mkdir -p $(@D)
	@cat $^ > $@

$(OBJ)/tools/web/page.js: $(PAGE_SCRIPTS) tools/web/worker_socket.js tools/board/bundle.sh
	@mkdir -p $(@D)
	@sh tools/board/bundle.sh tools/board/page engine/socket.js=tools/web/worker_socket.js > $@.new && mv $@.new $@

$(BUILD)/web/rowan.html: tools/web/assemble.sh $(PAGE_FILES) $(OBJ)/tools/web/page.js $(BUILD)/web/rowan.js $(BUILD)/web/rowan.wasm
	@sh tools/web/assemble.sh tools/board/page $(OBJ)/tools/web/page.js $(BUILD)/web > $@

# The pictures that hold the draw on 6x6x6 and 7x7x7, and how to begin to answer by the first one. They are committed,
# and the tests verify them.

draws: $(BIN)/solve $(BIN)/verify ## regenerate engine/solving/data/draw_*.c
	for game in 6x6x6 7x7x7; do \
	$(BIN)/solve $$game --proof $(OBJ)/$$game.proof && $(BIN)/verify $(OBJ)/$$game.proof && \
	sh tools/solve/embed.sh $(OBJ)/$$game.proof draw_$$game draws > engine/solving/data/draw_$$game.c || exit 1; done
	$(MAKE) $(BIN)/answers
	$(BIN)/answers draw_6x6x6_answers > $(OBJ)/answers.c && mv $(OBJ)/answers.c engine/solving/data/draw_6x6x6_answers.c

# Fuzzing, with libFuzzer: `make fuzz SECONDS=60` gives each target that long. A crash leaves the input that caused it
# in the folder of the target's corpus, which begins as a copy of the seeds.

FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_BINARIES := $(FUZZ_TARGETS:%=$(BUILD)/fuzz/bin/%)
SECONDS := 60

FUZZED := engine/ugi tools/referee tools/magic tools/board
$(FUZZ_BINARIES): $(BUILD)/fuzz/bin/%: $(OBJ)/tests/fuzz/%.o $(foreach part,$(FUZZED),$(call folder,$(part))) \
                  $(OBJ)/tools/board/page_files.o $(call library,tests/reference tools/common $(ENGINE))
	$(SAY)
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $(filter-out %/main.o,$(filter %.o %.a,$^)) $(ALL_LDLIBS)

fuzz: ## fuzz what reads files and lines: SECONDS=60 for each target
	@if sh tests/fuzz/can_fuzz.sh; then $(MAKE) CC=clang MODE=fuzz fuzz-run; \
	else echo 'skipped: fuzzing (clang with libFuzzer is not installed)'; fi

fuzz-run: $(FUZZ_BINARIES)
	@sh tests/fuzz/run.sh $(BUILD)/fuzz $(SECONDS) $(FUZZ_TARGETS)

# Branches of static functions in headers count once for all size classes.

coverage: ## which lines and branches of engine/ and tools/ the tests reach, a row for each file
	@ROWAN_TEST_FAULTS=1 $(MAKE) MODE=coverage test
	@sh tests/support/coverage.sh $(BUILD)/coverage | tee $(BUILD)/coverage.txt

# Checks. .ci/check has the recipes.

check: ## all that must hold before a commit; 10 to 20 minutes on two cores
	@MAKE='$(MAKE)' .ci/check

check-%: FORCE ## one check: layers format man gcc clang portable bench asan, musl, valgrind, threads, arm64, i686, macos, dist
	@MAKE='$(MAKE)' .ci/check $*

layers: ## check who includes whom, and the names of functions in headers
	@sh tests/support/check_layers.sh

asan: ## the tests under the address and undefined-behaviour sanitizers
	@$(MAKE) MODE=asan ROWAN_TEST_GAMES=4 test

tsan: ## the tests under the thread sanitizer
	@$(MAKE) MODE=tsan ROWAN_TEST_GAMES=2 test

HOURS := 1
soak: all $(BIN)/fake_engine ## tournaments with failing engines, kills and resumes, for HOURS=1
	@sh tests/soak/soak.sh $(BIN) $(HOURS)

format: ## format the sources with clang-format
	@find engine tools bench tests -name '*.[ch]' -exec clang-format -i {} +

# The rest

# Installed programs are called rowan and rowan-<program>, each with a man page of that name. The bench stays behind: it
# measures on positions of the source tree.

INSTALLED := rowan $(patsubst $(BIN)/%,rowan-%,$(filter-out $(BIN)/rowan $(BIN)/bench,$(PROGRAMS)))
MAN_PAGES := $(wildcard engine/*.1 tools/*/*.1)
bindir    := $(DESTDIR)$(PREFIX)/bin
mandir    := $(DESTDIR)$(PREFIX)/share/man/man1
openingsdir := $(DESTDIR)$(PREFIX)/share/rowan/openings

install: $(filter-out $(BIN)/bench,$(PROGRAMS)) ## programs and man pages, into $(DESTDIR)$(PREFIX)
	mkdir -p $(bindir) $(mandir)
	for name in $(INSTALLED); do cp $(BIN)/$${name#rowan-} $(bindir)/$$name || exit 1; done
	cp $(MAN_PAGES) $(mandir)/
	mkdir -p $(openingsdir)
	cp bench/openings/*.txt $(openingsdir)/

uninstall: ## remove what install copied
	rm -f $(INSTALLED:%=$(bindir)/%) $(patsubst %,$(mandir)/%,$(notdir $(MAN_PAGES)))
	rm -f $(patsubst bench/openings/%,$(openingsdir)/%,$(wildcard bench/openings/*.txt))

dist: ## the sources of the last commit, as build/dist/rowan-<version>.tar.gz
	@.ci/dist $(VERSION)

release: ## what people download, in build/dist: Linux, Windows, the browser; SYSTEMS=web for one of them
	@MAKE='$(MAKE)' .ci/release $(VERSION) $(SYSTEMS)

clean: ## remove everything that was built; build/deps, which was fetched, stays
	@for entry in build/*; do [ "$$entry" = build/deps ] || rm -rf "$$entry"; done

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
