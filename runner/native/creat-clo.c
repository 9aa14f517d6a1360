/* creat-clo: one path is created and closed 1000 times (the first creates it, the others empty an empty file), then removed. */
#define _GNU_SOURCE
#include "frame.h"

#include <fcntl.h>
#include <unistd.h>

#define FILES 1000

static const char path[] = "creat-clo-file";

static void remove_file(void)
{
    unlink(path);
}

static void iterate(void)
{
    for (int i = 0; i < FILES; i++)
        checked(close(checked(creat(path, 0777), "creat")), "close");
    checked(unlink(path), "unlink");
}

const struct test test = {"creat-clo", FILES, "File Creations and Closes", NULL, iterate, remove_file};
