/* The parts of the JSON that say how the tournament was set up, so that it can be repeated, and pieces of JSON that
 * both files need. For one thread. */
#ifndef ROWAN_REFEREE_REPORT_JSON_SETUP_H
#define ROWAN_REFEREE_REPORT_JSON_SETUP_H

#include "referee/report.h"

/* Text as JSON: UTF-8, in quotes. */
void json_put_string(FILE *stream, const char *text);
/* ', "name": ' and the text, or null. */
void json_put_member(FILE *stream, const char *name, const char *text);

/* The member "setup" with a comma and a line feed: schedule, openings, seed, limits. */
void report_json_put_setup(const TournamentReport *report, FILE *stream);
/* ", "command": ..., "options": {...}": what an engine was told. */
void report_json_put_config(const EngineConfig *config, FILE *stream);
/* The opening of a game: ", "start": null, "opening": "b2 a1"". */
void report_json_put_opening(const TournamentReport *report, FILE *stream, const Fixture *fixture);
/* The member "crosstable": rows and columns in the order of the engines. */
void report_json_put_crosstable(const TournamentReport *report, FILE *stream);

#endif
