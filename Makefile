# Rowan. `make run` builds and starts the engine, `make test` builds and runs all tests; `make help` lists the rest.
#
# Objects go to build/<mode>/, the programs of the mode "release" to build/ itself. Modes: release, debug, asan, tsan.

MODE    ?= release
PREFIX  ?= /usr/local
ARCH    ?= native
WERROR  ?=

VERSION := 0.1.0

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla $(WERROR)
OPTIMISE_release := -O3 -DNDEBUG
OPTIMISE_debug   := -O0 -g
OPTIMISE_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPTIMISE_tsan    := -O1 -g -fsanitize=thread -DROWAN_PTHREADS

# -march=native where the compiler knows it; `make ARCH=` for a program that runs on other machines too.
MARCH := $(if $(ARCH),$(shell echo 'int main(void){return 0;}' | $(CC) -march=$(ARCH) -xc -o /dev/null - 2>/dev/null && echo -march=$(ARCH)))

CFLAGS ?=
ALL_CFLAGS := -std=c11 $(WARNINGS) $(OPTIMISE_$(MODE)) $(MARCH) -MMD -MP -Iengine -DROWAN_VERSION='"$(VERSION)"' $(CFLAGS)
LDLIBS += -pthread

OBJ := build/$(MODE)
BIN := $(if $(filter release,$(MODE)),build,build/$(MODE))

# The size classes of kernel.c: name, words for cells, words for lines, shortest and longest edge. The first that fits
# a game is taken, in the order of engine/kernels.c.
KERNELS := small qubic flat cube large hyper
SIZE_small := 1 1 3 7
SIZE_qubic := 1 2 4 4
SIZE_flat  := 4 1 8 15
SIZE_cube  := 4 3 5 6
SIZE_large := 8 4 7 8
SIZE_hyper := 4 9 3 4
size_flags = -DSIZE_NAME=$(1) -DSIZE_CELL_WORDS=$(word 1,$(SIZE_$(1))) -DSIZE_LINE_WORDS=$(word 2,$(SIZE_$(1))) \
             -DSIZE_EDGE_MIN=$(word 3,$(SIZE_$(1))) -DSIZE_EDGE_MAX=$(word 4,$(SIZE_$(1)))

RULES_SOURCES  := $(addprefix engine/,text.c clock.c thread.c game.c magic.c geometry.c symmetry.c notation.c)
ENGINE_SOURCES := $(filter-out engine/kernel.c engine/main.c,$(wildcard engine/*.c))
TEST_SOURCES   := $(filter-out tests/fake_engine.c,$(wildcard tests/*.c))

objects = $(patsubst %.c,$(OBJ)/%.o,$(1))
RULES_OBJECTS  := $(call objects,$(RULES_SOURCES))
KERNEL_OBJECTS := $(KERNELS:%=$(OBJ)/engine/kernel_%.o)
ENGINE_OBJECTS := $(call objects,$(ENGINE_SOURCES)) $(KERNEL_OBJECTS)
CLIENT_OBJECTS := $(call objects,tools/proc.c tools/client.c)

PROGRAMS := $(BIN)/rowan $(BIN)/sparring $(BIN)/referee

.PHONY: all run test check tsan layers format install uninstall clean help
.DELETE_ON_ERROR:

all: $(PROGRAMS)

help:
	@echo 'make run | test | check | tsan | layers | format | install PREFIX=... | uninstall | clean'

run: $(BIN)/rowan
	@$(BIN)/rowan

$(BIN)/rowan: $(call objects,engine/main.c) $(ENGINE_OBJECTS)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDLIBS)

REFEREE_OBJECTS := $(call objects,$(addprefix tools/,stats.c openings.c schedule.c record.c ledger.c setup.c match.c report.c runner.c))

$(BIN)/sparring: $(call objects,tools/sparring.c tools/textbook.c) $(RULES_OBJECTS)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDLIBS)

$(BIN)/referee: $(call objects,tools/referee.c) $(REFEREE_OBJECTS) $(CLIENT_OBJECTS) $(RULES_OBJECTS)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDLIBS) -lm

$(OBJ)/engine/kernel_%.o: engine/kernel.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(call size_flags,$*) -c -o $@ $<

$(OBJ)/engine/%.o: engine/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(OBJ)/tools/%.o: tools/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -D_POSIX_C_SOURCE=200809L -Itools -c -o $@ $<

$(OBJ)/tests/%.o: tests/%.c Makefile | build/deps/greatest.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -D_POSIX_C_SOURCE=200809L -Itools -Itests -isystem build/deps -c -o $@ $<

# Tests

build/deps/greatest.h:
	@sh tests/fetch_greatest.sh $@

$(BIN)/fake_engine: $(OBJ)/tests/fake_engine.o
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDLIBS)

$(BIN)/tests: $(call objects,$(TEST_SOURCES)) $(ENGINE_OBJECTS) $(CLIENT_OBJECTS)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDLIBS)

test: $(PROGRAMS) $(BIN)/fake_engine $(BIN)/tests
	@ROWAN_BIN=$(BIN) $(BIN)/tests

check: layers
	@tests/check_format.sh
	$(MAKE) MODE=release CC=gcc BUILD_TAG=gcc WERROR=-Werror all

layers:
	@sh tests/check_layers.sh

format:
	clang-format -i engine/*.[ch] tools/*.[ch] tests/*.[ch] bench/*.[ch]

install: all
	mkdir -p $(DESTDIR)$(PREFIX)/bin
	cp $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin/

uninstall:
	rm -f $(patsubst $(BIN)/%,$(DESTDIR)$(PREFIX)/bin/%,$(PROGRAMS))

# build/deps holds what was fetched and is kept.
clean:
	@for entry in build/*; do [ "$$entry" = build/deps ] || rm -rf "$$entry"; done

-include $(shell find build -name '*.d' 2>/dev/null)
