/* Engines from a file, for `--engine conf=NAME`: the engines.json of chess GUIs, a list of objects with name, command,
 * workingDirectory and options (other members are for others and ignored),
 *
 *     [{"name": "Rowan", "command": "build/rowan", "workingDirectory": "", "options": [{"name": "Hash", "value": 16}]}]
 *
 * or an INI file: a section for each engine, with the settings that may follow --engine. `command` and
 * `workingDirectory` are other words for `cmd` and `dir`; lines that begin with ; or # are comments.
 *
 *     [Rowan]
 *     command = build/rowan
 *     option.Hash = 16
 *
 * For the main thread. */
#ifndef ROWAN_REFEREE_ENGINE_FILE_H
#define ROWAN_REFEREE_ENGINE_FILE_H

#include "referee/engine_config.h"

/* Adds the settings of the engine of that name, as texts that config->owned frees. A path that ends in .ini is an INI
 * file; without a path it is engines.json or, if there is none, engines.ini. */
bool engine_file_find(EngineConfig *config, const char *path, const char *name, Reason *why);
/* The same from the text of an INI file, which is cut into lines. All of it must be right; the reason names the line.
 */
bool engine_file_find_ini(EngineConfig *config, char *text, const char *name, Reason *why);

#endif
