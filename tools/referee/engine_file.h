/* Engines from a file, for `--engine conf=NAME`: the engines.json of chess GUIs, a list of objects with name, command,
 * workingDirectory and options (other members are for others and ignored), or an INI file (engine_ini.h).
 *
 *     [{"name": "Rowan", "command": "build/rowan", "workingDirectory": "", "options": [{"name": "Hash", "value": 16}]}]
 *
 * For the main thread. */
#ifndef ROWAN_REFEREE_ENGINE_FILE_H
#define ROWAN_REFEREE_ENGINE_FILE_H

#include "referee/engine_config.h"

/* Adds the settings of the engine of that name, as texts that config->owned frees. A path that ends in .ini is an INI
 * file; without a path it is engines.json or, if there is none, engines.ini. */
bool engine_file_find(EngineConfig *config, const char *path, const char *name, Reason *why);

#endif
