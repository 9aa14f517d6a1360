/* fork_test: 100 children one after another; each ends at once through exit(), so that stdio and atexit run. */
#define _GNU_SOURCE
#include "frame.h"

#include <stdlib.h>
#include <unistd.h>

#define CHILDREN 100

static void iterate(void)
{
    for (int i = 0; i < CHILDREN; i++) {
        if (checked(fork(), "fork") == 0)
            exit(0);
        reap_children();
    }
}

const struct test test = {"fork_test", CHILDREN, "Task Creations", NULL, iterate, NULL};
