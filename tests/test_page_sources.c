/* The page of the board, as far as it can be looked at without a browser: its files, and its puzzles, whose solutions
 * are checked by the reference. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/site.h"
#include "reference/certify.h"
#include "support/protocol.h"

enum { PUZZLE_NODES = 300000 };

static const char folder_of_page[] = "tools/board/page";

static const PageFile *find(const char *name) {
    for (size_t i = 0; i < page_file_count; i++) {
        if (strcmp(page_files[i].name, name) == 0) return &page_files[i];
    }
    return NULL;
}

/* A module of the script is named after its file: "module_base_dom_js". */
static bool is_in_the_script(const char *folder, const char *name) {
    char wanted[300];
    snprintf(wanted, sizeof wanted, "const module_%s%s%s = (() => {", folder, folder[0] != '\0' ? "_" : "", name);
    for (char *at = wanted + strlen("const "); *at != ' '; at++) {
        if (*at == '.') *at = '_';
    }
    return strstr(find("page.js")->bytes, wanted) != NULL;
}

static const char *missing_in(const char *folder) {
    static char name[600];
    const char *missing = NULL;
    snprintf(name, sizeof name, "%s/%s", folder_of_page, folder);
    DIR *files = opendir(name);
    if (files == NULL) return folder;
    for (struct dirent *entry; missing == NULL && (entry = readdir(files)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (entry->d_name[0] == '.' || dot == NULL) continue; /* a folder */
        bool is_module = strcmp(dot, ".js") == 0;
        if (is_module ? is_in_the_script(folder, entry->d_name) : find(entry->d_name) != NULL) continue;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        missing = name;
    }
    closedir(files);
    return missing;
}

TEST every_file_of_the_page_is_in_the_program(void) {
    static const char *const folders[] = {"", "base", "board", "engine", "game", "panels"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const char *missing = missing_in(folders[i]);
        ASSERTm(missing, missing == NULL);
    }
    PASS();
}

/* A namespace is a name, not an address that anything is fetched from. */
TEST the_page_names_no_address_but_its_own(void) {
    static const char *const own[] = {"http://www.w3.org/2000/svg", "ws://${location.host}"};
    for (size_t i = 0; i < page_file_count; i++) {
        for (const char *at = page_files[i].bytes; (at = strstr(at, "://")) != NULL; at += 3) {
            bool is_own = false;
            for (size_t j = 0; j < sizeof own / sizeof own[0]; j++) {
                long scheme = strstr(own[j], "://") - own[j];
                if (at - page_files[i].bytes >= scheme && strncmp(at - scheme, own[j], strlen(own[j])) == 0)
                    is_own = true;
            }
            ASSERTm(page_files[i].name, is_own);
        }
    }
    PASS();
}

/* Markup from text is the one way in which an engine's words could become more than words. */
TEST the_page_makes_no_markup_from_text(void) {
    static const char *const ways[] = {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                                       "DOMParser", "eval(",     "new Function",       "createContextualFragment",
                                       "srcdoc",    "setHTML"};
    for (size_t i = 0; i < page_file_count; i++) {
        for (size_t j = 0; j < sizeof ways / sizeof ways[0]; j++) {
            ASSERTm(page_files[i].name, strstr(page_files[i].bytes, ways[j]) == NULL);
        }
    }
    PASS();
}

/* The ids that the scripts look for are in the document. */
TEST every_element_that_the_scripts_name_is_there(void) {
    const char *document = find("index.html")->bytes;
    for (size_t i = 0; i < page_file_count; i++) {
        for (const char *at = page_files[i].bytes; (at = strstr(at, "byId('")) != NULL;) {
            char wanted[100];
            at += strlen("byId('");
            size_t length = strcspn(at, "'");
            ASSERT(length < sizeof wanted - 8);
            snprintf(wanted, sizeof wanted, "id=\"%.*s\"", (int)length, at);
            ASSERTm(wanted, strstr(document, wanted) != NULL);
        }
    }
    PASS();
}

/* Puzzles */

static bool puzzle_is_sound(const char *text) {
    RefGame game;
    RefPosition position;
    char board[16], name[REF_GAME_TEXT_SIZE];
    uint16_t line[REF_MAX_CELLS];
    int threats, start;
    if (sscanf(text, "%15s %d %n", board, &threats, &start) != 2) return false;
    if (!ref_position_from_text(&game, &position, text + start)) return false;
    if (strcmp(ref_game_text(&game, name), board) != 0) return false;
    int length = certify_find_forced_win(&position, 2 * threats + 1, PUZZLE_NODES, line);
    return length == 2 * threats + 1 && certify_forced_win(&position, line, length);
}

/* The page asks the engine whether the win is still there, and for hints. */
static bool engine_solves(const char *text) {
    char command[REF_POSITION_TEXT_SIZE + 100];
    int start;
    if (sscanf(text, "%*s %*d %n", &start) != 0) return false;
    snprintf(command, sizeof command, "position fen %s\ngo nodes 50000", text + start);
    host_send(host, command);
    bool is_proven = false;
    for (const char *heard; strncmp(heard = host_line(host), "bestmove", 8) != 0;) {
        if (strcmp(heard, "info string proven win") == 0) is_proven = true;
        if (heard[0] == '(') return false;
    }
    return is_proven;
}

TEST every_puzzle_is_won_by_as_many_threats_as_it_says(void) {
    static char text[2 * REF_POSITION_TEXT_SIZE]; /* a message outlives its test */
    int count = 0;
    for (const char *at = find("puzzles.txt")->bytes; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
        if (text[0] == '#') continue;
        count++;
        ASSERTm(text, puzzle_is_sound(text));
        ASSERTm(text, engine_solves(text));
    }
    ASSERT(count >= 100);
    PASS();
}

/* Values of the bench are known without the engine. */
TEST every_puzzle_is_a_position_of_the_bench(void) {
    static char file[1 << 17];
    static char text[2 * REF_POSITION_TEXT_SIZE]; /* a message outlives its test */
    char board[16] = "", read_board[16], path[64];
    for (const char *at = find("puzzles.txt")->bytes; *at != '\0';) {
        int start;
        size_t length = strcspn(at, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
        if (text[0] == '#') continue;
        ASSERT_EQ(1, sscanf(text, "%15s %*d %n", read_board, &start));
        if (strcmp(board, read_board) != 0) {
            snprintf(path, sizeof path, "bench/positions/%s.txt", read_board);
            FILE *stream = fopen(path, "r");
            ASSERTm(path, stream != NULL);
            file[fread(file, 1, sizeof file - 1, stream)] = '\0';
            fclose(stream);
            snprintf(board, sizeof board, "%s", read_board);
        }
        const char *found = strstr(file, text + start);
        ASSERTm(text, found != NULL);
        ASSERTm(text, strncmp(found + strlen(text + start), " ; value win", 12) == 0);
    }
    PASS();
}

SUITE(page_sources) {
    RUN_TEST(every_file_of_the_page_is_in_the_program);
    RUN_TEST(the_page_names_no_address_but_its_own);
    RUN_TEST(the_page_makes_no_markup_from_text);
    RUN_TEST(every_element_that_the_scripts_name_is_there);
    RUN_TEST(every_puzzle_is_a_position_of_the_bench);
    with_a_host_for_each_test();
    RUN_TEST(every_puzzle_is_won_by_as_many_threats_as_it_says);
}
