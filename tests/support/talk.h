/* The older names of session.h, program_run.h and scratch.h, for suites that still use them. */
#ifndef ROWAN_TESTS_SUPPORT_TALK_H
#define ROWAN_TESTS_SUPPORT_TALK_H

#include "support/program_run.h"
#include "support/scratch.h"
#include "support/session.h"

#define Talk                                   Session
#define TalkKind                               SessionKind
#define TALK_PIPES                             SESSION_PIPES
#define TALK_TERMINAL                          SESSION_TERMINAL
#define talk_begin                             session_begin
#define talk_send                              session_send
#define talk_expect                            session_expect
#define talk_end_input                         session_end_input
#define talk_end                               session_end
#define talk_free                              session_free
#define talk_run(kind, command, input, status) program_run(command, input, status)
#define talk_file                              scratch_file
#define talk_write_file                        scratch_write

#endif
