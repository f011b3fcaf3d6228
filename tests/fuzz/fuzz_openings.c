/* Files of openings: what is accepted can be set up and played out on its board. The first byte picks the game. */
#include "fuzz/fuzz.h"
#include "referee/openings.h"

static const char *const games[] = {"3x3", "4x4x4", "5x5", "3x3x3:score", "3x3x3x3"};
enum { GAMES = sizeof games / sizeof *games };

static const Shape *shape_of(int index) {
    static Shape *shapes[GAMES];
    Game game;
    Reason why;
    if (shapes[index] == NULL) {
        FUZZ_CHECK(game_parse(word_of(games[index]), &game, &why));
        shapes[index] = shape_new(&game);
    }
    FUZZ_CHECK(shapes[index] != NULL);
    return shapes[index];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Position position;
    Openings openings;
    Reason why;
    if (size == 0) return 0;
    const Grid *grid = &shape_of(data[0] % GAMES)->grid;
    if (!openings_load(&openings, fuzz_file(data + 1, size - 1), grid, OPENING_PLIES_ALL, &why)) return 0;
    for (int i = 0; i < openings.count; i++) {
        openings_start(&openings.list[i], grid, &position);
        for (int ply = 0; ply < openings.list[i].plies; ply++) {
            FUZZ_CHECK(position_play(&position, openings.list[i].cells[ply], &why));
        }
    }
    openings_free(&openings);
    return 0;
}
