/* Engines from the text of an INI file: a section for each, with the settings that may follow --engine. `command` and
 * `workingDirectory` are other words for `cmd` and `dir`; lines that begin with ; or # are comments.
 *
 *     [Rowan]
 *     command = build/rowan
 *     option.Hash = 16
 *
 * Stateless; any thread may call it. */
#ifndef ROWAN_REFEREE_ENGINE_INI_H
#define ROWAN_REFEREE_ENGINE_INI_H

#include "referee/engine_config.h"

/* Adds the settings of the engine of that name; the text is cut into lines in the process. The whole file must be
 * right, and the reason names the line. */
bool engine_ini_find(EngineConfig *config, char *text, const char *name, Reason *why);

#endif
