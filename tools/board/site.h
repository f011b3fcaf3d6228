/* What the server has to offer, apart from engines: the page, the puzzles, and the record that is followed.
 *
 * The page is one document, put together from the files of tools/board/page. Its script and its style are in the
 * document, and the Content-Security-Policy allows just these two, by their hashes. Belongs to the server's thread. */
#ifndef ROWAN_BOARD_SITE_H
#define ROWAN_BOARD_SITE_H

#include "base/text.h"
#include "board/buffer.h"

enum { SITE_POLICY_SIZE = 640, SITE_RECORD_PIECE = 1 << 20 };

typedef struct {
    Buffer page;
    char policy[SITE_POLICY_SIZE];
    const char *record_path; /* the caller's; NULL: nothing is followed */
} Site;

/* The files of tools/board/page as they were when the program was built; the Makefile makes page_files.c of them. */
typedef struct {
    const char *name; /* "play.js" */
    const char *bytes;
    size_t length;
} PageFile;

/* Scripts are in the order in which they depend on each other. */
extern const PageFile page_files[];
extern const size_t page_file_count;

/* `host` is the server's own, for the policy. */
bool site_init(Site *site, const char *host, const char *record_path, Reason *why);
void site_free(Site *site);

typedef struct {
    const char *type; /* of its content */
    char *bytes;
    size_t length;
    bool is_owned; /* to be freed */
    long total;    /* of the whole record; -1: it has no size of its own */
} SiteReply;

/* The answer to GET; a status, 200 or 404. The record comes in pieces: `from=<byte>` in the query. */
int site_get(const Site *site, Word path, Word query, SiteReply *reply);

#endif
