# Rowan. `make run` builds and starts the engine, `make test` builds and runs all tests; `make help` lists the rest.
#
# Modes: release, debug, asan, tsan. Objects go to build/<mode>/, programs to build/<mode>/bin/; those of the mode
# release go to build/ itself.

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

$(if $(filter release debug asan tsan,$(MODE)),,$(error MODE is release, debug, asan or tsan, not '$(MODE)'))
$(if $(MARCH)$(filter native,$(ARCH))$(if $(ARCH),,empty),,$(error $(CC) does not know ARCH '$(ARCH)'))

MODE_release := -O3 -DNDEBUG
MODE_debug   := -O0 -g
MODE_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
MODE_tsan    := -O1 -g -fsanitize=thread -DROWAN_PTHREADS

ALL_CFLAGS := -std=c11 $(WARNINGS) $(MODE_$(MODE)) $(MARCH) -Iengine -DROWAN_VERSION='"$(VERSION)"' $(CFLAGS)
ALL_LDLIBS := -pthread -lm $(LDLIBS)

# The deepest searches need more stack than some C libraries give a thread (musl: 128 kB). C11 threads cannot ask for
# it, but the linker can, where it knows how.
STACK       := -Wl,-z,stack-size=8388608
ALL_LDFLAGS := $(shell $(CC) $(STACK) -Wl,--version >/dev/null 2>&1 && echo $(STACK)) $(LDFLAGS)

# The size classes of kernel.c: words for cells, words for lines, shortest and longest edge. The first that fits a game
# is taken, in the order of engine/kernel/kernels.c. The class `universal` fits all games and is what size.h sets by itself.

KERNELS := small qubic flat cube5 cube6 large hyper
SIZE_small := 1 1 3 7
SIZE_qubic := 1 2 4 4
SIZE_flat  := 4 1 8 15
SIZE_cube5 := 2 2 5 5
SIZE_cube6 := 4 3 6 6
SIZE_large := 8 4 7 8
SIZE_hyper := 4 9 3 4
words      := CELL_WORDS LINE_WORDS EDGE_MIN EDGE_MAX
size_flags  = -DSIZE_NAME=$(1) $(join $(if $(SIZE_$(1)),$(words:%=-DSIZE_%=)),$(SIZE_$(1)))

# What programs are made of. Every folder of sources but those of programs is a library, $(OBJ)/<folder>.a; a program is
# its own folder and the libraries it may use, the top layer first. `make layers` checks the same for includes.

objects = $(patsubst %.c,$(OBJ)/%.o,$(1))
folder  = $(call objects,$(wildcard $(1)/*.c))
library = $(1:%=$(OBJ)/%.a)

RULES  := engine/rules engine/base
ENGINE := engine/core engine/kernel engine/job engine/proof $(RULES)
BENCH  := bench/harness tools/common

KERNEL_OBJECTS := $(KERNELS:%=$(OBJ)/engine/kernel/kernel_%.o)
CLASS_OBJECTS  := $(patsubst %,$(OBJ)/tests/support/board_class_%.o,universal $(KERNELS))
PER_CLASS      := $(call objects,engine/kernel/kernel.c tests/support/board_class.c)

# Programs, a line each.

program_rowan    = $(call folder,engine/ugi) $(call library,$(ENGINE))
program_referee  = $(call folder,tools/referee) $(call library,tools/common $(RULES))
program_play     = $(call folder,tools/play) $(call library,tools/common $(RULES))
program_sparring = $(call folder,tools/sparring) $(call library,tools/common $(RULES))
program_solve    = $(call folder,tools/solve) $(call library,tools/common $(ENGINE))
program_verify   = $(call folder,tools/verify) $(call library,tools/common engine/proof $(RULES))
program_magic    = $(call folder,tools/magic) $(call library,tools/common $(RULES))
program_bench    = $(call folder,bench) $(call folder,bench/modes) $(call library,$(BENCH) $(ENGINE))

PROGRAMS := $(sort $(patsubst program_%,$(BIN)/%,$(filter program_%,$(.VARIABLES))))

# Programs that only other targets need.

program_suites      = $(call folder,tools/suites) $(call library,tools/reference tools/common $(RULES))
program_fake_engine = $(call folder,tests/fake_engine)
program_tests       = $(call folder,tests) $(filter-out %/main.o,$(call folder,tools/referee)) \
                      $(call library,tests/support $(BENCH) tools/reference $(ENGINE))
HELPERS := $(BIN)/suites $(BIN)/fake_engine $(BIN)/tests

.PHONY: all run test conversation bench suites book check check-format check-man check-gcc check-clang check-portable check-musl check-bench asan tsan layers format install uninstall clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:

# `make EXE=path` builds just the engine, to that path, as engine-testing frameworks call it.
ifdef EXE
.DEFAULT_GOAL := $(EXE)
ifneq ($(abspath $(EXE)),$(abspath $(BIN)/rowan))
$(EXE): $(BIN)/rowan
	@mkdir -p $(dir $@)
	cp $< $@
endif
endif

all: $(PROGRAMS) ## every program, into build/

run: $(BIN)/rowan ## start the engine
	@$(BIN)/rowan

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1 \t/p' Makefile | expand -t 20
	@echo 'Variables: CC CFLAGS LDFLAGS LDLIBS MODE=$(MODE) ARCH=$(ARCH) PREFIX=$(PREFIX) DESTDIR EXE GREATEST_H; V=1 shows commands'

# How to build. Everything depends on $(OBJ)/flags, which changes when the compiler or its flags do.

Q   := $(if $(V),,@)
SAY  = @mkdir -p $(@D) $(if $(V),,&& echo "$(CC) $(@:$(BUILD)/%=%)")

define COMPILE
$(SAY)
$(Q)$(CC) $(ALL_CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<
endef

define LINK
$(SAY)
$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(filter %.o %.a,$^) $(ALL_LDLIBS)
endef

$(OBJ)/tools/%.o: EXTRA_CFLAGS = -D_POSIX_C_SOURCE=200809L -Itools
$(OBJ)/bench/%.o: EXTRA_CFLAGS = -D_POSIX_C_SOURCE=200809L -Itools -Ibench
$(OBJ)/tests/%.o: EXTRA_CFLAGS = -D_POSIX_C_SOURCE=200809L -Itools -Ibench -Itests -isystem build/deps -DGREATEST_USE_LONGJMP=0

# The bench records what it was built from.
$(OBJ)/bench/harness/machine.o: $(OBJ)/commit
$(OBJ)/bench/harness/machine.o: EXTRA_CFLAGS += -DBENCH_FLAGS='"$(strip $(MODE_$(MODE)) $(MARCH) $(CFLAGS))"' \
                                        -DBENCH_COMMIT="\"$$(cat $(OBJ)/commit)\""

$(OBJ)/commit: FORCE
	@mkdir -p $(@D)
	@git describe --always --dirty > $@.new 2>/dev/null || echo unknown > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(KERNEL_OBJECTS): $(OBJ)/engine/kernel/kernel_%.o: engine/kernel/kernel.c $(OBJ)/flags
	$(COMPILE) $(call size_flags,$*)

$(CLASS_OBJECTS): $(OBJ)/tests/support/board_class_%.o: tests/support/board_class.c $(OBJ)/flags
	$(COMPILE) $(call size_flags,$*)

$(OBJ)/%.o: %.c $(OBJ)/flags
	$(COMPILE)

# A library is made again whenever a member changes, so that no object of a file that is gone stays in it.

$(OBJ)/engine/kernel.a: $(KERNEL_OBJECTS)
$(OBJ)/tests/support.a: $(CLASS_OBJECTS)

$(OBJ)/%.a: $$(filter-out $$(PER_CLASS),$$(call folder,$$*))
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(PROGRAMS) $(HELPERS): $(BIN)/%: $$(program_$$*)
	$(LINK)

$(OBJ)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(ALL_LDLIBS) $(foreach kernel,$(KERNELS),$(call size_flags,$(kernel)))' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Tests. They find the programs in ROWAN_BIN and play ROWAN_TEST_GAMES random games of each kind.

test: $(PROGRAMS) $(BIN)/fake_engine $(BIN)/tests ## build and run all tests
	@ROWAN_BIN=$(BIN) $(BIN)/tests

$(call folder,tests) $(call folder,tests/support): | build/deps/greatest.h

build/deps/greatest.h:
	@CC='$(CC)' GREATEST_H='$(GREATEST_H)' sh tests/support/fetch_greatest.sh $@

suites: $(BIN)/suites ## regenerate bench/positions
	@$(BIN)/suites bench/positions

conversation: $(BIN)/rowan ## regenerate the conversation in PROTOCOL.md, after a change of the search
	@sh tests/support/conversation.sh $(BIN)/rowan

bench: $(BIN)/bench $(BIN)/rowan ## speed, techniques and latency in about a minute; build/bench --help for more
	@$(BIN)/bench

# The strategy that the engine plays 4x4x4 by. It is committed, and the tests verify it; solving 4x4x4 again takes some
# minutes and 300 MB.

book: $(BIN)/solve $(BIN)/verify ## regenerate engine/core/book_4x4x4.c
	$(BIN)/solve 4x4x4 --hash 1500 --minimise 2 --proof $(OBJ)/4x4x4.proof
	$(BIN)/verify $(OBJ)/4x4x4.proof
	sh tools/solve/embed.sh $(OBJ)/4x4x4.proof book_4x4x4 > engine/core/book_4x4x4.c

# Checks

SOURCES := $(sort $(wildcard $(foreach tree,engine tools bench tests,$(tree)/*.[ch] $(tree)/*/*.[ch])))

check: layers check-format check-man check-gcc check-clang check-portable check-bench asan ## all that must hold before a commit

check-gcc check-clang: check-%:
	@if command -v $* >/dev/null; then $(MAKE) CC=$* BUILD=build/$* WERROR=-Werror all build/$*/tests; \
	else echo 'skipped: the build with $* (not installed)'; fi

check-format:
	@if command -v clang-format >/dev/null; then clang-format --dry-run -Werror $(SOURCES); \
	else echo 'skipped: the check of the formatting (clang-format is not installed)'; fi

# Builds for machines other than this one: any of its kind, and one with AVX2.
check-portable:
	@$(MAKE) ARCH= BUILD=build/portable WERROR=-Werror all
	@if echo | $(CC) -march=x86-64-v3 -fsyntax-only -xc - 2>/dev/null; then \
	$(MAKE) ARCH=x86-64-v3 BUILD=build/x86-64-v3 WERROR=-Werror all; \
	else echo 'skipped: the build for x86-64-v3 (the compiler does not know it)'; fi

check-musl:
	@if command -v musl-gcc >/dev/null; then $(MAKE) CC=musl-gcc ARCH= BUILD=build/musl WERROR=-Werror test; \
	else echo 'skipped: the tests with musl (musl-gcc is not installed)'; fi

check-man:
	@if command -v mandoc >/dev/null; then mandoc -Tlint -Wwarning $(MAN_PAGES); \
	else echo 'skipped: the check of the man pages (mandoc is not installed)'; fi

check-bench: $(BIN)/bench $(BIN)/rowan
	@$(MAKE) MODE=debug $(BUILD)/debug/bin/rowan
	@$(BIN)/bench compare $(BIN)/rowan $(BUILD)/debug/bin/rowan --rounds 4 --depth 4 > $(OBJ)/compare || { cat $(OBJ)/compare; false; }
	@grep -q 'A is faster' $(OBJ)/compare || { cat $(OBJ)/compare; echo 'the bench does not notice that a build with -O0 is slower'; false; }

layers: ## check who includes whom
	@sh tests/support/check_layers.sh

asan: ## the tests under the address and undefined-behaviour sanitizers
	@$(MAKE) MODE=asan ROWAN_TEST_GAMES=4 test

tsan: ## the tests under the thread sanitizer
	@$(MAKE) MODE=tsan ROWAN_TEST_GAMES=2 test

format: ## format the sources with clang-format
	@clang-format -i $(SOURCES)

# The rest

# Installed programs are called rowan and rowan-<program>, each with a man page of that name. The bench stays behind: it
# measures on positions of the source tree.

INSTALLED := rowan $(patsubst $(BIN)/%,rowan-%,$(filter-out $(BIN)/rowan $(BIN)/bench,$(PROGRAMS)))
MAN_PAGES := $(wildcard engine/*.1 tools/*/*.1)
bindir    := $(DESTDIR)$(PREFIX)/bin
mandir    := $(DESTDIR)$(PREFIX)/share/man/man1

install: $(filter-out $(BIN)/bench,$(PROGRAMS)) ## programs and man pages, into $(DESTDIR)$(PREFIX)
	mkdir -p $(bindir) $(mandir)
	for name in $(INSTALLED); do cp $(BIN)/$${name#rowan-} $(bindir)/$$name || exit 1; done
	cp $(MAN_PAGES) $(mandir)/

uninstall: ## remove what install copied
	rm -f $(INSTALLED:%=$(bindir)/%) $(patsubst %,$(mandir)/%,$(notdir $(MAN_PAGES)))

clean: ## remove everything that was built; build/deps, which was fetched, stays
	@for entry in build/*; do [ "$$entry" = build/deps ] || rm -rf "$$entry"; done

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
