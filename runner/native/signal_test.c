/* signal_test: 1000 signals to ourselves; the handler installs itself again each time, as System V's signal() made programs do. */
#define _GNU_SOURCE
#include "frame.h"

#include <signal.h>
#include <unistd.h>

#define TRAPS 1000

static volatile sig_atomic_t caught;

static void handle(int number)
{
    if (signal(number, handle) == SIG_ERR)
        _exit(1);
    caught++;
}

static void iterate(void)
{
    pid_t self = getpid();
    caught = 0;
    if (signal(SIGUSR2, handle) == SIG_ERR)
        fail("signal");
    while (caught < TRAPS)
        checked(kill(self, SIGUSR2), "kill");
}

const struct test test = {"signal_test", TRAPS, "Signal Traps", NULL, iterate, NULL};
