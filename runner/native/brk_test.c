/* brk_test: page_test's walk of the break, 1000 rounds of it, without a store into the new pages. */
#define _GNU_SOURCE
#include "frame.h"

#include <stdint.h>
#include <unistd.h>

#define ROUNDS 1000
#define PAGES 16
#define PAGE 4096 /* AIM's, whatever the machine's page is */
#define ROOM (1024 * 1024)

static void *move_break(intptr_t by)
{
    void *old = sbrk(by);
    if (old == (void *)-1)
        fail("sbrk");
    return old;
}

static void iterate(void)
{
    void *before = move_break(ROOM);
    for (int round = 0; round < ROUNDS; round++) {
        move_break(-PAGES * PAGE);
        for (int i = 0; i < PAGES; i++)
            move_break(PAGE);
    }
    checked(brk(before), "brk");
}

const struct test test = {"brk_test", ROUNDS * (PAGES + 1), "System Memory Allocations", NULL, iterate, NULL};
