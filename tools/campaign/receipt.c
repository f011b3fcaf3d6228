#include "campaign/receipt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/digest.h"
#include "common/files.h"
#include "proof/proof.h"

enum { RECEIPT_SIZE = 256 };

static const char proof_ending[] = ".proof", receipt_ending[] = ".receipt";

static char *path_of(const char *proof_path) {
    size_t length = strlen(proof_path) - strlen(proof_ending);
    char *path = malloc(length + sizeof receipt_ending);
    if (path != NULL) snprintf(path, length + sizeof receipt_ending, "%.*s%s", (int)length, proof_path, receipt_ending);
    return path;
}

/* All but the steps, which prove nothing. */
static size_t print_claim(const char *text, size_t size, char claim[RECEIPT_SIZE]) {
    uint8_t digest[DIGEST_SHA256_SIZE];
    Writer writer = writer_on(claim, RECEIPT_SIZE);
    digest_sha256(text, size, digest);
    writer_add(&writer, "rowan receipt 1\nproof ");
    for (int i = 0; i < DIGEST_SHA256_SIZE; i++) writer_add(&writer, "%02x", digest[i]);
    writer_add(&writer, "\nchecker %d\nsteps ", PROOF_CHECKER_VERSION);
    return writer.length;
}

/* A number, the end of the line, and nothing else: a receipt that was cut off does not count. */
static bool ends_with_steps(const char *text) {
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && strcmp(text + digits, "\n") == 0;
}

bool receipt_fits(const char *proof_path, const char *text, size_t size) {
    char claim[RECEIPT_SIZE], *path = path_of(proof_path);
    Reason why;
    char *receipt = path != NULL ? file_load(path, &why) : NULL;
    bool fits = false;
    if (receipt != NULL) {
        size_t length = print_claim(text, size, claim);
        fits = strncmp(receipt, claim, length) == 0 && ends_with_steps(receipt + length);
    }
    free(receipt);
    free(path);
    return fits;
}

bool receipt_write(const char *proof_path, const char *text, size_t size, uint64_t steps) {
    char claim[RECEIPT_SIZE], *path = path_of(proof_path);
    char *written = path != NULL ? file_new_beside(path) : NULL;
    FILE *file = written != NULL ? fopen(written, "wb") : NULL;
    bool fine = file != NULL;
    print_claim(text, size, claim);
    if (fine) fine = fprintf(file, "%s%" PRIu64 "\n", claim, steps) > 0;
    if (file != NULL) fine = file_close(file) && fine;
    if (written != NULL) fine = file_replace(path, written, fine);
    free(path);
    return fine;
}
