/* What os_windows.c and child_windows.c share. */
#ifndef ROWAN_COMMON_OS_WINDOWS_H
#define ROWAN_COMMON_OS_WINDOWS_H

/* The value of errno for the last error of Windows. */
int os_windows_error(void);

#endif
