/* link_test: a file gets 7 further names; 9 times each of the 7 is removed and linked again; then all 8 go. Counted are the 63 pairs. */
#define _GNU_SOURCE
#include "frame.h"

#include <fcntl.h>
#include <unistd.h>

#define LINKS 7
#define ROUNDS 9

static const char first[] = "link-0";
static const char *const others[LINKS] = {"link-1", "link-2", "link-3", "link-4", "link-5", "link-6", "link-7"};

static void remove_links(void)
{
    unlink(first);
    for (int i = 0; i < LINKS; i++)
        unlink(others[i]);
}

static void iterate(void)
{
    int descriptor = checked(creat(first, 0666), "creat");
    for (int i = 0; i < LINKS; i++)
        checked(link(first, others[i]), "link");
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LINKS; i++) {
            checked(unlink(others[i]), "unlink");
            checked(link(first, others[i]), "link");
        }
    }
    checked(unlink(first), "unlink");
    for (int i = 0; i < LINKS; i++)
        checked(unlink(others[i]), "unlink");
    checked(close(descriptor), "close");
}

const struct test test = {"link_test", LINKS * ROUNDS, "Link/Unlink Pairs", NULL, iterate, remove_links};
