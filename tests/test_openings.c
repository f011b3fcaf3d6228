/* Openings for the referee: random ones, checked with the reference, and those of a file. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "greatest.h"
#include "referee/openings.h"
#include "reference/reference.h"
#include "support/games.h"
#include "support/program_run.h"

typedef struct {
    Shape *shape;
    RefGame reference;
} Ground;

static Ground *ground_new(const char *name) {
    Ground *ground = malloc(sizeof *ground);
    if (ground == NULL || !ref_game_init(&ground->reference, name)) abort();
    Game game;
    Reason why;
    if (!game_parse(word_of(name), &game, &why)) abort();
    ground->shape = shape_new(&game);
    if (ground->shape == NULL) abort();
    return ground;
}

static void ground_free(Ground *ground) {
    shape_free(ground->shape);
    free(ground);
}

static bool make_random(const Ground *ground, int plies, int count, uint64_t seed, Openings *openings) {
    Reason why;
    RandomOpenings wanted = {.plies = plies, .count = count, .seed = seed};
    return openings_random(openings, ground->shape, &wanted, &why);
}

/* The same position for the reference. */
static void replay(const Ground *ground, const Opening *opening, RefPosition *position) {
    ref_start(position, &ground->reference);
    for (int i = 0; i < opening->plies; i++) {
        if (!ref_play(position, opening->cells[i])) abort();
    }
}

/* Where the axis permutation and the reflections take a cell of a cube. */
static int image_of(const RefGame *game, int cell, const int axes[3], int reflected) {
    int image = 0, stride = 1;
    for (int axis = 0; axis < game->d; axis++, stride *= game->n) {
        int at = ref_coordinate(game, cell, axes[axis]);
        if ((reflected >> axis & 1) != 0) at = game->n - 1 - at;
        image += at * stride;
    }
    return image;
}

static bool are_alike(const RefGame *game, const RefPosition *a, const RefPosition *b) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int symmetry = 0; symmetry < 48; symmetry++) {
        int cell = 0;
        while (cell < game->cell_count &&
               a->cell[cell] == b->cell[image_of(game, cell, orders[symmetry / 8], symmetry % 8)]) {
            cell++;
        }
        if (cell == game->cell_count) return true;
    }
    return false;
}

TEST random_openings_are_undecided_and_distinct(void) {
    static const char *const names[] = {"3x3x3:score2", "4x4x4", "5x5x5", "3x3x3:magic10"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Ground *ground = ground_new(names[i]);
        Openings openings;
        enum { WANTED = 60 };
        static RefPosition positions[WANTED];
        ASSERT(make_random(ground, 5, WANTED, 7, &openings));
        ASSERT_EQ(WANTED, openings.count);
        for (int a = 0; a < openings.count; a++) {
            ASSERT_EQ(5, openings.list[a].plies);
            replay(ground, &openings.list[a], &positions[a]);
            ASSERT_FALSE(ref_is_over(&positions[a]));
            /* Under magic there are fewer symmetries: openings may be alike under one that does not count. */
            for (int b = 0; b < a && ground->reference.rule != REF_MAGIC; b++) {
                ASSERT_FALSE(are_alike(&ground->reference, &positions[a], &positions[b]));
            }
        }
        openings_free(&openings);
        ground_free(ground);
    }
    PASS();
}

/* Up to symmetry the first stone of 3x3 is a corner, an edge or the centre; two stones make 12 positions. */
TEST openings_end_when_there_are_no_more(void) {
    static const int known[][2] = {{0, 1}, {1, 3}, {2, 12}};
    Ground *ground = ground_new("3x3");
    for (int i = 0; i < 3; i++) {
        Openings openings;
        ASSERT(make_random(ground, known[i][0], 500, 1, &openings));
        ASSERT_EQ(known[i][1], openings.count);
        ASSERT(openings.was_exhausted);
        openings_free(&openings);
    }
    ground_free(ground);
    PASS();
}

TEST openings_depend_on_the_seed_alone(void) {
    Ground *ground = ground_new("4x4x4");
    Openings some, more, others;
    ASSERT(make_random(ground, 4, 20, 5, &some));
    ASSERT(make_random(ground, 4, 50, 5, &more));
    ASSERT(make_random(ground, 4, 20, 6, &others));
    int same = 0;
    for (int i = 0; i < 20; i++) {
        ASSERT_EQ(0, memcmp(some.list[i].cells, more.list[i].cells, 4 * sizeof(uint16_t)));
        same += memcmp(some.list[i].cells, others.list[i].cells, 4 * sizeof(uint16_t)) == 0;
    }
    ASSERT(same < 3);
    openings_free(&some);
    openings_free(&more);
    openings_free(&others);
    ground_free(ground);
    PASS();
}

/* The position that an opening leads to, as text. */
static const char *position_after(const Ground *ground, const Opening *opening) {
    static char text[POSITION_TEXT_SIZE];
    Position position;
    Reason why;
    openings_start(opening, &ground->shape->grid, &position);
    for (int i = 0; i < opening->plies; i++) {
        if (!position_play(&position, opening->cells[i], &why)) abort();
    }
    notation_print_position(position.grid, &position.board, text);
    return text;
}

static bool load(const Ground *ground, const char *text, int plies_max, Openings *openings, Reason *why) {
    char path[] = "/tmp/rowan-openings-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text) || close(fd) != 0) abort();
    bool is_fine = openings_load(openings, path, &ground->shape->grid, plies_max, why);
    unlink(path);
    return is_fine;
}

TEST files_hold_positions_and_moves(void) {
    Ground *ground = ground_new("3x3");
    Openings openings;
    Reason why;
    ASSERT(load(ground, "# a comment\r\n\na1 b2 c3\n xo1/3/3 x line moves b2\nxo1/3/3 x\n", OPENING_PLIES_ALL,
                &openings, &why));
    ASSERT_EQ(3, openings.count);
    ASSERT(openings.list[0].start == NULL);
    ASSERT_STR_EQ("x2/1o1/2x o line", position_after(ground, &openings.list[0]));
    ASSERT_STR_EQ("xo1/1x1/3 o line", position_after(ground, &openings.list[1]));
    ASSERT_EQ(0, openings.list[2].plies);
    openings_free(&openings);
    ASSERT(load(ground, "a1 b2 c3\n", 2, &openings, &why));
    ASSERT_EQ(2, openings.list[0].plies);
    openings_free(&openings);
    ground_free(ground);
    PASS();
}

TEST bad_files_are_refused_with_the_line(void) {
    static const char *const texts[][2] = {
        {"", "no openings"},
        {"# nothing\n", "no openings"},
        {"a1\nb9\n", "line 2"},
        {"a1 a1\n", "line 1: a1 is occupied"},
        {"a1 a2 b1 b2 c1\n", "the game is over after c1"},
        {"xxx/oo1/3 o\n", "the game is over in this position"},
        {"xo2/4/4/4 x\n", "this is a position of 4x4, but the game is 3x3"},
        {"xo1/3/3 x score\n", "this is a position of 3x3:score, but"},
        {"xx1/3/3 x\n", "do not fit"},
    };
    Ground *ground = ground_new("3x3");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Openings openings;
        Reason why = {""};
        ASSERT_FALSE(load(ground, texts[i][0], OPENING_PLIES_ALL, &openings, &why));
        ASSERTm(why.text, strstr(why.text, texts[i][1]) != NULL);
    }
    ground_free(ground);
    PASS();
}

TEST shuffling_keeps_every_opening(void) {
    Ground *ground = ground_new("3x3");
    Openings openings;
    Reason why;
    int seen[9] = {0}, moved = 0;
    ASSERT(load(ground, "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n", OPENING_PLIES_ALL, &openings, &why));
    openings_shuffle(&openings, 3);
    for (int i = 0; i < 9; i++) {
        seen[openings.list[i].cells[0]]++;
        moved += openings.list[i].cells[0] != i;
    }
    for (int i = 0; i < 9; i++) ASSERT_EQ(1, seen[i]);
    ASSERT(moved > 3);
    openings_free(&openings);
    ground_free(ground);
    PASS();
}

/* Every file of bench/openings: legal, undecided, and no two lines the same up to symmetry. */
TEST balanced_openings_are_legal_and_distinct(void) {
    DIR *folder = opendir("bench/openings");
    ASSERT(folder != NULL);
    enum { BALANCED_MAX = 200 };
    int files = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512], name[256];
        Openings openings;
        Reason why;
        if (strstr(entry->d_name, ".txt") == NULL) continue;
        snprintf(path, sizeof path, "bench/openings/%s", entry->d_name);
        snprintf(name, sizeof name, "%.*s", (int)(strlen(entry->d_name) - 4), entry->d_name);
        if (strchr(name, '-') != NULL) *strchr(name, '-') = ':';
        Ground *ground = ground_new(name);
        ASSERTm(path, openings_load(&openings, path, &ground->shape->grid, OPENING_PLIES_ALL, &why));
        bool is_cube = ground->reference.d == 3 && ground->reference.rule != REF_MAGIC;
        static RefPosition positions[BALANCED_MAX];
        ASSERTm(path, openings.count <= BALANCED_MAX);
        for (int i = 0; i < openings.count; i++) {
            replay(ground, &openings.list[i], &positions[i]);
            ASSERTm(path, !ref_is_over(&positions[i]));
            for (int j = 0; j < i && is_cube; j++) {
                if (openings.list[j].plies != openings.list[i].plies) continue;
                ASSERTm(path, !are_alike(&ground->reference, &positions[i], &positions[j]));
            }
        }
        openings_free(&openings);
        ground_free(ground);
        files++;
    }
    closedir(folder);
    ASSERT(files >= 15);
    PASS();
}

/* All but the two that X wins before anybody can err. Games with a target share the file of their rule. */
TEST every_game_has_balanced_openings(void) {
    ListedGame names[GAMES_MAX];
    int count = games_all(names), found = 0;
    for (int i = 0; i < count; i++) {
        char path[64], *colon = strchr(names[i].text, ':'), *text = names[i].text;
        bool has_target = colon != NULL && strpbrk(colon, "0123456789") != NULL;
        bool is_won = strcmp(text, "3x3x3") == 0 || strcmp(text, "3x3x3x3") == 0;
        if (has_target || is_won) continue;
        if (colon != NULL) *colon = '-';
        snprintf(path, sizeof path, "bench/openings/%.30s.txt", text);
        ASSERTm(path, access(path, R_OK) == 0);
        found++;
    }
    ASSERT(found >= 40);
    PASS();
}

/* The program that makes these files, on the smallest board. */
TEST the_maker_of_balanced_openings_works(void) {
    static const char *const wrong[][2] = {{"2x2", "there is no board 2x2"},
                                           {"3x3 --engine /bin/true", "the engine exited with status 0"},
                                           {"3x3 --engine '%/fake_engine crash-move'", "balance: 3x3: the engine "},
                                           {"3x3 --engine \"a 'b\"", "a quote is not closed"},
                                           {"3x3 --wanted 0", "--wanted needs a number"},
                                           {"3x3 --seed", "--seed needs a value"},
                                           {"3x3 --engine", "--engine needs a value"},
                                           {"3x3 --bogus 1", "unknown option '--bogus'"},
                                           {"", "a folder or a game is missing"}};
    char folder[] = "/tmp/rowan-balance-XXXXXX", command[512], path[64];
    ASSERT(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/3x3.txt", folder);
    snprintf(command, sizeof command, "balance %s 3x3 --wanted 3 --attempts 100 --seed 4", folder);
    CHECK_CALL(program_says(command, "", 0, "3x3.txt: 3 of "));
    /* A colon would not be a good part of a name. No opening passes, as this engine has no opinion. */
    snprintf(command, sizeof command, "balance %s 3x3:score --attempts 3 --engine '%%/sparring random'", folder);
    CHECK_CALL(program_says(command, "", 0, "3x3-score.txt: 0 of 3 random openings are balanced"));
    snprintf(path, sizeof path, "%s/3x3-score.txt", folder);
    ASSERT_EQ(0, unlink(path));
    snprintf(path, sizeof path, "%s/3x3.txt", folder);
    snprintf(command, sizeof command, "balance %s/no 3x3 --wanted 1", folder);
    CHECK_CALL(program_says(command, "", 1, "cannot write '"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int status;
        snprintf(command, sizeof command, "balance %s %s", folder, wrong[i][0]);
        char *output = program_run(command, "", &status);
        ASSERT(output != NULL && (status == 1 || status == 2));
        ASSERTm(output, strstr(output, wrong[i][1]) != NULL);
        free(output);
    }
    /* None of these took the file away. */
    Ground *ground = ground_new("3x3");
    Openings openings;
    Reason why;
    ASSERT(openings_load(&openings, path, &ground->shape->grid, OPENING_PLIES_ALL, &why));
    ASSERT_EQ(3, openings.count);
    openings_free(&openings);
    ground_free(ground);
    ASSERT(unlink(path) == 0 && rmdir(folder) == 0);
    PASS();
}

/* Small enough for brute force: near even is a draw with best play. */
TEST balanced_openings_of_3x3_are_draws(void) {
    Ground *ground = ground_new("3x3");
    Openings openings;
    Reason why;
    ASSERT(openings_load(&openings, "bench/openings/3x3.txt", &ground->shape->grid, OPENING_PLIES_ALL, &why));
    for (int i = 0; i < openings.count; i++) {
        static RefPosition position;
        replay(ground, &openings.list[i], &position);
        RefValue value;
        ASSERT(ref_solve(&position, &value));
        ASSERT_EQ(0, value.value);
    }
    openings_free(&openings);
    ground_free(ground);
    PASS();
}

SUITE(openings) {
    RUN_TEST(balanced_openings_are_legal_and_distinct);
    RUN_TEST(every_game_has_balanced_openings);
    RUN_TEST(the_maker_of_balanced_openings_works);
    RUN_TEST(balanced_openings_of_3x3_are_draws);
    RUN_TEST(random_openings_are_undecided_and_distinct);
    RUN_TEST(openings_end_when_there_are_no_more);
    RUN_TEST(openings_depend_on_the_seed_alone);
    RUN_TEST(files_hold_positions_and_moves);
    RUN_TEST(bad_files_are_refused_with_the_line);
    RUN_TEST(shuffling_keeps_every_opening);
}
