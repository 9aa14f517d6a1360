#define _GNU_SOURCE
#include "frame.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS 1000000000LL
#define LONGEST 3600.0

volatile unsigned char sink;

static pid_t owner; /* only the program itself cleans up, never a child that it forked */
static int is_failing;

static double read_seconds(const char *text);
static void enter(const char *folder);
static long long now(void);
static void print_row(long long iterations, long long nanoseconds);
static void clean_once(void);

int main(int argc, char **argv)
{
    owner = getpid();
    if (argc != 3)
        refuse("give the seconds and the scratch folder");
    long long wanted = (long long)(read_seconds(argv[1]) * NANOSECONDS);
    /* A runner that is killed outright takes its program with it. */
    checked(prctl(PR_SET_PDEATHSIG, SIGKILL), "prctl");
    enter(argv[2]);
    if (test.prepare != NULL)
        test.prepare();

    long long iterations = 0, elapsed, start = now();
    do {
        test.iterate();
        iterations++;
        elapsed = now() - start;
    } while (elapsed < wanted);

    if (test.clean != NULL)
        test.clean();
    print_row(iterations, elapsed);
    return 0;
}

void fail(const char *what)
{
    int reason = errno;
    fprintf(stderr, "%s: %s: %s\n", test.name, what, strerror(reason));
    clean_once();
    _exit(1);
}

void refuse(const char *why)
{
    fprintf(stderr, "%s: %s\n", test.name, why);
    clean_once();
    _exit(1);
}

int checked(int result, const char *what)
{
    if (result == -1)
        fail(what);
    return result;
}

void reap_children(void)
{
    for (;;) {
        int status;
        if (wait(&status) == -1) {
            if (errno == EINTR)
                continue;
            if (errno == ECHILD)
                return;
            fail("wait");
        }
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            refuse("a child process did not end well");
    }
}

static double read_seconds(const char *text)
{
    char *end;
    errno = 0;
    double seconds = strtod(text, &end);
    /* Written so that a NaN is refused too. */
    if (errno != 0 || end == text || *end != '\0' || !(seconds > 0 && seconds <= LONGEST))
        refuse("the seconds must be a number above 0 and at most 3600");
    return seconds;
}

static void enter(const char *folder)
{
    checked(chdir(folder), "cannot enter the scratch folder");
    /* AIM syncs before each test; flushing the scratch folder's own filesystem serves the same end and disturbs nobody else. */
    int descriptor = checked(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "cannot open the scratch folder");
    checked(syncfs(descriptor), "syncfs");
    checked(close(descriptor), "close");
}

static long long now(void)
{
    struct timespec time;
    checked(clock_gettime(CLOCK_MONOTONIC, &time), "clock_gettime");
    return time.tv_sec * NANOSECONDS + time.tv_nsec;
}

static void print_row(long long iterations, long long nanoseconds)
{
    /* The rate is taken from the milliseconds that are printed, so that rate * milliseconds is a whole number of iterations. */
    long long milliseconds = (nanoseconds + 500000) / 1000000;
    if (milliseconds < 1)
        refuse("the run was too short to be measured");
    double rate = (double)iterations * 1000.0 / (double)milliseconds;
    int written = printf("%s %lld %g %15.2f %s/second\n", test.name, milliseconds, rate, rate * (double)test.operations, test.unit);
    if (written < 0 || fflush(stdout) != 0)
        fail("cannot write the result");
}

static void clean_once(void)
{
    if (is_failing || getpid() != owner || test.clean == NULL)
        return;
    is_failing = 1;
    test.clean();
}
