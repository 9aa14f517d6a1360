/* exec_test: 5 children one after another, each of which becomes a shell script without a command: a fork and a start of /bin/sh. */
#define _GNU_SOURCE
#include "frame.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOADS 5

static const char script[] = "./true";
static const char text[] = "#!/bin/sh\n";

static void remove_script(void)
{
    unlink(script);
}

static void write_script(void)
{
    int descriptor = checked(open(script, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700), "cannot create the script");
    if (write(descriptor, text, strlen(text)) != (ssize_t)strlen(text))
        fail("cannot write the script");
    checked(close(descriptor), "close");
}

static void iterate(void)
{
    for (int i = 0; i < LOADS; i++) {
        if (checked(fork(), "fork") == 0) {
            execl(script, script, (char *)NULL);
            fail("cannot start a script in the scratch folder (is it mounted noexec?)");
        }
        reap_children();
    }
}

const struct test test = {"exec_test", LOADS, "Program Loads", write_script, iterate, remove_script};
