/* pipe_cpy: messages of AIM's sizes through a pipe, both ends of which are ours. */
#define _GNU_SOURCE
#include "frame.h"
#include "messages.h"

#include <stddef.h>
#include <unistd.h>

#define MESSAGES 100

static void iterate(void)
{
    int ends[2];
    checked(pipe(ends), "pipe");
    exchange(ends[1], ends[0], MESSAGES);
    checked(close(ends[0]), "close");
    checked(close(ends[1]), "close");
}

const struct test test = {"pipe_cpy", MESSAGES, "Pipe Messages", NULL, iterate, NULL};
