/* The engine as WebAssembly: what JavaScript calls. Lines go in through a buffer of the engine's own, one call each.
 * What the engine says goes to standard output, which JavaScript reads line by line.
 *
 * A search runs inside rowan_line and ends before it returns: there is no second thread to stop it. Who cannot wait for
 * that ends the worker in which it runs, as host.js does. */
#include "ugi/input.h"
#include "ugi/ugi.h"

#define EXPORTED(name) __attribute__((export_name(#name)))

/* Where the next line goes, ended by a zero byte. */
EXPORTED(rowan_buffer) char *rowan_buffer(void);
EXPORTED(rowan_buffer_size) int rowan_buffer_size(void);
/* False when memory is short. */
EXPORTED(rowan_open) bool rowan_open(void);
/* Obeys what is in the buffer. False after quit. */
EXPORTED(rowan_line) bool rowan_line(void);

static Ugi *ugi;
static char line[INPUT_LINE_SIZE + 1]; /* longer than any line that is accepted, so that the engine sees one too long */

char *rowan_buffer(void) {
    return line;
}

int rowan_buffer_size(void) {
    return sizeof line;
}

bool rowan_open(void) {
    if (ugi == NULL) ugi = ugi_open(stdout);
    return ugi != NULL;
}

bool rowan_line(void) {
    return ugi != NULL && ugi_line(ugi, line);
}
