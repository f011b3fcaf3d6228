#include "referee/balanced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/sibling.h"

/* "3x3x3:score10" -> "3x3x3-score10.txt" */
static void file_name(const Game *game, char name[GAME_NAME_SIZE + 4]) {
    game_name(game, name);
    char *colon = strchr(name, ':');
    if (colon != NULL) *colon = '-';
    strcat(name, ".txt");
}

bool balanced_find(const char *called, const Game *game, char path[BALANCED_PATH_SIZE], Reason *why) {
    /* From build/, from builds kept apart in build/<name>/ and build/<mode>/bin/, and from where Rowan is installed. */
    static const char *const beside[] = {"../bench/openings", "../../bench/openings", "../../../bench/openings",
                                         "../share/rowan/openings"};
    char folder[SIBLING_PATH_SIZE], name[GAME_NAME_SIZE + 4];
    const char *chosen = getenv("ROWAN_OPENINGS");
    file_name(game, name);
    if (chosen != NULL) {
        snprintf(path, BALANCED_PATH_SIZE, "%.4000s/%s", chosen, name);
        return access(path, R_OK) == 0 || refuse(why, "--balanced: cannot read '%.150s'", path);
    }
    sibling_folder(called, folder);
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        snprintf(path, BALANCED_PATH_SIZE, "%s%s/%s", folder, beside[i], name);
        if (access(path, R_OK) == 0) return true;
    }
    return refuse(why, "--balanced: there are no balanced openings of this game (%s); see bench/README.md", name);
}
