#include "referee/trust.h"

#include "common/os.h"
#include "common/printable.h"

enum { ANSWER_SIZE = 16 };

/* A record may hold anything: words are shown as a shell would want them, so that none can look like two, or like
 * something else. */

static void show(const char *label, const char *text) {
    if (text == NULL) return;
    fprintf(stderr, "  %s ", label);
    printable_put_word(stderr, text);
    fputc('\n', stderr);
}

/* Options may name files, too. */
static void show_options(const EngineConfig *config) {
    for (int i = 0; i < config->option_count; i++) {
        fputs(i == 0 ? "    with " : ", ", stderr);
        printable_put_word(stderr, config->options[i].name);
        if (config->options[i].value == NULL) continue;
        fputc('=', stderr);
        printable_put_word(stderr, config->options[i].value);
    }
    if (config->option_count > 0) fputc('\n', stderr);
}

static void show_command(const EngineConfig *config) {
    fputs("  run", stderr);
    for (int i = 0; config->argv[i] != NULL; i++) {
        fputc(' ', stderr);
        printable_put_word(stderr, config->argv[i]);
    }
    if (config->dir != NULL) {
        fputs(" in ", stderr);
        printable_put_word(stderr, config->dir);
    }
    fputc('\n', stderr);
    show_options(config);
}

static void show_wishes(const Tournament *tournament) {
    fputs("referee: resuming ", stderr);
    printable_put_word(stderr, tournament->resume_path);
    fputs(" will\n", stderr);
    for (int i = 0; i < tournament->engine_count; i++) show_command(&tournament->engines[i]);
    show("read", tournament->openings_path);
    show("write", tournament->resume_path);
    show("write", tournament->log_path);
    show("write", tournament->json_path);
    show("write", tournament->epd_path);
    show("write", tournament->pgn_path);
}

static bool ask(void) {
    char answer[ANSWER_SIZE];
    fputs("Go on? [y/N] ", stderr);
    fflush(stderr);
    return fgets(answer, sizeof answer, stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

bool trust_is_given(const Tournament *tournament, Reason *why) {
    if (tournament->is_trusting) return true;
    show_wishes(tournament);
    if (!os_is_terminal(stdin) || !os_is_terminal(stderr)) {
        return refuse(why, "nobody is there to agree to that; if you trust the record, add --trust");
    }
    return ask() || refuse(why, "nothing was done");
}
