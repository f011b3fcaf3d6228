/* Compiler hints beyond ISO C; empty where unsupported. */
#ifndef ROWAN_BASE_COMPILER_H
#define ROWAN_BASE_COMPILER_H

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#define NOINLINE                 __attribute__((noinline))
#define ALWAYS_INLINE            static inline __attribute__((always_inline))
#else
#define PRINTF_LIKE(text, first)
#define NOINLINE
#define ALWAYS_INLINE static inline
#endif

#endif
