#include "board/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/digest.h"
#include "common/files.h"

static bool ends_with(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

static const PageFile *find_file(const char *name) {
    for (size_t i = 0; i < page_file_count; i++) {
        if (strcmp(page_files[i].name, name) == 0) return &page_files[i];
    }
    return NULL;
}

/* All files with that ending, one after the other. */
static bool gather(Buffer *buffer, const char *ending) {
    for (size_t i = 0; i < page_file_count; i++) {
        const PageFile *file = &page_files[i];
        if (ends_with(file->name, ending) && !buffer_add(buffer, file->bytes, file->length)) return false;
    }
    return true;
}

static void hash_text(const Buffer *text, char hash[DIGEST_BASE64_SIZE(DIGEST_SHA256_SIZE)]) {
    uint8_t digest[DIGEST_SHA256_SIZE];
    digest_sha256(text->bytes, text->length, digest);
    digest_base64(digest, sizeof digest, hash);
}

static void write_policy(Site *site, const Buffer *style, const Buffer *script, const char *host) {
    char style_hash[DIGEST_BASE64_SIZE(DIGEST_SHA256_SIZE)], script_hash[DIGEST_BASE64_SIZE(DIGEST_SHA256_SIZE)];
    hash_text(style, style_hash);
    hash_text(script, script_hash);
    snprintf(site->policy, sizeof site->policy,
             "default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; img-src data:; "
             "connect-src http://%s ws://%s; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
             "require-trusted-types-for 'script'; trusted-types 'none'",
             script_hash, style_hash, host, host);
}

/* Copies the document up to the marker, which is dropped, and then the text; *at moves on. */
static bool fill_in(Buffer *page, const char **at, const char *marker, const Buffer *text) {
    const char *found = strstr(*at, marker);
    if (found == NULL) return false;
    bool is_added = buffer_add(page, *at, (size_t)(found - *at)) && buffer_add(page, text->bytes, text->length);
    *at = found + strlen(marker);
    return is_added;
}

static bool build_page(Site *site, const Buffer *style, const Buffer *script) {
    const char *at = find_file("index.html")->bytes;
    return fill_in(&site->page, &at, "/* style */", style) && fill_in(&site->page, &at, "/* script */", script) &&
           buffer_add(&site->page, at, strlen(at));
}

bool site_init(Site *site, const char *host, const char *record_path, Reason *why) {
    Buffer style = {0}, script = {0};
    *site = (Site){.record_path = record_path};
    bool is_built = gather(&style, ".css") && gather(&script, ".js") && build_page(site, &style, &script);
    if (is_built) write_policy(site, &style, &script, host);
    buffer_free(&style);
    buffer_free(&script);
    return is_built || refuse(why, "not enough memory");
}

void site_free(Site *site) {
    buffer_free(&site->page);
}

/* "from=<byte>" */
static bool parse_from(Word query, int64_t *from) {
    *from = 0;
    if (query.length == 0) return true;
    if (query.length < 5 || memcmp(query.at, "from=", 5) != 0) return false;
    return word_to_number((Word){query.at + 5, query.length - 5}, 0, INT32_MAX, from);
}

/* The record from that byte on, at most one piece. A record that was replaced by a shorter one has no such byte: the
 * piece is empty, and its total tells the page to begin again. */
static int get_record(const Site *site, Word query, SiteReply *reply) {
    int64_t from;
    struct stat status;
    if (site->record_path == NULL || !parse_from(query, &from)) return 404;
    FILE *file = file_open_plain(site->record_path);
    if (file == NULL) return 404;
    *reply = (SiteReply){.type = "text/plain; charset=utf-8", .bytes = malloc(SITE_RECORD_PIECE), .is_owned = true};
    bool is_read = reply->bytes != NULL && fstat(fileno(file), &status) == 0 && fseek(file, (long)from, SEEK_SET) == 0;
    if (is_read) reply->length = fread(reply->bytes, 1, SITE_RECORD_PIECE, file);
    if (is_read) reply->total = (long)status.st_size;
    fclose(file);
    if (!is_read) free(reply->bytes);
    return is_read ? 200 : 404;
}

int site_get(const Site *site, Word path, Word query, SiteReply *reply) {
    *reply = (SiteReply){.total = -1};
    if (word_is(path, "record")) return get_record(site, query, reply);
    if (word_is(path, "")) {
        reply->type = "text/html; charset=utf-8";
        reply->bytes = site->page.bytes;
        reply->length = site->page.length;
        return 200;
    }
    const PageFile *puzzles = word_is(path, "puzzles") ? find_file("puzzles.txt") : NULL;
    if (puzzles == NULL) return 404;
    reply->type = "text/plain; charset=utf-8";
    reply->bytes = (char *)(uintptr_t)puzzles->bytes; /* not owned, so nobody writes to it */
    reply->length = puzzles->length;
    return 200;
}
