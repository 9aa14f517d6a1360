/* dir_rtns_1: 10000 entries are read from /bin, from its start again at its end. How many /bin holds decides how often that is. */
#define _GNU_SOURCE
#include "frame.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>

#define READS 10000

static void iterate(void)
{
    DIR *folder = opendir("/bin");
    if (folder == NULL)
        fail("opendir /bin");
    for (int i = 0; i < READS; i++) {
        errno = 0;
        struct dirent *entry = readdir(folder);
        if (entry != NULL)
            sink = (unsigned char)entry->d_name[0];
        else if (errno != 0)
            fail("readdir /bin");
        else
            rewinddir(folder);
    }
    checked(closedir(folder), "closedir");
}

const struct test test = {"dir_rtns_1", READS, "Directory Operations", NULL, iterate, NULL};
