/*
 * page_test: the break goes up by 1 MiB; 100 times it comes down by 16 pages and goes up again page by page, and each new page is
 * written to in every 128th byte; then the break is put back. Each round counts for its 17 calls of sbrk.
 */
#define _GNU_SOURCE
#include "frame.h"

#include <stdint.h>
#include <unistd.h>

#define ROUNDS 100
#define PAGES 16
#define PAGE 4096 /* AIM's, whatever the machine's page is */
#define STEP 128
#define ROOM (1024 * 1024)

static volatile char *move_break(intptr_t by)
{
    void *old = sbrk(by);
    if (old == (void *)-1)
        fail("sbrk");
    return old;
}

static void iterate(void)
{
    volatile char *before = move_break(ROOM);
    for (int round = 0; round < ROUNDS; round++) {
        move_break(-PAGES * PAGE);
        for (int i = 0; i < PAGES; i++) {
            volatile char *page = move_break(PAGE);
            for (int offset = 0; offset < PAGE; offset += STEP)
                page[offset] = 1;
        }
    }
    checked(brk((void *)before), "brk");
}

const struct test test = {"page_test", ROUNDS * (PAGES + 1), "System Allocations & Pages", NULL, iterate, NULL};
