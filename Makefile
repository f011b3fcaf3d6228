# Rowan. `make run` builds and starts the engine, `make test` builds and runs all tests; `make help` lists the rest.
#
# Modes: release, debug, asan, tsan. Objects go to build/<mode>/, programs to build/<mode>/bin/, but those of the mode
# `release` to build/ itself.

MAKEFLAGS += --no-builtin-rules --no-print-directory

VERSION := 0.1.0

MODE   ?= release
PREFIX ?= /usr/local
ARCH   ?= native
BUILD  ?= build
WERROR ?=
CFLAGS ?=

OBJ := $(BUILD)/$(MODE)
BIN := $(if $(filter release,$(MODE)),$(BUILD),$(OBJ)/bin)

# Flags. -march=native where the compiler knows it; `make ARCH=` for programs that run on other machines too.

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla $(WERROR)
MARCH    := $(if $(ARCH),$(shell echo | $(CC) -march=$(ARCH) -fsyntax-only -xc - 2>/dev/null && echo -march=$(ARCH)))

MODE_release := -O3 -DNDEBUG
MODE_debug   := -O0 -g
MODE_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_tsan    := -O1 -g -fsanitize=thread -DROWAN_PTHREADS

ALL_CFLAGS := -std=c11 $(WARNINGS) $(MODE_$(MODE)) $(MARCH) -Iengine -DROWAN_VERSION='"$(VERSION)"' $(CFLAGS)
ALL_LDLIBS := -pthread -lm $(LDLIBS)

# The size classes of kernel.c: words for cells, words for lines, shortest and longest edge. The first that fits a game
# is taken, in the order of engine/kernels.c. The class `universal` fits all games and is what size.h sets by itself.

KERNELS := small qubic flat cube large hyper
SIZE_small := 1 1 3 7
SIZE_qubic := 1 2 4 4
SIZE_flat  := 4 1 8 15
SIZE_cube  := 4 3 5 6
SIZE_large := 8 4 7 8
SIZE_hyper := 4 9 3 4
words      := CELL_WORDS LINE_WORDS EDGE_MIN EDGE_MAX
size_flags  = -DSIZE_NAME=$(1) $(join $(if $(SIZE_$(1)),$(words:%=-DSIZE_%=)),$(SIZE_$(1)))

# What programs are made of

objects = $(patsubst %.c,$(OBJ)/%.o,$(1))

RULES_OBJECTS  := $(call objects,$(addprefix engine/,text.c clock.c thread.c game.c magic.c geometry.c symmetry.c notation.c))
PROOF_OBJECTS  := $(call objects,engine/proof.c engine/proof_check.c)
KERNEL_OBJECTS := $(KERNELS:%=$(OBJ)/engine/kernel_%.o)
ENGINE_OBJECTS := $(call objects,$(filter-out engine/kernel.c engine/main.c,$(wildcard engine/*.c))) $(KERNEL_OBJECTS)
FILES_OBJECTS  := $(call objects,tools/files.c)
CLIENT_OBJECTS := $(call objects,tools/proc.c tools/client.c)
REFEREE_OBJECTS := $(call objects,$(addprefix tools/,stats.c openings.c schedule.c record.c ledger.c seconds.c engine_setup.c setup.c match.c report.c runner.c)) $(FILES_OBJECTS)
PLAY_SOURCES   := play play_request seconds dialogue replay sheet record view opponent course drawing terminal classic
BENCH_PARTS    := $(call objects,$(addprefix bench/,suite.c catalogue.c sample.c results.c plot.c progress.c machine.c)) $(FILES_OBJECTS)
BENCH_MODES    := $(call objects,$(addprefix bench/,speed.c ladder.c solve.c prove.c signing.c latency.c compare.c runs.c))
CLASS_OBJECTS  := $(patsubst %,$(OBJ)/tests/board_class_%.o,universal $(KERNELS))
TEST_OBJECTS   := $(call objects,$(filter-out tests/fake_engine.c tests/board_class.c,$(wildcard tests/*.c))) $(CLASS_OBJECTS)

# Programs, a line each: program_<name> is what <name> is linked from.

program_rowan = $(call objects,engine/main.c) $(ENGINE_OBJECTS)
program_play = $(call objects,$(PLAY_SOURCES:%=tools/%.c)) $(FILES_OBJECTS) $(CLIENT_OBJECTS) $(RULES_OBJECTS)
program_magic = $(call objects,tools/magic_main.c tools/magic_make.c tools/figure.c) $(FILES_OBJECTS) $(RULES_OBJECTS)
program_sparring = $(call objects,tools/sparring.c tools/textbook.c) $(FILES_OBJECTS) $(RULES_OBJECTS)
program_referee = $(call objects,tools/referee.c) $(REFEREE_OBJECTS) $(CLIENT_OBJECTS) $(RULES_OBJECTS)
program_bench = $(call objects,bench/bench.c tools/textbook.c) $(BENCH_MODES) $(BENCH_PARTS) $(CLIENT_OBJECTS) $(ENGINE_OBJECTS)
program_solve = $(call objects,tools/solve.c tools/difference.c tools/seconds.c) $(FILES_OBJECTS) $(ENGINE_OBJECTS)
program_verify = $(call objects,tools/verify.c) $(FILES_OBJECTS) $(RULES_OBJECTS) $(PROOF_OBJECTS)

PROGRAMS := $(sort $(patsubst program_%,$(BIN)/%,$(filter program_%,$(.VARIABLES))))

.PHONY: all run test conversation bench suites book check check-format check-gcc check-clang check-bench asan tsan layers format install uninstall clean help FORCE
.DELETE_ON_ERROR:
.SECONDEXPANSION:

all: $(PROGRAMS) ## every program, into build/

run: $(BIN)/rowan ## start the engine
	@$(BIN)/rowan

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1 \t/p' Makefile | expand -t 20
	@echo 'Variables: CC CFLAGS LDLIBS MODE=$(MODE) ARCH=$(ARCH) PREFIX=$(PREFIX) DESTDIR GREATEST_H; V=1 shows commands'

# How to build. Another compiler or other flags than last time change $(OBJ)/flags, and with it everything is stale.

Q   := $(if $(V),,@)
SAY  = @mkdir -p $(@D) $(if $(V),,&& echo "$(CC) $(@:$(BUILD)/%=%)")

define COMPILE
$(SAY)
$(Q)$(CC) $(ALL_CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<
endef

define LINK
$(SAY)
$(Q)$(CC) $(ALL_CFLAGS) -o $@ $(filter %.o,$^) $(ALL_LDLIBS)
endef

$(OBJ)/tools/%.o $(OBJ)/bench/%.o: EXTRA_CFLAGS = -D_POSIX_C_SOURCE=200809L -Itools -Itests
$(OBJ)/tests/%.o: EXTRA_CFLAGS = -D_POSIX_C_SOURCE=200809L -Itools -Itests -Ibench -isystem build/deps -DGREATEST_USE_LONGJMP=0

# The bench records what it was built from.
$(OBJ)/bench/machine.o: $(OBJ)/commit
$(OBJ)/bench/machine.o: EXTRA_CFLAGS += -DBENCH_FLAGS='"$(strip $(MODE_$(MODE)) $(MARCH) $(CFLAGS))"' \
                                        -DBENCH_COMMIT="\"$$(cat $(OBJ)/commit)\""

$(OBJ)/commit: FORCE
	@mkdir -p $(@D)
	@git describe --always --dirty > $@.new 2>/dev/null || echo unknown > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(KERNEL_OBJECTS): $(OBJ)/engine/kernel_%.o: engine/kernel.c $(OBJ)/flags
	$(COMPILE) $(call size_flags,$*)

$(CLASS_OBJECTS): $(OBJ)/tests/board_class_%.o: tests/board_class.c $(OBJ)/flags
	$(COMPILE) $(call size_flags,$*)

$(OBJ)/%.o: %.c $(OBJ)/flags
	$(COMPILE)

$(PROGRAMS): $(BIN)/%: $$(program_$$*)
	$(LINK)

$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(foreach kernel,$(KERNELS),$(call size_flags,$(kernel)))' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Tests. They find the programs in ROWAN_BIN and play ROWAN_TEST_GAMES random games of each kind.

test: $(PROGRAMS) $(BIN)/fake_engine $(BIN)/tests ## build and run all tests
	@ROWAN_BIN=$(BIN) $(BIN)/tests

$(BIN)/tests: $(TEST_OBJECTS) $(CLIENT_OBJECTS) $(REFEREE_OBJECTS) $(BENCH_PARTS) $(call objects,tools/textbook.c bench/certify.c) $(ENGINE_OBJECTS)
	$(LINK)

$(BIN)/fake_engine: $(OBJ)/tests/fake_engine.o
	$(LINK)

suites: $(BIN)/make_suites ## make bench/positions anew
	@$(BIN)/make_suites bench/positions

$(BIN)/make_suites: $(call objects,bench/make_suites.c bench/certify.c tests/reference.c)
	$(LINK)

$(TEST_OBJECTS): | build/deps/greatest.h

build/deps/greatest.h:
	@CC='$(CC)' GREATEST_H='$(GREATEST_H)' sh tests/fetch_greatest.sh $@

conversation: $(BIN)/rowan ## hold the conversation of PROTOCOL.md anew, after a change of the search
	@sh tests/conversation.sh $(BIN)/rowan

bench: $(BIN)/bench $(BIN)/rowan ## speed, techniques and latency in about a minute; build/bench --help for more
	@$(BIN)/bench

# The strategy that the engine plays 4x4x4 by. Committed, and verified by the tests; made anew only on request, which
# takes some minutes and 300 MB.

book: $(BIN)/solve $(BIN)/verify ## make engine/book_4x4x4.c anew
	$(BIN)/solve 4x4x4 --hash 1500 --minimise 2 --proof $(OBJ)/4x4x4.proof
	$(BIN)/verify $(OBJ)/4x4x4.proof
	sh tools/embed.sh $(OBJ)/4x4x4.proof book_4x4x4 > engine/book_4x4x4.c

# Checks

SOURCES := $(wildcard engine/*.[ch] tools/*.[ch] tests/*.[ch] bench/*.[ch])

check: layers check-format check-gcc check-clang check-bench asan ## all that must hold before a commit

check-gcc check-clang: check-%:
	@if command -v $* >/dev/null; then $(MAKE) CC=$* BUILD=build/$* WERROR=-Werror all build/$*/tests; \
	else echo 'skipped: the build with $*, which is not installed'; fi

check-format:
	@if command -v clang-format >/dev/null; then clang-format --dry-run -Werror $(SOURCES); \
	else echo 'skipped: the check of the formatting, clang-format is not installed'; fi

check-bench: $(BIN)/bench $(BIN)/rowan
	@$(MAKE) MODE=debug $(BUILD)/debug/bin/rowan
	@$(BIN)/bench compare $(BIN)/rowan $(BUILD)/debug/bin/rowan --rounds 4 --depth 4 > $(OBJ)/compare || { cat $(OBJ)/compare; false; }
	@grep -q 'A is faster' $(OBJ)/compare || { cat $(OBJ)/compare; echo 'a build with -O0 is not found slower'; false; }

layers: ## who may include whom
	@sh tests/check_layers.sh

asan: ## the tests under the address and undefined-behaviour sanitizers
	@$(MAKE) MODE=asan ROWAN_TEST_GAMES=4 test

tsan: ## the tests under the thread sanitizer
	@$(MAKE) MODE=tsan ROWAN_TEST_GAMES=2 test

format: ## bring the sources into their form
	clang-format -i $(SOURCES)

# The rest

# The bench measures on positions that lie in the source tree, so it stays there too.
INSTALLED := $(filter-out $(BIN)/bench,$(PROGRAMS))

install: $(INSTALLED) ## into $(DESTDIR)$(PREFIX)/bin, all but the bench
	mkdir -p $(DESTDIR)$(PREFIX)/bin
	cp $(INSTALLED) $(DESTDIR)$(PREFIX)/bin/

uninstall: ## what install copied
	rm -f $(INSTALLED:$(BIN)/%=$(DESTDIR)$(PREFIX)/bin/%)

clean: ## all that was built; build/deps, which was fetched, stays
	@for entry in build/*; do [ "$$entry" = build/deps ] || rm -rf "$$entry"; done

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
