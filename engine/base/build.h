/* What this program was built from, with and for. Constant; any thread.
 *
 * A program that was built for newer processors than the one it is started on ends before main, with a line that says
 * so. */
#ifndef ROWAN_BASE_BUILD_H
#define ROWAN_BASE_BUILD_H

extern const char build_version[];  /* "1.0.0" */
extern const char build_commit[];   /* "51f545aa19a5", "51f545aa19a5-dirty" or "unknown" */
extern const char build_compiler[]; /* "gcc 12.2.0" */
extern const char build_details[];  /* "1.0.0 (51f545aa19a5, gcc 12.2.0, x86_64-linux-gnu)" */

#endif
