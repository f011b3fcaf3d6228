#include "common/client.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/client_parse.h"
#include "common/os.h"

enum {
    WORDS_MAX = 70,      /* how much of a line of standard error a reason quotes */
    QUOTE_MAX = 60,      /* how much of a line a reason quotes */
    DEATH_WAIT_MS = 500, /* how long an engine that closed its output has to die before we say that it only closed it */
    STALE_MAX_MS = 20,   /* how long we read old output before a go: a flood has no end */
    UGI_PATIENCE_MS = 2000, /* how long we wait for an answer to ugi before we try uci */
    UCI_PATIENCE_MS = 500,  /* and then to uci before we ask whether it knows UAI alone */
    LATE_MAX_MS = 20        /* how long we read on after the first line past a deadline */
};

struct Client {
    ClientSpec spec;
    Proc *proc; /* NULL: not running */
    char engine_name[CLIENT_TEXT_SIZE];
    ClientOption options[CLIENT_OPTIONS_MAX];
    size_t option_count;
    bool is_greeting;   /* between ugi and ugiok: only then id and option lines count */
    bool is_uci;        /* it knows only UCI, not UGI */
    bool is_searching;  /* between go and bestmove */
    bool has_answer;    /* a bestmove came that client_go_wait has not handed over */
    bool is_malformed;  /* that bestmove has no move */
    bool is_setting_up; /* it has more to do than answer: a table to clear, say */
    int64_t go_us;
    int64_t go_held_us;   /* of proc_held_us: at that time, */
    int64_t wait_held_us; /* and when this wait began */
    int64_t late_us;      /* arrival of the first line past the deadline in this wait; 0: none yet */
    int64_t last_us;      /* arrival of the last line in this wait; 0: none yet */
    int64_t line_count;   /* lines read in this wait */
    int64_t byte_count;   /* bytes read in this wait */
    ClientAnswer answer;
    char reason[CLIENT_TEXT_SIZE];
    char complaint[CLIENT_TEXT_SIZE];
    char last_words[CLIENT_LAST_WORDS][WORDS_MAX]; /* the last lines of its standard error; the newest comes last */
    int64_t error_bytes;                           /* of standard error in this game */
};

/* An absurdly long limit means none, instead of overflowing. */
static int64_t deadline_after(int64_t since_us, int64_t limit_ms) {
    return limit_ms < (PROC_FOREVER - since_us) / 1000 ? since_us + limit_ms * 1000 : PROC_FOREVER;
}

/* For how long we were held up while this engine was waited for. */
static int64_t held_us(const Client *client) {
    return client->proc != NULL ? proc_held_us(client->proc) : 0;
}

/* Failures. Each sets the line for people. */

static PRINTF_LIKE(3, 4) ClientResult fail(Client *client, ClientResult result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(client->reason, sizeof client->reason, format, arguments);
    va_end(arguments);
    return result;
}

/* Adds what the engine wrote to standard error before it died; as many of the last lines as there is room for. */
static void quote_last_words(Client *client) {
    size_t length = strlen(client->reason), room = sizeof client->reason - length;
    int first = CLIENT_LAST_WORDS;
    for (size_t used = sizeof "; it wrote: "; first > 0 && client->last_words[first - 1][0] != '\0'; first--) {
        used += strlen(client->last_words[first - 1]) + sizeof " / ";
        if (used > room) break;
    }
    Writer writer = writer_on(client->reason + length, room);
    for (int i = first; i < CLIENT_LAST_WORDS; i++) {
        writer_add(&writer, "%s%s", i == first ? "; it wrote: " : " / ", client->last_words[i]);
    }
}

static ClientResult blame_end(Client *client, ProcEnd end, const char *when, const char *what) {
    char text[PROC_TEXT_MAX];
    ClientResult result = end.kind == PROC_SIGNALLED ? CLIENT_CRASHED : CLIENT_EXITED;
    if (end.kind == PROC_SIGNALLED) {
        proc_crash_text(end.code, text, sizeof text);
        fail(client, result, "crashed with %s %s %s", text, when, what);
    } else {
        proc_end_text(end, text, sizeof text);
        fail(client, result, "%s %s %s", text, when, what);
    }
    quote_last_words(client);
    return result;
}

static ClientResult blame_our_side(Client *client, const char *doing) {
    char text[PROC_TEXT_MAX];
    os_error_text(proc_error(client->proc), text, sizeof text);
    return fail(client, CLIENT_ERROR, "%s failed: %s", doing, text);
}

static ClientResult blame_silence(Client *client, const char *awaited, int64_t since_us) {
    ProcEnd end;
    if (proc_wait(client->proc, 0, &end)) return blame_end(client, end, "before", awaited);
    long long waited_ms = (long long)(clock_now_us() - since_us) / 1000;
    if (client->line_count == 0) {
        return fail(client, CLIENT_TIMEOUT, "timed out after %lld ms: no %s", waited_ms, awaited);
    }
    return fail(client, CLIENT_TIMEOUT, "timed out after %lld ms: no %s, only %lld other %s", waited_ms, awaited,
                (long long)client->line_count, text_plural(client->line_count, "line", "lines"));
}

static ClientResult blame_read(Client *client, ProcResult result, const char *awaited, int64_t since_us) {
    ProcEnd end;
    switch (result) {
    case PROC_TIMEOUT:
        return blame_silence(client, awaited, since_us);
    case PROC_OVERLONG:
        return fail(client, CLIENT_OVERLONG, "sent an overlong line before %s", awaited);
    case PROC_CANCELLED:
        return fail(client, CLIENT_CANCELLED, "interrupted before %s", awaited);
    case PROC_CLOSED:
        if (proc_wait(client->proc, clock_now_us() + DEATH_WAIT_MS * 1000, &end)) {
            return blame_end(client, end, "before", awaited);
        }
        return fail(client, CLIENT_CLOSED, "closed its output before %s", awaited);
    default:
        return blame_our_side(client, "reading from the engine");
    }
}

static ClientResult blame_write(Client *client, ProcResult result, const char *line, int64_t since_us) {
    ProcEnd end;
    char quote[QUOTE_MAX];
    client_parse_copy(quote, sizeof quote, word_of(line));
    switch (result) {
    case PROC_TIMEOUT:
        return fail(client, CLIENT_TIMEOUT, "timed out after %lld ms: does not read its input (sending '%s')",
                    (long long)(clock_now_us() - since_us) / 1000, quote);
    case PROC_CANCELLED:
        return fail(client, CLIENT_CANCELLED, "interrupted sending '%s'", quote);
    case PROC_CLOSED:
        if (proc_wait(client->proc, clock_now_us() + DEATH_WAIT_MS * 1000, &end)) {
            return blame_end(client, end, "before we sent", quote);
        }
        return fail(client, CLIENT_CLOSED, "closed its input before we sent '%s'", quote);
    default:
        return blame_our_side(client, "writing to the engine");
    }
}

/* What the engine says. */

static void note_id(Client *client, const char *rest) {
    const char *name = client_parse_after(rest, "name");
    if (name != NULL) client_parse_copy(client->engine_name, sizeof client->engine_name, word_of(name));
}

static void note_option(Client *client, const char *rest) {
    ClientOption option;
    if (!client_parse_option(rest, &option) || client->option_count == CLIENT_OPTIONS_MAX) return;
    client->options[client->option_count++] = option;
}

static void note_complaint(Client *client, const char *rest) {
    const char *string = client_parse_after(rest, "string");
    const char *error = string != NULL ? client_parse_after(string, "error") : NULL;
    if (error != NULL) client_parse_copy(client->complaint, sizeof client->complaint, word_of(error));
}

static void note_bestmove(Client *client, const char *rest, const ProcLine *line) {
    client->answer.elapsed_us = line->arrival_us - client->go_us;
    client->answer.held_us = held_us(client) - client->go_held_us;
    client->answer.is_time_unknown = line->held_us > client->go_held_us;
    client->is_searching = false;
    client->has_answer = true;
    client->is_malformed = !client_parse_bestmove(rest, &client->answer);
    if (!client->is_malformed) return;
    char quote[QUOTE_MAX];
    client_parse_copy(quote, sizeof quote, word_of(rest));
    fail(client, CLIENT_MALFORMED, "malformed answer 'bestmove%s%s'", quote[0] != '\0' ? " " : "", quote);
}

/* Standard error, line by line. */
static void note_error_line(void *context, const char *line) {
    Client *client = context;
    char text[PROC_ERROR_LINE_MAX + 1];
    client_parse_copy(text, sizeof text, word_of(line));
    memmove(client->last_words[0], client->last_words[1], sizeof client->last_words - sizeof client->last_words[0]);
    client_parse_copy(client->last_words[CLIENT_LAST_WORDS - 1], WORDS_MAX, word_of(text));
    if (client->spec.error_listener == NULL || client->error_bytes > CLIENT_ERRORS_MAX) return;
    client->error_bytes += (int64_t)strlen(text) + 1;
    bool is_enough = client->error_bytes > CLIENT_ERRORS_MAX;
    client->spec.error_listener(client->spec.context, is_enough ? "(the rest of this game is left out)" : text);
}

static void digest(Client *client, const ProcLine *line) {
    const char *info = client_parse_after(line->text, "info"), *bestmove = client_parse_after(line->text, "bestmove");
    const char *id = client_parse_after(line->text, "id"), *option = client_parse_after(line->text, "option");
    client->line_count++;
    client->byte_count += (int64_t)strlen(line->text) + 1;
    if (client->spec.listener != NULL) client->spec.listener(client->spec.context, true, line->text);
    if (info != NULL) note_complaint(client, info);
    if (info != NULL && client->is_searching) client_parse_info(info, &client->answer);
    /* A bestmove cut short by the engine's death is no answer: `b3` may be the beginning of `b3c`. */
    bool is_answer = client->is_searching && line->is_complete;
    if (bestmove != NULL && is_answer) note_bestmove(client, bestmove, line);
    if (id != NULL && client->is_greeting) note_id(client, id);
    if (option != NULL && client->is_greeting) note_option(client, option);
}

static bool is_reached(int64_t count, int64_t max) {
    return max > 0 && count >= max;
}

/* Only a flood still has more to read long after the deadline. */
static bool is_late_flood(const Client *client) {
    return client->late_us != 0 && client->last_us > client->late_us + LATE_MAX_MS * 1000;
}

/* What was read and how late it is counts from here. */
static void begin_wait(Client *client) {
    client->late_us = client->last_us = 0;
    client->wait_held_us = held_us(client);
}

/* Reads and digests one line. Past the deadline we do not wait any more, but still take what is there already: a host
 * that was kept from looking must not miss an answer that follows an info line. */
static ClientResult next_line(Client *client, int64_t deadline_us, const char *awaited, int64_t since_us,
                              ProcLine *line) {
    if (is_reached(client->line_count, client->spec.lines_max)) {
        return fail(client, CLIENT_FLOOD, "sent %lld lines without %s", (long long)client->line_count, awaited);
    }
    if (is_reached(client->byte_count, client->spec.bytes_max)) {
        return fail(client, CLIENT_FLOOD, "sent %lld bytes without %s", (long long)client->byte_count, awaited);
    }
    int64_t delay_us = held_us(client) - client->wait_held_us;
    if (deadline_us < PROC_FOREVER - delay_us) deadline_us += delay_us;
    ProcResult result = is_late_flood(client) ? PROC_TIMEOUT : proc_read_line(client->proc, deadline_us, line);
    if (result != PROC_OK) return blame_read(client, result, awaited, since_us);
    client->last_us = line->arrival_us;
    if (client->late_us == 0 && line->arrival_us > deadline_us) client->late_us = line->arrival_us;
    digest(client, line);
    return CLIENT_OK;
}

/* Reads up to the line that starts with `word`; *rest is what follows it there. */
static ClientResult await_word(Client *client, const char *word, int64_t limit_ms, const char **rest) {
    ProcLine line;
    int64_t since_us = clock_now_us();
    client->line_count = client->byte_count = 0;
    begin_wait(client);
    for (;;) {
        ClientResult result = next_line(client, deadline_after(since_us, limit_ms), word, since_us, &line);
        if (result != CLIENT_OK) return result;
        *rest = line.is_complete ? client_parse_after(line.text, word) : NULL;
        if (*rest != NULL) return CLIENT_OK;
    }
}

/* What we say. */

ClientResult client_send(Client *client, const char *line) {
    if (client->proc == NULL) return fail(client, CLIENT_ERROR, "not running");
    if (client->spec.listener != NULL) client->spec.listener(client->spec.context, false, line);
    int64_t since_us = clock_now_us();
    ProcResult result = proc_write_line(client->proc, line, deadline_after(since_us, client->spec.ping_ms));
    return result == PROC_OK ? CLIENT_OK : blame_write(client, result, line, since_us);
}

/* Sends the parts, up to NULL, as one line with blanks between them. */
static ClientResult send_parts(Client *client, const char *const *parts) {
    size_t size = 1;
    for (size_t i = 0; parts[i] != NULL; i++) size += strlen(parts[i]) + 1;
    char *line = malloc(size);
    if (line == NULL) return fail(client, CLIENT_ERROR, "not enough memory");
    char *end = line;
    for (size_t i = 0; parts[i] != NULL; i++) {
        size_t length = strlen(parts[i]);
        if (i > 0) *end++ = ' ';
        memcpy(end, parts[i], length);
        end += length;
    }
    *end = '\0';
    ClientResult result = client_send(client, line);
    free(line);
    return result;
}

ClientResult client_set_option(Client *client, const char *name, const char *value) {
    if (client->proc == NULL) return fail(client, CLIENT_ERROR, "not running");
    if (client_find_option(client, name) == NULL) {
        char quote[QUOTE_MAX];
        client_parse_copy(quote, sizeof quote, word_of(name));
        return fail(client, CLIENT_UNKNOWN_OPTION, "has no option '%s'", quote);
    }
    client->complaint[0] = '\0';
    client->is_setting_up = true;
    return send_parts(client, (const char *[]){"setoption name", name, value != NULL ? "value" : NULL, value, NULL});
}

ClientResult client_new_game(Client *client) {
    client->complaint[0] = '\0';
    client->is_setting_up = true;
    client->error_bytes = 0;
    return client_send(client, client->is_uci ? "ucinewgame" : "uginewgame");
}

ClientResult client_position(Client *client, const char *fen, const char *moves) {
    const char *cursor = moves;
    Word first;
    bool has_moves = moves != NULL && word_next(&cursor, &first);
    const char *parts[] = {"position", fen != NULL ? "fen" : "startpos", NULL, NULL, NULL, NULL};
    size_t count = 2;
    if (fen != NULL) parts[count++] = fen;
    if (has_moves) parts[count++] = "moves";
    if (has_moves) parts[count++] = moves;
    client->complaint[0] = '\0';
    return send_parts(client, parts);
}

ClientResult client_ready(Client *client) {
    const char *rest;
    int64_t limit_ms = client->is_setting_up ? client->spec.setup_ms : client->spec.ping_ms;
    ClientResult result = client_send(client, "isready");
    if (result == CLIENT_OK) result = await_word(client, "readyok", limit_ms, &rest);
    if (result == CLIENT_OK) client->is_setting_up = false;
    return result;
}

ClientResult client_query(Client *client, const char *what, const char **response) {
    ClientResult result = send_parts(client, (const char *[]){"query", what, NULL});
    return result == CLIENT_OK ? await_word(client, "response", client->spec.ping_ms, response) : result;
}

/* Old output must not pass for an answer to the next go. Reads until nothing more is there at the moment. */
static ClientResult drop_stale_output(Client *client) {
    int64_t begin_us = clock_now_us();
    for (ProcLine line = {0}; line.arrival_us <= begin_us + STALE_MAX_MS * 1000;) {
        ProcResult result = proc_read_line(client->proc, 0, &line);
        if (result == PROC_TIMEOUT) break;
        if (result != PROC_OK) return blame_read(client, result, "go", begin_us);
        digest(client, &line);
    }
    return CLIENT_OK;
}

ClientResult client_go_begin(Client *client, const char *limits) {
    if (client->proc == NULL) return fail(client, CLIENT_ERROR, "not running");
    if (client->is_searching) return fail(client, CLIENT_ERROR, "go during a search");
    /* Before the old output is read: an engine that keeps us busy with it must not gain time to think. */
    int64_t begin_us = clock_now_us();
    ClientResult result = drop_stale_output(client);
    if (result != CLIENT_OK) return result;
    bool has_limits = limits != NULL && *limits != '\0';
    client->answer = (ClientAnswer){0};
    client->has_answer = client->is_malformed = false;
    client->is_searching = true;
    client->line_count = client->byte_count = 0;
    /* Before the write, not after: the engine may already be thinking on our processor while we return from it. */
    client->go_us = begin_us;
    client->go_held_us = held_us(client);
    char uci[CLIENT_LIMITS_SIZE];
    if (has_limits && client->is_uci && client_parse_to_uci(limits, uci)) limits = uci;
    result = send_parts(client, (const char *[]){"go", has_limits ? limits : NULL, NULL});
    if (result != CLIENT_OK) client->is_searching = false;
    return result;
}

ClientResult client_go_wait(Client *client, int64_t deadline_us, ClientAnswer *answer) {
    ClientResult result = CLIENT_OK;
    if (client->proc == NULL || !(client->is_searching || client->has_answer)) {
        result = fail(client, CLIENT_ERROR, "no search to wait for");
    }
    ProcLine line;
    begin_wait(client);
    while (result == CLIENT_OK && !client->has_answer) {
        result = next_line(client, deadline_us, "bestmove", client->go_us, &line);
    }
    if (!client->has_answer) {
        client->answer.held_us = held_us(client) - client->go_held_us;
        client->answer.is_time_unknown = client->answer.held_us > 0;
    }
    *answer = client->answer;
    if (result != CLIENT_OK) return result;
    client->has_answer = false;
    return client->is_malformed ? CLIENT_MALFORMED : CLIENT_OK;
}

ClientResult client_go(Client *client, const char *limits, int64_t limit_ms, ClientAnswer *answer) {
    *answer = (ClientAnswer){0};
    ClientResult result = client_go_begin(client, limits);
    if (result != CLIENT_OK) return result;
    return client_go_wait(client, deadline_after(client->go_us, limit_ms), answer);
}

ClientResult client_stop(Client *client) {
    return client_send(client, "stop");
}

ClientResult client_ponderhit(Client *client) {
    client->go_us = clock_now_us();
    client->go_held_us = held_us(client);
    /* An engine that answers before it is asked to has taken no time. */
    if (!client->has_answer) return client_send(client, "ponderhit");
    client->answer.elapsed_us = client->answer.held_us = 0;
    client->answer.is_time_unknown = false;
    return client_send(client, "ponderhit");
}

/* Beginning and end. */

static void use_default(int64_t *time_ms, int64_t standard_ms) {
    if (*time_ms <= 0) *time_ms = standard_ms;
}

Client *client_new(const ClientSpec *spec) {
    Client *client = calloc(1, sizeof *client);
    if (client == NULL) return NULL;
    client->spec = *spec;
    use_default(&client->spec.start_ms, CLIENT_START_MS_DEFAULT);
    use_default(&client->spec.ping_ms, CLIENT_PING_MS_DEFAULT);
    use_default(&client->spec.setup_ms, CLIENT_SETUP_MS_DEFAULT);
    use_default(&client->spec.quit_ms, CLIENT_QUIT_MS_DEFAULT);
    client->spec.process.on_error_line = note_error_line;
    client->spec.process.context = client;
    return client;
}

void client_free(Client *client) {
    if (client == NULL) return;
    client_kill(client);
    free(client);
}

/* Reads up to ugiok or uciok; uaiok is a refusal. */
static ClientResult await_greeting(Client *client, int64_t since_us, int64_t deadline_us) {
    for (ProcLine line;;) {
        ClientResult result = next_line(client, deadline_us, "ugiok", since_us, &line);
        if (result != CLIENT_OK) return result;
        if (line.is_complete && client_parse_after(line.text, "uaiok") != NULL)
            return fail(client, CLIENT_TIMEOUT, "speaks UAI, but neither UGI nor UCI");
        client->is_uci = line.is_complete && client_parse_after(line.text, "uciok") != NULL;
        if (client->is_uci || (line.is_complete && client_parse_after(line.text, "ugiok") != NULL)) return CLIENT_OK;
    }
}

/* An engine that knows only UCI does not answer ugi. One that is slow to start may answer both. */
/* Asks again, in another language, and waits up to so long after the first question. */
static ClientResult greet_again(Client *client, const char *word, int64_t since_us, int64_t limit_ms) {
    client->late_us = client->last_us = 0;
    ClientResult result = client_send(client, word);
    return result == CLIENT_OK ? await_greeting(client, since_us, deadline_after(since_us, limit_ms)) : result;
}

static ClientResult greet(Client *client) {
    int64_t since_us = clock_now_us(), start_ms = client->spec.start_ms, patience_ms = start_ms / 2;
    if (patience_ms > UGI_PATIENCE_MS) patience_ms = UGI_PATIENCE_MS;
    int64_t uci_ms = patience_ms + (patience_ms / 2 < UCI_PATIENCE_MS ? patience_ms / 2 : UCI_PATIENCE_MS);
    client->is_greeting = true;
    client->is_uci = false;
    client->line_count = client->byte_count = 0;
    begin_wait(client);
    ClientResult result = client_send(client, "ugi");
    if (result == CLIENT_OK) result = await_greeting(client, since_us, deadline_after(since_us, patience_ms));
    if (result == CLIENT_TIMEOUT) {
        result = greet_again(client, "uci", since_us, uci_ms);
        bool asks_uai = result == CLIENT_TIMEOUT;
        if (asks_uai) result = greet_again(client, "uai", since_us, start_ms);
        /* It was only slow, and may complain that it does not know uci: that is not about what comes next. */
        client->is_greeting = false;
        if (result == CLIENT_OK && (!client->is_uci || asks_uai)) result = client_ready(client);
        client->complaint[0] = '\0';
    }
    client->is_greeting = false;
    return result;
}

/* A command that cannot be run is the user's mistake; that the system has no more processes or memory is not. */
static bool is_our_failure(const ProcFailure *failure) {
    bool is_shortage =
        failure->error == ENOMEM || failure->error == EAGAIN || failure->error == EMFILE || failure->error == ENFILE;
    return is_shortage || (failure->step != PROC_STEP_RUN && failure->step != PROC_STEP_ENTER);
}

ClientResult client_start(Client *client) {
    ProcFailure failure;
    client_kill(client);
    memset(client->last_words, 0, sizeof client->last_words);
    client->error_bytes = 0;
    client->is_setting_up = false;
    client->option_count = 0;
    client->engine_name[0] = client->reason[0] = client->complaint[0] = '\0';
    client->proc = proc_new(&client->spec.process, &failure);
    if (client->proc != NULL) return greet(client);
    char text[CLIENT_TEXT_SIZE];
    proc_failure_text(&failure, &client->spec.process, text, sizeof text);
    client_parse_copy(client->reason, sizeof client->reason, word_of(text));
    return is_our_failure(&failure) ? CLIENT_ERROR : CLIENT_NO_START;
}

static void forget_process(Client *client) {
    proc_free(client->proc);
    client->proc = NULL;
    client->is_searching = client->has_answer = false;
}

ClientResult client_quit(Client *client) {
    if (client->proc == NULL) return fail(client, CLIENT_ERROR, "not running");
    /* If the line cannot be sent, the engine still sees the end of its input; proc_stop says how it ended. */
    if (client->spec.listener != NULL) client->spec.listener(client->spec.context, false, "quit");
    proc_write_line(client->proc, "quit", deadline_after(clock_now_us(), client->spec.quit_ms));
    ProcEnd end = proc_stop(client->proc, client->spec.quit_ms);
    forget_process(client);
    if (end.was_forced) {
        return fail(client, CLIENT_TIMEOUT, "did not quit in %lld ms and was killed", (long long)client->spec.quit_ms);
    }
    if (end.kind == PROC_EXITED && end.code == 0) return CLIENT_OK;
    return blame_end(client, end, "at", "quit");
}

void client_kill(Client *client) {
    if (client->proc != NULL) forget_process(client);
}

bool client_is_running(const Client *client) {
    return client->proc != NULL;
}

pid_t client_pid(const Client *client) {
    return proc_pid(client->proc);
}

bool client_is_uci(const Client *client) {
    return client->is_uci;
}

const char *client_game_option(const Client *client) {
    static const char *const names[] = {"Game", "UCI_Variant"};
    for (int i = 0; i < 2; i++) {
        if (client_find_option(client, names[i]) != NULL) return names[i];
    }
    return NULL;
}

const char *client_engine_name(const Client *client) {
    return client->engine_name;
}

size_t client_option_count(const Client *client) {
    return client->option_count;
}

const ClientOption *client_option(const Client *client, size_t index) {
    return index < client->option_count ? &client->options[index] : NULL;
}

const ClientOption *client_find_option(const Client *client, const char *name) {
    for (size_t i = 0; i < client->option_count; i++) {
        if (word_is_nocase(word_of(name), client->options[i].name)) return &client->options[i];
    }
    return NULL;
}

const char *client_reason(const Client *client) {
    return client->reason;
}

const char *client_complaint(const Client *client) {
    return client->complaint;
}
