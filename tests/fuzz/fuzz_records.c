/* Records of tournaments: reading ends, with games that obey the rules or with a reason. A game that was read is
 * written and read again without a change. */
#include "common/record.h"
#include "fuzz/fuzz.h"

static GameRecord record, again;

static void check_round_trip(void) {
    RecordReader reader;
    Reason why;
    char *header = record_header_text(0, NULL), *game = record_game_text(&record);
    FUZZ_CHECK(header != NULL && game != NULL);
    size_t length = strlen(header) + strlen(game);
    char *text = malloc(length + 1);
    FUZZ_CHECK(text != NULL);
    snprintf(text, length + 1, "%s%s", header, game);
    FUZZ_CHECK(record_open(&reader, fuzz_file((const uint8_t *)text, length), NULL, &why));
    FUZZ_CHECK(record_next(&reader, &again, &why) == READ_GAME);
    FUZZ_CHECK(again.plies == record.plies && again.outcome == record.outcome && again.number == record.number);
    FUZZ_CHECK(strcmp(again.names[0], record.names[0]) == 0 && strcmp(again.reason.text, record.reason.text) == 0);
    record_close(&reader);
    free(header);
    free(game);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    RecordReader reader;
    Reason why;
    char **argv = NULL;
    bool has_game = false;
    if (!record_open(&reader, fuzz_file(data, size), &argv, &why)) return 0;
    while (record_next(&reader, &again, &why) == READ_GAME) {
        record = again;
        has_game = true;
    }
    record_close(&reader);
    record_free_arguments(argv);
    if (has_game && record.number > 0 && record.round > 0) check_round_trip(); /* they may be missing */
    return 0;
}
