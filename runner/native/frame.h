/*
 * What every test program shares. A program is told how many seconds to run and which scratch folder is its own; it repeats
 * whole iterations, looks at the clock between them, and prints one row in AIM9's form on standard output:
 *
 *     name  elapsed milliseconds  iterations per second  operations per second  unit/second
 *
 * Anything that goes wrong is one line on standard error and exit status 1, and no row.
 */
#ifndef BENCHLORE_FRAME_H
#define BENCHLORE_FRAME_H

struct test {
    const char *name;
    long operations;       /* what one iteration counts for: AIM9's factor */
    const char *unit;      /* without "/second" */
    void (*prepare)(void); /* once, before the clock; may be NULL */
    void (*iterate)(void); /* what is timed, with its own setting up and clearing away */
    void (*clean)(void);   /* removes what a failed iteration may have left; may be NULL; must bear being called at any time */
};

/* The test of this program; each test file defines its own. */
extern const struct test test;

/* Say what failed, with the system's reason, clean up, and end the program with status 1. */
_Noreturn void fail(const char *what);

/* Say in our own words what is wrong, clean up, and end the program with status 1. */
_Noreturn void refuse(const char *why);

/* The result of a call that gives -1 when it fails: checked, and handed on. */
int checked(int result, const char *what);

/* Wait until there is no child left (AIM calls wait once more than it has children); a child that did not end with 0 is a failure. */
void reap_children(void);

/* A short sink that the compiler must not do without. */
extern volatile unsigned char sink;

#endif
