/* The older name of program_says, for suites that still use it. */
#ifndef ROWAN_TESTS_SUPPORT_SAYS_H
#define ROWAN_TESTS_SUPPORT_SAYS_H

#include "support/program_run.h"

#define says program_says

#endif
