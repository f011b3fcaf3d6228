#include "referee/engine_process.h"

static void log_line(void *context, bool is_from_engine, const char *line) {
    const EngineProcess *engine = context;
    char direction = is_from_engine ? '<' : '>';
    engine_log_put(engine->host->log, engine->host->thread_number, engine->config->name, direction, line);
}

static void log_error_line(void *context, const char *line) {
    const EngineProcess *engine = context;
    engine_log_put(engine->host->log, engine->host->thread_number, engine->config->name, '!', line);
}

bool engine_process_init(EngineProcess *engine, const EngineConfig *config, const EngineHost *host) {
    ClientSpec spec = {
        .process = {.argv = config->argv, .dir = config->dir, .stderr_to = PROC_STDERR_LINES, .cancel = host->cancel},
        .start_ms = config->start_ms,
        .ping_ms = config->ping_ms,
        .setup_ms = config->setup_ms,
        .quit_ms = config->quit_ms,
        .lines_max = CLIENT_FLOOD_LINES,
        .bytes_max = CLIENT_FLOOD_BYTES,
        .listener = log_line,
        .error_listener = log_error_line,
        .context = engine,
    };
    *engine = (EngineProcess){.config = config, .host = host, .client = client_new(&spec)};
    return engine->client != NULL;
}

void engine_process_close(EngineProcess *engine) {
    if (engine->client == NULL) return;
    if (client_is_running(engine->client)) client_quit(engine->client);
    client_free(engine->client);
    engine->client = NULL;
}

void engine_process_warn(const EngineProcess *engine, const char *text) {
    engine->host->warn(engine->host->context, engine->config, text);
}

static ClientResult set_option(EngineProcess *engine, const char *name, const char *value) {
    ClientResult result = client_set_option(engine->client, name, value);
    bool is_unknown = result == CLIENT_UNKNOWN_OPTION;
    if (result == CLIENT_OK) result = client_ready(engine->client);
    if (result != CLIENT_OK && !is_unknown) return result;
    const char *complaint = is_unknown ? client_reason(engine->client) : client_complaint(engine->client);
    if (complaint[0] == '\0') return CLIENT_OK;
    if (engine->host->warns) engine_process_warn(engine, complaint);
    if (engine->refusal.text[0] == '\0') {
        reason_set(&engine->refusal, "refuses option.%s=%s: %s", name, value != NULL ? value : "", complaint);
    }
    return CLIENT_OK;
}

static ClientResult start(EngineProcess *engine) {
    engine->refusal.text[0] = '\0';
    engine->has_played = false;
    ClientResult result = client_start(engine->client);
    bool can_ponder = result == CLIENT_OK && client_find_option(engine->client, "Ponder") != NULL;
    if (engine->config->ponders && can_ponder) result = set_option(engine, "Ponder", "true");
    for (int i = 0; result == CLIENT_OK && i < engine->config->option_count; i++) {
        result = set_option(engine, engine->config->options[i].name, engine->config->options[i].value);
    }
    engine->knows_game = result == CLIENT_OK && client_game_option(engine->client) != NULL;
    if (!engine->knows_game) return result;
    result = set_option(engine, client_game_option(engine->client), game_name(engine->host->game).text);
    /* One that refuses the game may still know it by its positions. */
    engine->knows_game = result == CLIENT_OK && client_complaint(engine->client)[0] == '\0';
    return result;
}

ClientResult engine_process_check(EngineProcess *engine) {
    return client_is_running(engine->client) ? CLIENT_OK : start(engine);
}

ClientResult engine_process_prepare(EngineProcess *engine) {
    bool is_fresh = client_is_running(engine->client) && !engine->has_played;
    if (engine->config->restarts && client_is_running(engine->client) && !is_fresh) client_quit(engine->client);
    for (;;) {
        bool was_running = client_is_running(engine->client);
        ClientResult result = was_running ? CLIENT_OK : start(engine);
        if (result == CLIENT_OK) result = client_new_game(engine->client);
        if (result == CLIENT_OK) result = client_ready(engine->client);
        engine->has_played = true;
        if (result == CLIENT_OK || result == CLIENT_CANCELLED || !was_running) return result;
        /* It died between two games: no game is lost by that. */
        engine_process_warn(engine, client_reason(engine->client));
        client_kill(engine->client);
    }
}
